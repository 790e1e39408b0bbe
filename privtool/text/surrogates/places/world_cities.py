"""Large cities outside the United States: each becomes another one, not a small American town."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_CITIES = """Accra|Addis Ababa|Adelaide|Algiers|Amman|Amsterdam|Ankara|Antwerp|Auckland|Baghdad
    |Bangalore|Bangkok|Barcelona|Basel|Beijing|Beirut|Belfast|Belgrade|Berlin|Bern|Bilbao
    |Bogotá|Bologna|Bordeaux|Brasília|Bratislava|Bremen|Brisbane|Brussels|Bucharest
    |Budapest|Buenos Aires|Busan|Cairo|Calgary|Cape Town|Caracas|Cardiff|Casablanca
    |Chennai|Cologne|Colombo|Copenhagen|Dakar|Delhi|Dhaka|Doha|Dortmund|Dresden|Dubai
    |Dublin|Durban|Düsseldorf|Edinburgh|Edmonton|Frankfurt|Geneva|Genoa|Ghent|Glasgow
    |Gothenburg|Graz|Guadalajara|Hamburg|Hanoi|Harare|Havana|Helsinki|Hong Kong|Istanbul
    |Jakarta|Jerusalem|Johannesburg|Kabul|Kampala|Karachi|Kathmandu|Kigali|Kingston
    |Kolkata|Kraków|Kuala Lumpur|Kyiv|Kyoto|Lagos|Lahore|Leeds|Leipzig|Lima|Lisbon
    |Liverpool|Ljubljana|London|Lusaka|Lyon|Madrid|Malmö|Manila|Marseille|Melbourne
    |Mexico City|Milan|Minsk|Montevideo|Montreal|Moscow|Mumbai|Munich|Nagoya|Nairobi
    |Nanjing|Naples|Nice|Nuremberg|Osaka|Oslo|Ottawa|Palermo|Paris|Perth|Porto|Prague
    |Quito|Reykjavik|Riga|Rio de Janeiro|Riyadh|Rome|Rotterdam|Salzburg|Santiago|São Paulo
    |Sarajevo|Seoul|Seville|Shanghai|Sheffield|Singapore|Sofia|Stockholm|Strasbourg
    |Stuttgart|Sydney|Taipei|Tallinn|Tbilisi|Tehran|Tel Aviv|Tokyo|Toronto|Toulouse|Tunis
    |Turin|Valencia|Vancouver|Vienna|Vilnius|Warsaw|Wellington|Winnipeg|Wrocław|Yokohama
    |Zagreb|Zürich"""
_ALSO = ("Zurich", "Krakow", "Cracow", "Kiev", "Wroclaw")


@cache
def world_cities() -> Pool:
    """Return the cities to draw from, all equally likely."""
    return Pool(" ".join(city.split()) for city in _CITIES.split("|"))


def is_world_city(name: str) -> bool:
    """Return whether a name is mostly that of a city outside the United States."""
    return normalized(name) in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(map(normalized, (*world_cities().phrases, *_ALSO)))
