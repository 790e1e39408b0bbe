"""Organizations of no known kind, by the words around them: "ordered from", "I bank with"."""

from __future__ import annotations

from functools import cache

from privtool.text.filling.word_classes import classes_of
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_NAMES = {
    "bank": "Wells Fargo|Chase|Citibank|Barclays|Capital One|Santander",
    "insurer": "Aetna|Cigna|Humana|State Farm|Allstate|Progressive",
    "restaurant": "Subway|Wendy's|Chipotle|Olive Garden|Domino's|Panera",
    "shop": "Target|Costco|Walmart|Macy's|Nordstrom|Best Buy",
    "airline": "Lufthansa|Air France|Qantas|KLM|Iberia|Finnair",
    "media": "Reuters|Newsweek|Forbes|Time|Bloomberg",
    "media with article": "Boston Globe|Chicago Tribune|Miami Herald|Guardian|Seattle Times",
    "team": "Ajax|Benfica|Everton|Feyenoord|Torino|Valencia",
    "team with article": "Eagles|Falcons|Hawks|Mustangs|Sharks|Wolves|Comets|Badgers",
    "university": "Brown|Columbia|Cornell|Duke|Georgetown|Princeton|Stanford|Tulane",
    "hospital": "Mass General|Johns Hopkins|Mount Sinai|Bellevue|Beth Israel",
    "drugs": "Walgreens|CVS|Rite Aid|Duane Reade",
    "hotel": "Marriott|Hilton|Hyatt|Sheraton|Radisson",
    "phones": "Verizon|Comcast|T-Mobile|Vodafone",
    "parks": "National Park Service|Forest Service|Fish and Wildlife Service|Parks Department",
}
_POOLS = {cue: pool_of(names) for cue, names in _NAMES.items()}
_FIRST = "Al Bri Cor Del Ever Fen Hal Kel Lum Mar Nor Ori Pel Quan Sol Tal Ver Win Zen"
_LAST = "anta dex ova ira ora enta ico ium ara onix via ella"
_SHORTEST = 4  # letters of a word that is no acronym


def cued_firm(name: str, article: str, context: Context) -> str | None:
    """Return an organization of the kind that the cues tell; None without any."""
    cue = next((cue for cue in context.cues if cue in _POOLS), None)
    if cue is None:
        return None
    pool = _POOLS.get(f"{cue} with article", _POOLS[cue]) if article else _POOLS[cue]
    return cased_like(name, context.pick("organization", name, pool))


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
