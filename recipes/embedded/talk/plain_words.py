"""Words of the slots that are no names, and titles and products that are not learned from."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Return the phrases of a text, which bars separate."""
    return tuple(" ".join(part.split()) for part in text.split("|"))


MONTHS = phrases(
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
WEEKDAYS = phrases("Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday")
NUMBERS = phrases(
    """two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|twenty five
    |thirty|forty two|fifty|sixty one|seventy|eighty six|a hundred"""
)
DRUGS = phrases(
    """lisinopril|Lisinopril|metformin|Metformin|ibuprofen|Tylenol|Advil|aspirin|insulin|Norvasc
    |amoxicillin|Lipitor|atorvastatin|omeprazole|Prilosec|albuterol|prednisone|gabapentin|Zoloft
    |sertraline|Xanax|tramadol|Percocet|oxycodone|Lasix|furosemide|Synthroid|levothyroxine
    |warfarin|Coumadin|Eliquis|Flonase|Zyrtec|Claritin|Benadryl|penicillin|Ultram|Motrin|Aleve
    |hydrochlorothiazide|meloxicam|Mobic|Humira|methotrexate|losartan|Bumex|Protonix|carvedilol"""
)
ILLNESSES = phrases(
    """diabetes|type two diabetes|high blood pressure|asthma|COPD|arthritis|osteoarthritis|migraines
    |depression|anxiety|kidney stones|pneumonia|bronchitis|Crohn's|GERD|reflux|hypothyroidism
    |congestive heart failure|a torn meniscus|back pain|chest pain|a rash|a cough|a fever|anemia
    |gout|sciatica|a urinary tract infection|a sore throat|an ear infection|COVID|the flu"""
)
BODY = phrases(
    """knee|shoulder|back|hip|ankle|neck|wrist|chest|stomach|head|left leg|right arm|foot|elbow
    |throat"""
)
JOBS = phrases(
    """nurse|doctor|teacher|engineer|manager|lawyer|driver|plumber|electrician|accountant|director
    |analyst|chief financial officer|chief executive officer|head of investor relations|president
    |vice president of sales|supervisor|sales rep|therapist|dentist|landlord|coach|mechanic|chef"""
)
THINGS = phrases(
    """order|package|invoice|account|bill|router|phone|laptop|contract|ticket|booking|flight|room
    |delivery|refund|card|password|report|meeting|appointment|prescription|car|policy|claim|payment
    |subscription|keys|dog|couch|bike|printer|spreadsheet|presentation|budget|schedule|lease"""
)
KIN = phrases(
    """wife|husband|son|daughter|sister|brother|mother|father|mom|dad|aunt|uncle|cousin|niece|nephew
    |grandmother|grandson|boyfriend|girlfriend|partner|roommate|neighbor|friend|boss|coworker"""
)
FILMS = phrases(
    """The Matrix|Titanic|Frozen|Inception|Jaws|Star Wars|The Godfather|Rocky|Alien|Shrek|Up
    |Forrest Gump|Gladiator|Avatar|Jurassic Park|Toy Story|Breaking Bad|The Office|Friends|Seinfeld
    |Game of Thrones|Stranger Things|Downton Abbey|Lost|Harry Potter|Moby Dick|Thriller|Yesterday"""
)
PRODUCTS = phrases(
    """iPhone|PlayStation|Xbox|Windows|Kindle|Excel|Photoshop|Corolla|Civic|Mustang|Galaxy|Alexa
    |Siri|Zoom|Netflix|Spotify|Google|Facebook|Twitter|Uber|Visa|PayPal|Coke|Pepsi|Oreo|Lego"""
)
TONGUES = phrases(
    "English|Spanish|French|German|Arabic|Chinese|Polish|Hindi|Korean|American|Mexican|Irish"
)
