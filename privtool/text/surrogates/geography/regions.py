"""Parts of the world, rivers, seas, provinces and the like: each becomes another of its kind."""

from __future__ import annotations

from functools import cache, partial

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.features import FEATURES
from privtool.text.surrogates.geography.public_places import PUBLIC_PLACES
from privtool.text.surrogates.geography.terrain import fits_cues
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

# Names without an article in the text, then those with one, kind by kind.
_GROUPS = (
    NameGroup(
        """Asia|Africa|South America|Central America|Central Asia|East Africa|West Africa
        |Southeast Asia|Northern Europe|Eastern Europe|Scandinavia|North Africa|Southern Africa
        |Central Europe|East Asia|South Asia|Latin America""",
        """Europe|Western Europe|North America|Oceania|Antarctica|Southern Europe|Eurasia|SE Asia
        |Australasia|Sub-Saharan Africa|Western Africa|Eastern Africa|Indochina|Siberia
        |Patagonia""",
    ),
    NameGroup(
        "Balkans|Caribbean|Caucasus|Middle East|Far East|Baltics|Sahel|Levant|Maghreb|Sahara",
        """Americas|Near East|Arctic|Antarctic|Holy Land|Third World|Crimea|Donbas|Donbass
        |Gaza Strip|West Bank|Arab world""",
    ),
    NameGroup(
        """Midwest|Pacific Northwest|Deep South|Great Plains|Rust Belt|Southwest|Northeast
        |High Plains""",
        """Bay Area|Southeast|Northwest|Panhandle|Sun Belt|Bible Belt|Mid-Atlantic|Tri-State Area
        |Upper Midwest|Twin Cities|Low Country|Corn Belt|Quad Cities|Inland Empire""",
    ),
    NameGroup(
        "Navajo Nation|Cherokee Nation|Choctaw Nation|Crow Reservation|Pine Ridge Reservation",
        "Osage Nation|Creek Nation|Chickasaw Nation|Hopi Reservation|Blackfeet Reservation",
    ),
    NameGroup("AB|BC|MB|NB|NS|QC|SK"),  # provinces of Canada
    NameGroup("Singapore|Monaco|Hong Kong|Gibraltar|Macau", "San Marino|Liechtenstein|Andorra"),
    NameGroup("equator|Arctic Circle|Tropic of Cancer|Tropic of Capricorn", "38th parallel"),
    NameGroup("Long Island|Block Island|Whidbey Island|Nantucket|Martha's Vineyard"),
    NameGroup(
        "East Coast|West Coast|Gulf Coast|South Coast|North Coast|Gold Coast",
        "U.S. Gulf Coast|US Gulf Coast",
    ),
    NameGroup(
        """Danube|Elbe|Ganges|Loire|Mekong|Nile|Po|Rhine|Rhône|Seine|Thames|Tiber|Tigris|Vistula
        |Volga|Zambezi""",
        """Colorado|Missouri|Ohio|Mississippi|Delaware|Tennessee|Arkansas|Euphrates|Indus
        |Jordan River|Rio Grande|Yangtze|Yukon|Potomac|Oder|Dnieper|Severn""",
    ),
    NameGroup(
        """Adriatic Sea|Aegean Sea|Baltic Sea|Black Sea|Caspian Sea|Mediterranean Sea|North Sea
        |Red Sea|Yellow Sea""",
        """Arabian Sea|Dead Sea|South China Sea|Caribbean Sea|Irish Sea|Sea of Japan|U.S. Gulf
        |US Gulf""",
    ),
    NameGroup("Atlantic|Pacific|Mediterranean|Baltic|Adriatic|Aegean", "Persian Gulf"),
    NameGroup("Pacific Ocean|Atlantic Ocean|Indian Ocean|Arctic Ocean"),
    NameGroup(
        "Alps|Andes|Apennines|Carpathians|Dolomites|Himalayas|Pyrenees|Urals",
        "Rockies|Appalachians|Ozarks|Cascades|Catskills|Adirondacks|Highlands|Smokies|Tetons",
    ),
    NameGroup(
        """Alberta|Andalusia|Bavaria|Brittany|Burgundy|Catalonia|Galicia|Hesse|Kerala|Lombardy
        |Manitoba|Nova Scotia|Ontario|Provence|Quebec|Queensland|Saxony|Tasmania|Tuscany
        |Umbria|Veneto|Yucatán""",
        """British Columbia|New South Wales|Saskatchewan|New Brunswick|Newfoundland|Normandy|Punjab
        |Kashmir|Gujarat|Rajasthan|Sichuan|Tibet|Hokkaido|Jalisco
        |Oaxaca|Bahia|Chechnya|Kurdistan|Darfur|Flanders|Wallonia|Tyrol|Lapland|Cornwall|Yorkshire
        |Essex|Kent|Sussex|Surrey|Devon|Dorset|Cumbria|Norfolk|Suffolk|Lancashire|Derbyshire
        |Cheshire|Hampshire|Ulster|Basque Country|Western Australia|South Australia
        |Inner Mongolia|Outer Mongolia|Inner Hebrides|Transylvania|Prince Edward Island|Labrador
        |Victoria|Northern Territory|Calabria|Sicilia|Puglia|Apulia|Liguria|Piedmont|Campania
        |Basilicata|Abruzzo|Marche|Emilia-Romagna|Lazio|Molise|Friuli|Aragon|Asturias|Cantabria
        |Extremadura|Murcia|Navarre|La Rioja|Castile|Alentejo|Champagne|Alsace|Lorraine|Picardy
        |Auvergne|Limousin|Languedoc|Gascony|Aquitaine|Dordogne|Savoy|Thuringia|Westphalia
        |Rhineland|Brandenburg|Pomerania|Silesia|Schleswig-Holstein|Lower Saxony|Carinthia|Styria
        |Galway|Kerry|Donegal|Mayo|Connemara|Munster|Leinster|Fife|Aberdeenshire|Perthshire
        |Somerset|Wiltshire|Shropshire|Herefordshire|Northumberland|Durham|Lincolnshire
        |Oxfordshire|Berkshire|Hertfordshire|Gwynedd|Pembrokeshire|Powys|Dalmatia|Istria|Moravia
        |Galilee|Anatolia|Cappadocia|Assam|Bihar|Goa|Haryana|Karnataka|Maharashtra|Odisha|Bengal
        |West Bengal|Tamil Nadu|Telangana|Andhra Pradesh|Uttar Pradesh|Madhya Pradesh|Jharkhand
        |Chhattisgarh|Uttarakhand|Manipur|Sikkim|Sindh|Balochistan|Chiapas|Chihuahua|Coahuila
        |Durango|Guanajuato|Guerrero|Hidalgo|Michoacán|Michoacan|Nayarit|Nuevo León|Nuevo Leon
        |Sinaloa|Sonora|Tabasco|Tamaulipas|Tlaxcala|Veracruz|Zacatecas|Baja California|Quintana Roo
        |Minas Gerais|Ceará|Ceara|Paraná|Parana|Pernambuco|Rio Grande do Sul|Mato Grosso|Amazonas
        |Santa Catarina|Hunan|Hubei|Henan|Hebei|Guangdong|Guangxi|Yunnan|Fujian|Zhejiang|Jiangsu
        |Shandong|Shanxi|Shaanxi|Gansu|Xinjiang|Heilongjiang|Hainan|Okayama|Kyushu|Shikoku|Kansai
        |Mindanao|Luzon|Visayas|Aceh|Sulawesi|Kalimantan|Sarawak|Sabah|Oromia|Tigray|KwaZulu-Natal
        |Gauteng|Western Cape|Eastern Cape|Limpopo|Biafra|Ashanti|Katanga|North Kivu|Kivu|Antioquia
        |Qld|NSW|Saxony-Anhalt|Saarland
        |North Rhine-Westphalia|Rhineland-Palatinate|Baden-Württemberg
        |Mecklenburg-Vorpommern|Mecklenburg|Burgenland|Vorarlberg|Upper Austria|Lower Austria
        |Leicestershire|Nottinghamshire|Northamptonshire|Warwickshire|Worcestershire|Staffordshire
        |Cambridgeshire|Bedfordshire|Buckinghamshire|Gloucestershire|Rutland|Middlesex|Merseyside
        |East Anglia|Northwest Territories|Nunavut|South Island|North Island
        |Mendoza Province|Tierra del Fuego|Skåne|Skane|Karelia|Jutland|Crimea""",
    ),
    *FEATURES,
    *PUBLIC_PLACES,
)
_FEATURE = regex.compile(r"(gulf|bay|straits?|isle)\s+of\s+(?=\p{L})", regex.IGNORECASE)
_CITIES = """
Alberta: Calgary|Edmonton|Red Deer
Andalusia: Seville|Granada|Málaga
Bavaria: Munich|Nuremberg|Augsburg
Brittany: Rennes|Brest|Quimper
Burgundy: Dijon|Beaune|Auxerre
Catalonia: Barcelona|Girona|Tarragona
Galicia: Vigo|Lugo|Ourense
Hesse: Frankfurt|Kassel|Wiesbaden
Kerala: Kochi|Kollam|Kottayam
Lombardy: Milan|Bergamo|Brescia
Manitoba: Winnipeg|Brandon|Selkirk
Nova Scotia: Halifax|Truro|Yarmouth
Ontario: Toronto|Ottawa|Hamilton
Provence: Marseille|Avignon|Arles
Quebec: Montreal|Sherbrooke|Gatineau
Queensland: Brisbane|Cairns|Townsville
Saxony: Dresden|Leipzig|Chemnitz
Tasmania: Hobart|Launceston|Devonport
Tuscany: Florence|Siena|Pisa
Umbria: Perugia|Assisi|Spoleto
Veneto: Verona|Padua|Vicenza
Yucatán: Mérida|Valladolid|Progreso
"""
_EXAMPLES = {
    "gulf": "Gulf of Aden",
    "bay": "Bay of Biscay",
    "strait": "Strait of Hormuz",
    "straits": "Strait of Hormuz",
    "isle": "Isle of Man",
}


def _example_at_end(name: str) -> str:
    """Return a sea for the name of another sea."""
    return "Red Sea" if normalized(name).endswith(" sea") else ""


def region(name: str, context: Context) -> str | None:
    """Return another part of the world, river, sea or province; None for any other place."""
    pool = _groups().pool_with(name)
    if pool is None:
        feature = _FEATURE.match(name)  # "Gulf of Corinth": that of another one
        example = _EXAMPLES[feature[1].lower()] if feature else ""
        pool = _groups().pool_with(example if feature else _example_at_end(name))
    if pool is None:
        return None
    fits = partial(fits_cues, context=context) if context.cues else None
    return capitalized_like(name, context.pick("region", name, pool, fits=fits))


def city_of_region(city: str, drawn: str, context: Context) -> str | None:
    """Return a city of a drawn region for a city before another one; None for other regions."""
    cities = _cities().get(normalized(drawn))
    return cased_like(city, context.pick("city in region", city, cities)) if cities else None


@cache
def _cities() -> dict[str, Pool]:
    rows = (line.split(": ") for line in _CITIES.strip().splitlines())
    return {normalized(name): pool_of(cities) for name, cities in rows}


@cache
def _groups() -> NameGroups:
    return NameGroups(_GROUPS)
