"""Parts of the world, rivers, lakes, parks and the like: each becomes another one of its kind."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.name_groups import NameGroup, NameGroups
from privtool.text.surrogates.names.organizations import SMALL_WORDS, rename
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

# Words that tell the kind of a place and no more.
_KINDS = word_set(
    """airbase airfield airport annex apartment apartments apt archipelago arms ave avenue base
    basin bay bayou beach bed block bluff bluffs blvd borough bottoms boulevard bridge building
    camp campus canal canyon cape castle cave caves cell cemetery channel classroom cliffs coast
    commons concourse conference convent country county court courthouse courtroom cove creek
    crossing dam delta desert district divide dock dormitory drive end estate estates estuary
    exit falls farm farms ferry field fields fjord flats floor forest fort garden gardens gate
    glacier gorge grove gulf hall hangar harbor headquarters heath heights highway hill hills
    hollow hut hwy interchange interstate island islands isle isles junction lagoon lake lakes
    landing lane lodge lot mall manor marina marsh memorial mesa metropolitan mile mill
    monastery monument moor mount mountain mountains mt mtn municipality narrows oasis ocean
    parish park parking parkway pass peak peninsula penitentiary pier plain plains plateau
    platform plaza point pond pool port prairie prefecture preserve province quarter quay ranch
    range rapids rd rectory reef refuge region reservation reservoir ridge river road rock rocks
    room route runway sea section sector shelter shore shrine side sound speedway springs square
    stadium steppe straight strait straits street subdivision suite suites summit swamp terminal
    terrace territory tower towers trail tunnel turnpike unit valley village vineyard volcano
    ward waterfront wetlands wharf wilderness wing woods zone zoo"""
)
_COMPASS = word_set(
    """north south east west northern southern eastern western central northeast northwest southeast
    southwest northeastern northwestern southeastern southwestern upstate downstate upper lower
    downtown uptown midtown greater inner outer mainland suburban rural metro"""
)
_FACILITIES = word_set(
    """academy aquarium arena bakery bar barracks bistro brewery cafe casino center centre chapel
    church cinema clinic club college deli diner factory gallery garage general grill gym high
    hospital hotel house inn international jail kindergarten library market memorial metro mill
    mosque motel museum national nursery pharmacy plant playhouse prison pub public railroad
    railway refinery regional resort restaurant rink saint salon school shop state station store
    subway supermarket tavern temple theater theatre track university warehouse winery"""
)
KEPT_PLACE_WORDS = word_set("near outside") | SMALL_WORDS | _KINDS | _COMPASS | _FACILITIES
# Names without an article in the text, then those with one, kind by kind.
_GROUPS = (
    NameGroup(
        """Asia|Africa|South America|Central America|Central Asia|East Africa|West Africa
        |Southeast Asia|Northern Europe|Eastern Europe|Scandinavia|North Africa|Southern Africa
        |Central Europe|East Asia|South Asia|Latin America""",
        """Europe|Western Europe|North America|Oceania|Antarctica|Southern Europe|Eurasia
        |Australasia|Sub-Saharan Africa|Western Africa|Eastern Africa|Indochina|Siberia
        |Patagonia""",
    ),
    NameGroup(
        "Balkans|Caribbean|Caucasus|Middle East|Far East|Baltics|Sahel|Levant|Maghreb|Sahara",
        "Near East|Arctic|Antarctic|Holy Land|Third World|Crimea|Gaza Strip|West Bank|Arab world",
    ),
    NameGroup(
        """Midwest|Pacific Northwest|Deep South|Great Plains|Rust Belt|Southwest|Northeast
        |High Plains""",
        """Bay Area|Southeast|Northwest|Panhandle|Sun Belt|Bible Belt|Mid-Atlantic|Tri-State Area
        |Upper Midwest|Twin Cities|Low Country|Corn Belt|Quad Cities|Inland Empire""",
    ),
    NameGroup("Long Island|Staten Island|Block Island|Whidbey Island|Nantucket|Martha's Vineyard"),
    NameGroup("East Coast|West Coast|Gulf Coast|South Coast|North Coast|Gold Coast"),
    NameGroup(
        """Danube|Elbe|Ganges|Loire|Mekong|Nile|Po|Rhine|Rhône|Seine|Thames|Tiber|Tigris|Vistula
        |Volga|Zambezi""",
        """Colorado|Missouri|Ohio|Mississippi|Delaware|Tennessee|Arkansas|Euphrates|Indus
        |Jordan River|Rio Grande|Yangtze|Yukon|Potomac|Oder|Dnieper|Severn""",
    ),
    NameGroup(
        """Adriatic Sea|Aegean Sea|Baltic Sea|Black Sea|Caspian Sea|Mediterranean Sea|North Sea
        |Red Sea|Yellow Sea""",
        "Arabian Sea|Dead Sea|South China Sea|Caribbean Sea|Irish Sea|Sea of Japan",
    ),
    NameGroup("Atlantic|Pacific|Mediterranean|Baltic|Adriatic|Aegean", "Persian Gulf"),
    NameGroup("Pacific Ocean|Atlantic Ocean|Indian Ocean|Arctic Ocean"),
    NameGroup(
        "Alps|Andes|Apennines|Carpathians|Dolomites|Himalayas|Pyrenees|Urals",
        "Rockies|Appalachians|Ozarks|Cascades|Catskills|Adirondacks|Highlands|Smokies|Tetons",
    ),
    NameGroup(
        """Alberta|Andalusia|Bavaria|Brittany|Burgundy|Catalonia|Galicia|Hesse|Kerala|Lombardy
        |Manitoba|Nova Scotia|Ontario|Provence|Quebec|Queensland|Saxony|Sicily|Tasmania|Tuscany
        |Umbria|Veneto|Yucatán""",
        """British Columbia|New South Wales|Saskatchewan|New Brunswick|Newfoundland|Normandy|Punjab
        |Kashmir|Gujarat|Rajasthan|Sichuan|Tibet|Corsica|Sardinia|Crete|Okinawa|Hokkaido|Jalisco
        |Oaxaca|Bahia|Chechnya|Kurdistan|Darfur|Flanders|Wallonia|Tyrol|Lapland|Cornwall|Yorkshire
        |Essex|Kent|Sussex|Surrey|Devon|Dorset|Cumbria|Norfolk|Suffolk|Lancashire|Derbyshire
        |Cheshire|Hampshire|Ulster|Basque Country|Western Australia|South Australia
        |Inner Mongolia|Outer Mongolia|Inner Hebrides|Transylvania""",
    ),
)
_DIRECTION = regex.compile(
    rf"(?:{'|'.join(sorted(_COMPASS, key=len, reverse=True))})\s+(?=\S)", regex.IGNORECASE
)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")


def region(name: str, context: Context) -> str | None:
    """Return another part of the world, river, sea or province; None for any other place."""
    pool = _groups().pool_with(name)
    return None if pool is None else cased_like(name, context.pick("region", name, pool))


def landmark(name: str, context: Context) -> str | None:
    """Return a lake, park, airport, county or the like with another name; None for others."""
    words = {normalized(word) for word in _WORD.findall(name)}
    numbered = any(map(str.isdigit, name)) and words <= KEPT_PLACE_WORDS  # "Interstate 95"
    if words.isdisjoint(_KINDS | _FACILITIES) or (len(words - SMALL_WORDS) < 2 and not numbered):
        return None
    return rename(name, context, "place", name_pools().surnames, KEPT_PLACE_WORDS)


def direction(name: str) -> str:
    """Return the first word of "Southern California" or "downtown Seattle", else ""."""
    match = _DIRECTION.match(name)
    return match[0] if match else ""


@cache
def _groups() -> NameGroups:
    return NameGroups(_GROUPS)
