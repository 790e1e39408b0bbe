"""What the words around a phrase say about its kind: articles, nouns, plurals, topics."""

from __future__ import annotations

import re

from privtool.text.phrases.slots import PhrasePlace
from privtool.text.word_sets import word_set

_NEXT = re.compile(r"[ -]([A-Za-z][\w'-]*)")
NO_NOUNS = word_set(
    """a about above after again against all almost along already also although always am among an
    and any are aren't around as ask asks at away back be became because become becomes been before
    being below between both but buy buys by call came can can't come comes could couldn't did
    didn't do does doesn't don't down during each either else even ever every expect expects fell
    find for from gave get gets getting give gives go goes going gone got grew had hasn't have he
    held her here hers him his how however i if in instead into is isn't it its just keep keeps
    knew know known knows last left less let like likes made make makes many may maybe me might
    more most much must my near need needs never next no nor not now of off often on once one only
    onto or other our out over own owns paid per plan plans probably put quite ran rather really
    right rose said same sat saw say saying says see seek seeks sell sells sent several shall she
    should since so sold some someday sometimes soon spoke still stood such take takes than that
    the their them then there these they think thinks this those though through thus to today
    together told tomorrow too took toward try tries under unless until up upon us use uses very
    via want wants was wasn't way we well went were weren't what when where whether which while who
    whom whose why will with within without won't would wouldn't yes yesterday yet you your uh um
    agrees argues begins believes calls can't claims contends continues denies faces fears gains
    hopes insists intends involves keeps loses notes opened opposes owes pays predicts provides
    recently refuses remains runs seems shows suggests tends turns warns wins won yeah okay has
    named called looks feels sounds regarding concerning involving including"""
)
_ARTICLES = word_set("a an the this that my your his her its our their these those")
_DESCRIBED = re.compile(r"\b(an?) ((?:[a-z]+ ){1,3})$", re.IGNORECASE)
_MANY = word_set(
    """two three four five six seven eight nine ten eleven twelve several many few some most all
    these those other both fewer more young old those among"""
)
_OTHER = word_set("another enough each every no")
_PLURAL_VERBS = word_set("are were have who do want know think don't aren't weren't still seem")
_TOPICS = {
    "cars": """car cars truck trucks drive driving drove pickup wagon engine convertible sedan van
        dealer mileage liter tires vehicle vehicles automobile minivan motor auto garage motorcycle
        four-wheel tow cylinder""",
    "pets": "dog dogs cat cats pet pets puppy puppies kitten breed bark",
    "computers": """computer computers software keyboard printer typewriter disk modem spreadsheet
        workstation workstations processor""",
    "health": "medication medications medicine prescription dose pill pills headache marijuana",
    "brands": "brand brands brand-loyal advertising slogan consumers soups detergent",
    "commodities": "futures tonnes wheat barley potato soybean pigmeat grain carcases bushels",
    "money": "year-on-year unadjusted seasonally",
    "rates": "acceptances libor eurodollars",
    "disasters": "hurricane earthquake quake storm flood tornado disaster catastrophe damages",
    "roads": "highway highways roadway roadways freeway freeways bridge bridges toll",
    "home": """county counties governor governors homeowners neighborhood neighborhoods suburb
        suburbs suburban mayor sheriff realtors real-estate zip freeways precinct""",
    "firms": """revenue revenues earnings profit profits acquisition acquire acquired purchases
        subsidiary shareholders sales customers debentures takeover bid dividend dividends makers
        merger buy-out competitors products""",
    "charity": "pledge donate donated donation charity volunteer fund-raising relief",
    "space": """spacecraft astronomer astronomers astronaut astronauts planets planet's moons
        galaxy galaxies asteroid asteroids comet orbit""",
    "sports": """fans franchise game games team teams season coach player players
        league football baseball basketball hockey quarterback playoffs stadium inning touchdown""",
    "school": """college university professor student students campus graduate
        graduated tuition faculty dean scholars researchers semester""",
    "media": """tv television reruns viewers novel novels show shows watch watched network channel
        newspaper newspapers magazine
        movie movies film broadcast reporter episode
        subtitles song songs album music concert actor""",
    "politics": """bill legislation lawmakers congressional voters sen sen. rep rep. committee
        government federal policy regulators agency election tax law ruling judge court
        ministers""",
    "nations": """communism communist
        gdp gnp gross economy inflation exports imports currency deficit surplus tariffs
        minister ministers treaty opec bpd crude
        republic republic's delegation regime massacre democratization chancellor
        demonstrators dissidents refugees
        forces troops embassy ambassador ambassadors airspace border military diplomats""",
    "laws": "bill legislation lawmakers congressional senate vote veto lobbying amendment",
    "ratings": "rated rating ratings downgraded upgraded",
    "banks": "bank banks banking loan loans lender lenders deposits thrift",
    "news": """said says spokesman chairman analyst analysts company firm percent pct shares mln
        shareholders reported officials investors""",
    "dining": """restaurant restaurants diner cuisine cuisines eatery eateries bistro cafe cafes
        steakhouse menu""",
    "lodging": "hotel hotels motel motels resort resorts hostel",
    "flights": "flight flights airline airlines layover layovers nonstop",
    "rides": "cab cabs taxi taxis uber lyft",
    "weather": "weather forecast temperature temperatures humidity",
    "markets": """stock traded trading traders futures market index exchange trader settled quoted
        ounce dealers""",
}
_TALK = re.compile(
    r"\b(?:[Ii](?!\.)|[Ii]['\u2019]\w+|[Mm]y|me|[Yy]ou|[Yy]our|[Ll]ol|gonna|[Yy]eah)\b|!"
)
_WORDS_OF = {topic: word_set(words) for topic, words in _TOPICS.items()}
_WORD = re.compile(r"[a-z]+(?:['.][a-z]*)?")


