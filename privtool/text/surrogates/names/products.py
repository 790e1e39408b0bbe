"""Medicines, drinks, devices and other products, by kind."""

from __future__ import annotations

import regex

from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.doses import LARGEST_DOSE, medicine_like
from privtool.text.surrogates.numbers.codes import number
from privtool.text.word_sets import word_set

_GENERIC_DRUGS = NameGroup(
    """amlodipine|atorvastatin|citalopram|clonazepam|duloxetine|fluoxetine|furosemide|gabapentin
    |losartan|metoprolol|omeprazole|pantoprazole|prednisone|sertraline|simvastatin|tramadol
    |trazodone|warfarin""",
    """amoxicillin|azithromycin|lisinopril|levothyroxine|metformin|hydrochlorothiazide|montelukast
    |ibuprofen|acetaminophen|aspirin|naproxen|albuterol|insulin|penicillin|morphine|oxycodone
    |hydrocodone|fentanyl|codeine|methadone|buprenorphine|naloxone|doxycycline|ciprofloxacin
    |cephalexin|clopidogrel|heparin|digoxin|carvedilol|atenolol|propranolol|rosuvastatin
    |escitalopram|venlafaxine|bupropion|lorazepam|diazepam|alprazolam|zolpidem|quetiapine
    |risperidone|olanzapine|lithium|lamotrigine|topiramate|cetirizine|loratadine|famotidine
    |ranitidine|ondansetron|methotrexate|semaglutide|paracetamol|melatonin""",
)
_SHOP_DRUGS = NameGroup(
    "Tylenol|Motrin|Benadryl|Claritin|Zyrtec|Tums|Pepto-Bismol",
    "Advil|Aleve|Excedrin|Sudafed|Mucinex|Robitussin|NyQuil|DayQuil|Imodium|Bayer|Neosporin",
)
_BRAND_DRUGS = NameGroup(
    "Lipitor|Zoloft|Prozac|Plavix|Crestor|Nexium|Lantus|Synthroid",
    """Xanax|Ambien|Ozempic|Humira|Januvia|Eliquis|Xarelto|Lexapro|Cymbalta|Viagra|Cialis|Botox
    |Adderall|Ritalin|Valium|Ativan|Klonopin|Percocet|Vicodin|OxyContin|Coumadin|Lasix|Zocor
    |Singulair|Prilosec|Zantac|Wegovy|Trulicity|Enbrel|Keytruda|Seroquel|Abilify|Wellbutrin""",
)
PRODUCTS = (
    _GENERIC_DRUGS,
    _SHOP_DRUGS,
    _BRAND_DRUGS,
    NameGroup(
        "Coca-Cola|Pepsi|Sprite|Dr Pepper|Mountain Dew|Fanta",
        "Coke|Diet Coke|7UP|Gatorade|Red Bull|Snapple|Kool-Aid|Root Beer|Ginger Ale",
    ),
    NameGroup(
        "Budweiser|Heineken|Guinness|Corona|Coors|Miller Lite",
        "Bud Light|Stella Artois|Carlsberg|Jack Daniel's|Bacardi|Smirnoff|Jim Beam",
    ),
    NameGroup("Cheerios|Froot Loops|Wheaties|Rice Krispies", "Corn Flakes|Lucky Charms|Kix"),
    NameGroup("Oreo|Snickers|Kit Kat|Twix|Skittles", "Hershey's|M&M's|Nutella|Doritos|Pringles"),
    NameGroup("Oreos|Doritos|Pringles|Cheetos|Fritos", "Skittles|Twinkies|M&Ms|Tic Tacs"),
    NameGroup(
        "Kleenex|Windex|Clorox|Lysol|Tide", "Pampers|Huggies|Febreze|Pledge|Ajax|Downy|Charmin"
    ),
    NameGroup("Monopoly|Scrabble|Risk|Clue|Battleship", "Jenga|Chess|Checkers|Candy Land|Uno"),
    NameGroup("Barbie|Lego|Play-Doh|Furby", "Legos|G.I. Joe|Nerf|Hot Wheels|Tamagotchi"),
    NameGroup(
        "Minecraft|Fortnite|Tetris|Halo|The Sims",
        """Call of Duty|Pokémon|Super Mario|Zelda|Grand Theft Auto|Roblox|Candy Crush|World of
        Warcraft""",
    ),
    NameGroup(
        "Wi-Fi|Bluetooth|Ethernet|GPS|NFC", "Internet|World Wide Web|Web|Intranet|WiFi|5G|LTE"
    ),
    NameGroup("Visa|Mastercard|Discover|Amex", "MasterCard|American Express|Diners Club|Maestro"),
    NameGroup("Venmo|PayPal|Zelle|Cash App|Apple Pay", "Google Pay|Western Union|MoneyGram"),
    NameGroup("Wimbledon|Roland Garros|Indian Wells|Flushing Meadows", "Grand Slam|Roland-Garros"),
)
# Products with their number: another number alone may not exist.
_NUMBERED = tuple(
    (regex.compile(rf"(?:{makers})\b", regex.IGNORECASE), pool_of(models))
    for makers, models in (
        (
            r"(?:apple\s+)?i(?:phone|pad|pod)|(?:samsung\s+)?galaxy|(?:google\s+)?pixel|oneplus|(?:apple\s+)?watch",
            "Galaxy S9|Galaxy S20|Galaxy A51|Pixel 4|Pixel 6|Moto G7|Nokia 8|OnePlus 7",
        ),
        (
            r"(?:sony\s+)?play\s?station|ps|(?:microsoft\s+)?xbox|nintendo|wii|game\s?cube|sega",
            "PlayStation 3|PlayStation 4|Xbox 360|Nintendo 64|Wii U|Xbox One",
        ),
        (
            "(?:microsoft\\s+)?(?:windows|office)|mac\\s?os|ios|android|ubuntu",
            "macOS 12|Android 9|Ubuntu 20|Chrome 90|Debian 10",
        ),
        (r"euro(?=\s?'?\d\d)", "Expo 92|Expo 98|Italia 90|Mexico 86|USA 94"),
        (
            "boeing|airbus|embraer|mcdonnell|tupolev|cessna|fokker|lockheed|bombardier|ilyushin",
            """Boeing 747|Boeing 777|Boeing 757|Cessna 172|Fokker 100|Bombardier Q400|McDonnell
            Douglas DC-10""",
        ),
    )
)
_ENDS_IN_NUMBER = regex.compile(r".*\d", regex.DOTALL)
_DOSE = regex.compile(
    r"(?P<drug>\p{L}[\p{L}\p{M} -]*?)(?P<gap>\s+)(?P<dose>\d+)"
    r"(?P<unit>\s?(?:mg|mcg|ml|g|units?|iu))\b(?P<rest>.*)",
    regex.IGNORECASE | regex.DOTALL,
)
_DOSE_WORDS = word_set(
    """tablet tablets tab tabs capsule capsules cap caps pill pills daily nightly orally mouth
    weekly bid tid qid qhs prn hourly injection inhaler cream ointment patch patches drops spray
    syrup suspension solution puffs dose doses bedtime extended release"""
)


def other_product(name: str, context: Context) -> str | None:
    """Return another product of the kind; None for an unknown one."""
    dose = _DOSE.fullmatch(name)
    if dose is not None and int(dose["dose"]) <= LARGEST_DOSE:
        return _other_dose(dose, context)
    pool = _groups.pool_with(name)
    if pool is not None:
        return capitalized_like(name, context.pick("name", name, pool.starting_like(name)))
    if _ENDS_IN_NUMBER.match(name):
        for makers, models in _NUMBERED:
            if makers.match(name):
                return cased_like(name, context.pick("model", name, models.starting_like(name)))
    return None


def _other_dose(dose: regex.Match[str], context: Context) -> str:
    """Return another medicine in another usual dose; digits after it are drawn, too."""
    drug, new = medicine_like(dose["drug"], int(dose["dose"]), dose["unit"], context)
    rest = dose["rest"]
    if uncommon_words(rest) - _DOSE_WORDS:
        rest = ""
    elif any(map(str.isdigit, rest)):
        rest = number(rest, context)
    return f"{drug}{dose['gap']}{new}{dose['unit']}{rest}"


_groups = NameGroups(PRODUCTS)
