"""Places where the words around tell what they are: islands, towns by the sea, ski resorts."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.abroad import foreign_city
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.us_gazetteer import STATE_CODES, gazetteer
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_ISLANDS = pool_of(
    """Crete|Corfu|Malta|Rhodes|Majorca|Madeira|Tenerife|Sicily|Sardinia|Corsica|Bermuda|Maui
    |Nantucket|Barbados|Aruba|Zanzibar|Santorini|Menorca"""
)
_OTHER_ISLANDS = word_set(
    """oahu kauai molokai lanai guam saipan bali java sumatra borneo okinawa ibiza mykonos capri
    phuket jersey guernsey cyprus iona skye islay mars earth venus jupiter broadway"""
)
_BY_THE_SEA = pool_of(
    """Monterey|Santa Cruz|Galveston|Pensacola|Newport|Rockport|Bar Harbor|Myrtle Beach|Ocean City
    |Cape May|Half Moon Bay|Gloucester|Provincetown|Savannah|Biloxi|Key West|Daytona Beach
    |Nags Head|Corpus Christi|Long Beach|Malibu|Santa Barbara|Portsmouth|Norfolk|Charleston"""
)
_BY_A_SEA_ABROAD = pool_of(
    """Nice|Brighton|Ostend|Rimini|Antalya|Mombasa|Durban|Valparaíso|Acapulco|Cancún|Da Nang
    |Lisbon|Porto|Naples|Genoa|Barcelona|Málaga|Marseille|Split|Haifa|Busan|Fremantle|Dunedin
    |Galway|Bergen|Gothenburg|Odesa|Varna|Alexandria|Agadir|Dakar|Sydney|Perth|Rotterdam"""
)
_SKI_RESORTS = pool_of(
    """Aspen|Vail|Park City|Breckenridge|Killington|Stowe|Telluride|Jackson Hole|Whistler|Banff
    |Chamonix|Zermatt|Taos|Mammoth Lakes|Lake Placid|Sun Valley|Steamboat Springs|Innsbruck"""
)
_RIVERS = pool_of("Hudson|Potomac|Susquehanna|Platte|Allegheny|Shenandoah|Connecticut|Willamette")
CAPITALS = pool_of(
    """Paris|Berlin|Rome|Madrid|Lisbon|Vienna|Athens|Dublin|Oslo|Stockholm|Copenhagen|Helsinki
    |Warsaw|Prague|Budapest|Bucharest|Sofia|Belgrade|Kyiv|Moscow|Ankara|Cairo|Nairobi|Accra|Dakar
    |Rabat|Tunis|Algiers|Addis Ababa|Pretoria|Amman|Baghdad|Riyadh|Tehran|Islamabad|Dhaka|Kathmandu
    |Bangkok|Hanoi|Jakarta|Manila|Tokyo|Seoul|Beijing|Canberra|Wellington|Ottawa|Mexico City|Havana
    |Lima|Quito|Bogotá|Santiago|Buenos Aires|Montevideo|Caracas|Brussels|London"""
)
_VENUES = pool_of(
    "Grand Pavilion|Civic Center|Assembly Rooms|Exhibition Hall|Old Courthouse|Plaza|Palace Hotel"
)
_VENUE_KINDS = pool_of("Hall|Center|Plaza|House")
_PROVINCES = pool_of(
    """Alberta|Andalusia|Catalonia|Fujian|Galicia|Hunan|Limpopo|Manitoba|Mendoza|Ontario|Punjab
    |Saskatchewan|Sichuan|Sindh|Utrecht|Yunnan|Zeeland"""
)
_PEAKS = pool_of("Mount Rainier|Mount Fuji|Mount Hood|Mount Etna|Mount Shasta|Mount Whitney")
_PEAKS_WITH_THE = pool_of("Matterhorn|Eiger|Weisshorn|Jungfrau|Zugspitze|Ortler|Brocken")
_LARGE = pool_of(
    """Chicago|Boston|Dallas|Denver|Atlanta|Seattle|Houston|Miami|Phoenix|Minneapolis|Detroit
    |Philadelphia|San Diego|Portland|Charlotte|Nashville|Orlando|Las Vegas|Baltimore|St. Louis
    |Cleveland|Pittsburgh|Kansas City|Sacramento|Milwaukee|Austin|San Antonio|Columbus"""
)


def cued_place(name: str, context: Context) -> str | None:
    """Return another place of the kind that the cues around a place tell; None without any."""
    cues = context.cues
    if "peak" in cues:
        pool = _PEAKS_WITH_THE if "the" in cues else _PEAKS
        return cased_like(name, context.pick("peak", name, pool))
    if "province" in cues and normalized(name) not in STATE_CODES:
        return cased_like(name, context.pick("province", name, _PROVINCES))
    abroad = world().country(name) is not None or world().is_foreign(name)
    if "island" in cues and ("road" not in cues or abroad):
        drawn = context.pick("island", name, _ISLANDS)
    elif "river" in cues and not abroad:
        drawn = context.pick("river", name, _RIVERS)
    elif "capital" in cues and (abroad or normalized(name) not in gazetteer().home):
        drawn = context.pick("capital", name, CAPITALS)
    elif not abroad and (
        ("street" in cues and _is_street(name))
        or ("road" in cues and normalized(name) not in gazetteer().home)
    ):
        drawn = context.pick("street", name, name_pools().surnames)
    elif "mountain" in cues and not (world().country(name) or normalized(name) in STATE_CODES):
        drawn = context.pick("resort", name, _SKI_RESORTS)
    elif "coast" in cues and not (world().country(name) or normalized(name) in STATE_CODES):
        at_home = normalized(name) in gazetteer().home and not abroad
        drawn = context.pick("by the sea", name, _BY_THE_SEA if at_home else _BY_A_SEA_ABROAD)
    elif "city" in cues and normalized(name) in gazetteer().home and not abroad:
        drawn = large_city(name, context)
    elif not name.isascii() and not abroad and normalized(name) not in gazetteer().home:
        return foreign_city(name, "", context)  # "Tromsø"
    else:
        return None
    return cased_like(name, drawn)


def _is_street(name: str) -> bool:
    """Return whether a name after "on" may be that of a street: no island, campus or state."""
    key = normalized(name)
    island = key in _islands() or key in STATE_CODES
    return name.isalpha() and not island and not name.isupper()


@cache
def _islands() -> frozenset[str]:
    return frozenset(map(normalized, _ISLANDS.phrases)) | _OTHER_ISLANDS


def venue(name: str, context: Context) -> str:
    """Return another building or site, with an article if the name has one: "the Galleria"."""
    article = name[:4] if name[:4].lower() == "the " else ""
    if article:
        return article + cased_like(name[4:], context.pick("venue", name, _VENUES))
    surname = context.pick("venue", name, name_pools().surnames)
    return cased_like(name, f"{surname} {context.pick('venue kind', name, _VENUE_KINDS)}")


def owner_of(made: str) -> str:
    """Return "Kowalski" of the venue "Kowalski Hall", for "Kowalski's"."""
    name, _, kind = made.rpartition(" ")
    return name if name and kind.title() in _VENUE_KINDS.phrases else made


def large_city(name: str, context: Context) -> str:
    """Return a large city of the United States."""
    return context.pick("large city", name, _LARGE)
