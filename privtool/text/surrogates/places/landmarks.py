"""Lakes, parks, buildings and the like: each becomes another one of its kind."""

from __future__ import annotations

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.own_words import SMALL_WORDS
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.names.renaming import rename
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

# Words that tell the kind of a place and no more.
_KINDS = word_set(
    """airbase airfield airport annex apartment apartments apt archipelago arms ave avenue base
    basin bay bayou beach bed block bluff bluffs blvd borough bottoms boulevard bridge building
    camp campus canal canyon cape castle cave caves cell cemetery channel circus classroom cliffs
    coast
    commons complex concourse conference correctional detention
    convent country county court courthouse courtroom cove creek front
    crossing dam delta desert district divide dock dormitory drive end estate estates estuary exit
    falls farm farms ferry field fields fjord flats floor forest fort garden gardens gate glacier
    gorge grove gulf hall hangar harbor headquarters heath heights highway hill hills hollow hut
    formation shale fault shelf trench massif caldera icefield township hamlet commune canton
    arrondissement voivodeship oblast governorate
    hwy expressway freeway thruway causeway motorway beltway bypass viaduct interchange interstate
    island islands isle isles junction lagoon lake lakes landing lane
    lodge lot mall manor marina marsh memorial mesa metropolitan mile mill monastery monument moor
    mount mountain mountains mt mtn municipality narrows oasis ocean meridian parallel parish park
    parking
    parkway pass peak peninsula penitentiary pier plain plains plateau platform plaza point pond
    pool port
    prairie prefecture preserve province quarter quay ranch range rapids rd rectory reef refuge
    region reservation reservoir ridge river road rock rocks room route runway border frontier sea
    section sector shelter shore shrine side sound speedway springs square stadium steppe straight
    strait straits street subdivision suite suites summit swamp terminal terrace territory tower
    towers trail tunnel turnpike unit valley village vineyard volcano ward waterfront wetlands
    wharf wilderness wing woods zone zoo"""
)
TOWN_OF = regex.compile(r"(?:City|Town|Village|County|Borough|Township) of (?=\p{Lu})")
_COMPASS = word_set(
    """north south east west northern southern eastern western central northeast northwest southeast
    southwest northeastern northwestern southeastern southwestern upstate downstate upper lower
    downtown uptown midtown greater inner outer mainland suburban rural metro"""
)
_FACILITIES = word_set(
    """academy aquarium arena bakery bar barracks capitol bistro brewery cafe casino center
    centre chapel church cinema clinic club college deli diner factory gallery garage general
    grill gym high hospital hotel house inn international jail kindergarten library market
    memorial metro mill
    mosque motel museum national nursery pharmacy plant playhouse prison pub public railroad
    railway refinery regional resort restaurant rink salon school shop state station store
    laboratory laboratories research institute observatory medical federal technical training
    recreation recreational convention performing visitor visitors welcome senior community civic
    cultural shopping outlet outlets business industrial office science nuclear power elementary
    middle subway supermarket tavern temple theater theatre track university warehouse winery"""
)
KEPT_PLACE_WORDS = (
    word_set(
        """near outside to or via off eastbound westbound northbound southbound er icu nicu picu ccu
        pacu ed"""
    )
    | SMALL_WORDS
    | _KINDS
    | _COMPASS
    | _FACILITIES
)
_DIRECTION = regex.compile(
    r"(?:(?:north|south|east|west)(?:ern)?|far|other|outer)\s+(?:side|end|edge|part|outskirts)\s+of\s+"
    rf"|(?:{'|'.join(sorted(_COMPASS, key=len, reverse=True))})\s+(?=\S)",
    regex.IGNORECASE,
)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")


def landmark(name: str, context: Context) -> str | None:
    """Return a lake, park, airport, county or the like with another name; None for others."""
    words = {normalized(word) for word in _WORD.findall(name)}
    numbered = any(map(str.isdigit, name)) and words <= KEPT_PLACE_WORDS  # "Interstate 95"
    if words.isdisjoint(_KINDS | _FACILITIES) or (len(words - SMALL_WORDS) < 2 and not numbered):
        return None
    first, space, rest = name.partition(" ")
    nation = people(first, context) if rest.islower() else None  # "the Welsh coast"
    if nation is not None and KEPT_PLACE_WORDS.issuperset(rest.split()):
        return nation + space + rest
    return rename(name, context, "place", name_pools().surnames, KEPT_PLACE_WORDS)


def direction(name: str) -> str:
    """Return the first word of "Southern California" or "downtown Seattle", else ""."""
    match = _DIRECTION.match(name)
    return match[0] if match else ""