def topics_of(text: str) -> frozenset[str]:
    """Return the topics that words of a text are typical of, and "talk" if somebody speaks."""
    found = frozenset(_WORD.findall(text.lower()))
    topics = frozenset(topic for topic, words in _WORDS_OF.items() if words & found)
    return topics | {"talk"} if _TALK.search(text) else topics


def article_of(place: PhrasePlace) -> str:
    """Return the article or possessive right before a phrase, or nothing.

    Adjectives may be between them if no noun follows: "a big red [MASK]".
    """
    if place.last_word in _ARTICLES:
        return place.last_word
    found = _DESCRIBED.search(place.before)
    if found is None or noun_follows(place) or NO_NOUNS & set(found[2].split()):
        return ""
    return found[1].lower()


def next_word(place: PhrasePlace) -> str:
    """Return the word right after a phrase, as it is written, or nothing."""
    found = _NEXT.match(place.after)
    return found[1] if found else ""


def noun_follows(place: PhrasePlace) -> bool:
    """Return whether a word follows that a phrase can describe: "[MASK] officials said"."""
    word = next_word(place)
    return word[:1].islower() and word not in NO_NOUNS and not word.endswith(("ed", "n't", "ly"))


def is_determined(place: PhrasePlace) -> bool:
    """Return whether the word before a phrase calls for a noun: "another [MASK]. company"."""
    return place.last_word in _ARTICLES or place.last_word in _MANY or place.last_word in _OTHER


def is_plural(place: PhrasePlace) -> bool:
    """Return whether a phrase names several people or things, by the words next to it."""
    if place.last_word in _MANY:
        return not noun_follows(place)
    return next_word(place) in _PLURAL_VERBS


def is_quoted(place: PhrasePlace) -> bool:
    """Return whether a phrase is all that is in quotation marks, in a text about shows or films."""
    closed = place.after.lstrip(",.?!").startswith(('"', "\u201d", "''"))
    return "media" in place.topics and closed and phrase_starts_title(place)


def phrase_starts_title(place: PhrasePlace) -> bool:
    """Return whether a quotation mark opens right before a phrase."""
    return place.before.endswith(('"', "\u201c", "\u2018", "``", "`"))
