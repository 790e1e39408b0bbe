"""Words that tell the kind of a name after them: "surfing in" a coast, "a ranger with" parks."""

from __future__ import annotations

from itertools import chain

from privtool.text.lexicon import words
from privtool.text.word_sets import word_set

# Before a name: those of one relative, friend or animal, who is called by the given name.
FEMALE_KIN = words("kin.female")
MALE_KIN = words("kin.male")
OTHER_KIN = words("kin.other")
KIN = FEMALE_KIN | MALE_KIN | OTHER_KIN
# Right before a given name.
CALLS = word_set(
    """named called call christened hi hey hello yo lol omg thanks cheers love xoxo regards wishes
    sincerely congrats bye sorry congratulations"""
)
THANKS = word_set(
    "so much again you too a lot for everything everyone my"
)  # "Thanks so much, Anna"
TITLES = word_set(
    "mr mrs ms miss mx dr prof professor officer sgt lt capt judge senator reverend rev detective"
)
ANIMALS = words("kin.animals")
_FIRMS = {
    "parks": ("ranger rangers", "with at for from"),
    "bank": (
        "bank banks banked banking account mortgage checking savings loan loans teller",
        "with at from through",
    ),
    "exchange": ("listed traded quoted delisted listing index", "on of"),
    "insurer": (
        "insured insurance coverage covered provided policy claim claims adjuster deductible",
        "with by from through at is",
    ),
    "restaurant": (
        """lunch dinner brunch breakfast ate eat eating burgers pizza takeout reservation table
        waitress waiter server cook chef dine dined tacos sushi coffee drinks pancakes waffles
        steak wings noodles dessert appetizers sandwiches""",
        "at from for with",
    ),
    "shop": (
        "bought buy shop shopping shopped ordered order cashier purchased refund returned couch",
        "at from through to",
    ),
    "airline": (
        "flying fly flew flight flights pilot boarded layover stewardess attendant",
        "with on for by",
    ),
    "media": (
        """article editorial story op-ed column reported published interview columnist reporter
        journalist editor profile printed journal""",
        "in for by with from to of at",
    ),
    "magazine": ("appeared appears appear poems poem essays stories", "in"),
    "team": (
        """pitched pitches plays played play striker goalkeeper quarterback midfielder fan fans
        drafted signed drew tied lost won beaten scored coached rookie""",
        "for by with of against to",
    ),
    "university": (
        """degree bachelor's master's phd doctorate studied studies studying graduated graduate
        majored sophomore freshman dorm campus accepted undergrad enrolled""",
        "at from in to into by of",
    ),
    "church": (
        """deacon pastor priest preach preaches preached sermon worship worships worshipped baptized
        baptised mass congregation usher organist bible confirmed christened communion""",
        "at of from in",
    ),
    "charity": (
        """donate donated donating donation donations volunteer volunteers volunteered volunteering
        adopted adopt foster fostered charity fundraiser gala raised""",
        "to for with at through from",
    ),
    "clinic": (
        """rehab therapy therapist detox checkup psychiatrist dermatologist counselor counseling
        hospice dialysis mri ultrasound vaccinated dentist dental""",
        "at with from",
    ),
    "lawyers": ("lawyer lawyers attorney attorneys paralegal litigator solicitor", "at with from"),
    "garage": (
        "mechanic towed oil brakes brake transmission tires muffler alignment inspection serviced",
        "at from by to",
    ),
    "utility": ("electricity electric gas water meter lineman power", "from with by through"),
    "singers": ("sings sang sing singing choir soloist alto tenor soprano baritone", "with in for"),
    "orchestra": ("violinist cellist flutist oboist conducts conducted conductor cello", "in with"),
    "gym": ("yoga spin pilates workout trainer lifeguard treadmill zumba", "at"),
    "school": (
        """teaches taught teacher principal kindergarten kindergartner grade grader janitor
        custodian pta preschool homeroom substitute recess pupils""",
        "at in from of with",
    ),
    "trade": (
        """movers mover plumber plumbers electrician contractor roofer roof roofers landscaper
        exterminator handyman painters carpenter kitchen deck fence""",
        "from with by through at",
    ),
    "app": (
        "review reviews posted post match matched met streamed swiped livestream followers",
        "on",
    ),
    "streaming": ("watched watch watching stream streams streaming series episode season", "on"),
    "hospital": ("surgery room nurse surgeon treated hospitalized", "at from"),
    "drugs": ("prescription prescriptions meds refill refills pharmacist", "at from to"),
    "hotel": ("stayed staying stay checked concierge", "at in into"),
    "phones": (
        "internet plan cable wifi broadband router phone carrier sim",
        "through from with by is",
    ),
}


_MORE_FIRMS = {
    "media": ("writes wrote write writing freelances freelanced", "for"),
    "university": ("got", "into"),
}


# Right before the name of an organization.
APPOSED = {
    **dict.fromkeys(("newspaper", "daily", "weekly", "magazine", "tabloid", "broadsheet"), "media"),
    **dict.fromkeys(("club", "rivals", "champions", "neighbours", "leaders"), "team"),
    **dict.fromkeys(("play", "plays"), "team"),
    **dict.fromkeys(("airline", "carrier"), "airline"),
    **dict.fromkeys(("retailer", "supermarket"), "shop"),
    "insurer": "insurer",
    "broadcaster": "streaming",
    "charity": "charity",
}


def _by_word(*kinds: dict[str, tuple[str, str]]) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the cues of each word, with the prepositions that follow it."""
    cues: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for cue, (said, prepositions) in chain.from_iterable(each.items() for each in kinds):
        for word in said.split():
            cues.setdefault(word, []).append((cue, word_set(prepositions)))
    return cues


FIRM_CUES = _by_word(_FIRMS, _MORE_FIRMS)
ACTIVITIES = word_set("practices practiced practicing practice doing do does teaches teach")
# Right before the title of a film, book or song, and before the "to" or "in" before one.
TITLED = word_set(
    """watched watching binge-watched seen directed filming read reading reread sang singing
    recited performed rewatched finished streaming"""
)
TITLED_TO = word_set("listened listening danced starred starring chapter episode episodes")
DRIVEN = word_set("drove drives drive driving rented parked leased crashed totaled")
POURED = word_set("spilled bottle glass sipped sipping uncorked poured")
# Right before an illness, and before the "has" before one at the end of a clause.
SUFFERS = frozenset((("diagnosed", "with"), ("suffers", "from"), ("suffered", "from")))
PATIENTS = KIN | word_set("he she who patient client father's mother's")
