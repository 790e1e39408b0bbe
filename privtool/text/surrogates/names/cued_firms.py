"""Organizations of no known kind, by the words around them: "ordered from", "I bank with"."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import NameGroups, pool_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.known_things import THINGS
from privtool.text.surrogates.names.own_words import SMALL_WORDS
from privtool.text.surrogates.names.trades import ORGANIZATION_WORDS
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import load_vocabulary
from privtool.text.word_sets import word_set

_NAMES = {
    "exchange": "Nasdaq|Euronext Paris|Deutsche Börse|Borsa Italiana|Bovespa|Nikkei",
    "exchange with article": "London Stock Exchange|Tokyo Stock Exchange|Toronto Stock Exchange",
    "bank": "Wells Fargo|Chase|Citibank|Barclays|Capital One|Santander",
    "insurer": "Aetna|Cigna|Humana|State Farm|Allstate|Progressive",
    "restaurant": "Subway|Wendy's|Chipotle|Olive Garden|Domino's|Panera",
    "shop": "Target|Costco|Walmart|Macy's|Nordstrom|Best Buy",
    "airline": "Lufthansa|Air France|Qantas|KLM|Iberia|Finnair",
    "media": "Reuters|Newsweek|Forbes|Time|Bloomberg",
    "media with article": "Boston Globe|Chicago Tribune|Miami Herald|Guardian|Seattle Times",
    "magazine": "Harper's|Esquire|Vogue|Fortune|Forbes|Newsweek|Time|Granta|Vanity Fair|Wired",
    "magazine with article": "Atlantic|New Yorker|Paris Review|Spectator|Nation|Economist",
    "team": "Ajax|Benfica|Everton|Feyenoord|Torino|Valencia",
    "team with article": "Eagles|Falcons|Hawks|Mustangs|Sharks|Wolves|Comets|Badgers",
    "university": "Brown|Columbia|Cornell|Duke|Georgetown|Princeton|Stanford|Tulane",
    "church": "Grace Church|Trinity Lutheran|First Baptist|Holy Cross|Redeemer|Calvary Chapel",
    "charity": "Helping Hands|Second Harvest|Hope House|Open Door|Safe Haven|Open Arms",
    "clinic": "Oakview Clinic|Lakeside Health|Riverside Medical|Hillcrest Center|Cedar House",
    "lawyers": "Sidley Austin|Baker McKenzie|Jones Day|White & Case|Latham & Watkins",
    "garage": "Jiffy Lube|Pep Boys|Firestone|Meineke|Goodyear",
    "utility": "National Grid|Duke Energy|Entergy|Dominion Energy|Georgia Power",
    "singers": "Bach Society|Oratorio Society|Chamber Choir|Sweet Adelines|Gospel Choir",
    "orchestra": "Philharmonic|Chamber Orchestra|Youth Symphony|Pops",
    "gym": "Equinox|Gold's Gym|Crunch|Anytime Fitness|LA Fitness",
    "school": "Lincoln Middle|Jefferson Elementary|Washington High|Roosevelt Elementary",
    "trade": "Summit Contractors|Ace Home Services|Reliable Builders|All-Star Home Repair",
    "app": "Instagram|Facebook|Reddit|Snapchat|TikTok|Nextdoor",
    "streaming": "Netflix|Hulu|Peacock|HBO|Paramount Plus",
    "hospital": "Mass General|Johns Hopkins|Mount Sinai|Bellevue|Beth Israel",
    "drugs": "Walgreens|CVS|Rite Aid|Duane Reade",
    "hotel": "Marriott|Hilton|Hyatt|Sheraton|Radisson",
    "phones": "Verizon|Comcast|T-Mobile|Vodafone",
    "parks": "National Park Service|Forest Service|Fish and Wildlife Service|Parks Department",
}
FIRM_POOLS = {cue: pool_of(names) for cue, names in _NAMES.items()}
_NEWSPAPER = re.compile(
    r"(?:Daily|Sunday|Evening|Morning)\s[A-Z]\w+"
    r"|[A-Z][\w.'-]+(?:\s[A-Z][\w.'-]+)?\s(?:Times|Post|Herald|Tribune|Gazette|Chronicle|Mirror"
    r"|Telegraph|Dispatch|Sentinel|Inquirer|Courier|Examiner|Picayune|Observer|Statesman|Register"
    r"|Globe|Plain Dealer|Free Press|Mercury News|(?:[A-Z]\w+-)(?:Statesman|Telegram|Ledger"
    r"|Constitution|Dispatch|Gazette|Tribune|Times|Picayune|News|Journal|Herald|Star|Post))"
)
_MAGAZINE = re.compile(r"(?P<own>.+)(?P<kind>\smagazine)", re.IGNORECASE)
_MAGAZINES = pool_of("Newsweek|Forbes|Fortune|Esquire|Vogue|Harper's")
_CIVIC = pool_of(
    "League of Women Voters|Council of Churches|Society of Engineers|Federation of Teachers"
)
_GROUPS = word_set("league council society federation association union alliance friends coalition")
_FREQUENT = 20_000  # words of public text
_FIRST = "Al Bri Cor Del Ever Fen Hal Kel Lum Mar Nor Ori Pel Quan Sol Tal Ver Win Zen"
_LAST = "anta dex ova ira ora enta ico ium ara onix via ella"
_SHORTEST = 4  # letters of a word that is no acronym


def cued_firm(name: str, article: str, context: Context) -> str | None:
    """Return an organization of the kind that the cues tell; None without any."""
    cue = next((cue for cue in context.cues if cue in FIRM_POOLS), None)
    if cue is None:
        return None
    pool = FIRM_POOLS[cue]
    if article or "the" in context.cues:
        pool = FIRM_POOLS.get(f"{cue} with article", pool)
    drawn = context.pick("organization", name, pool)
    return drawn if name.isupper() and " " not in name else cased_like(name, drawn)  # "ASPCA"


def clinic(name: str, context: Context) -> str | None:
    """Return a hospital for the name of a university or the like that stands for its own."""
    return cased_like(name, context.pick("organization", name, FIRM_POOLS["hospital"]))


def newspaper(name: str, article: str, context: Context) -> str | None:
    """Return another newspaper for one in the form of most: "Daily Mirror", "Irish Times"."""
    magazine = _MAGAZINE.fullmatch(name)
    if magazine is not None:
        own = magazine["own"]
        return cased_like(own, context.pick("magazine", own, _MAGAZINES)) + magazine["kind"]
    if _NEWSPAPER.fullmatch(name) is None:
        return None
    definite = article or "the" in context.cues
    pool = FIRM_POOLS["media with article" if definite else "media"]
    return cased_like(name, context.pick("organization", name, pool))


def civic_group(name: str, context: Context) -> str | None:
    """Return another group of citizens for a name of ordinary words: "League of Women Voters"."""
    words = [word for word in normalized(name).split() if word not in SMALL_WORDS]
    if len(words) < 2 or " of " not in name or words[0] not in _GROUPS:
        return None
    if not all(word in ORGANIZATION_WORDS or _is_ordinary(word) for word in words):
        return None
    return cased_like(name, context.pick("civic group", name, _CIVIC))


def known_thing(name: str, context: Context) -> str | None:
    """Return another app, car or the like for a known one: taggers call them organizations."""
    pool = _things().pool_with(name)
    return None if pool is None else cased_like(name, context.pick("organization", name, pool))


def _is_ordinary(word: str) -> bool:
    one = word.removesuffix("s")
    return bool({word, one} & _frequent()) and not classes_of(word) and word not in person_names()


@cache
def _frequent() -> frozenset[str]:
    return load_vocabulary(top=_FREQUENT).words


@cache
def _things() -> NameGroups:
    return NameGroups(THINGS)


def brand(name: str, context: Context) -> str | None:
    """Return a coined name for one that is no word, surname or place: "Kogalym"."""
    key = normalized(name)
    listed = key in name_pools().roles or bool(classes_of(key))
    if listed or not name.isalpha() or len(name) < _SHORTEST or name.isupper():
        return None
    return cased_like(name, context.pick("brand", name, _brands()))


@cache
def _brands() -> Pool:
    return Pool(first + last for first in _FIRST.split() for last in _LAST.split())
