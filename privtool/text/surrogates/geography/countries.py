"""Countries with their large cities: a city becomes one of the surrogate of its country."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.geography.foreign_towns import FOREIGN_TOWNS
from privtool.text.surrogates.geography.us_gazetteer import STATES
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_CITIES = """
Argentina: Buenos Aires|Córdoba|Rosario|Mendoza
Australia: Sydney|Melbourne|Brisbane|Perth|Adelaide|Canberra|Hobart
Austria: Vienna|Graz|Linz|Salzburg|Innsbruck
Bangladesh: Dhaka|Chittagong|Khulna|Sylhet
Belgium: Brussels|Antwerp|Ghent|Bruges|Liège
Brazil: São Paulo|Rio de Janeiro|Brasília|Salvador|Recife|Fortaleza
Bulgaria: Sofia|Plovdiv|Varna|Burgas
Canada: Toronto|Montreal|Vancouver|Calgary|Ottawa|Edmonton|Winnipeg|Halifax
Chile: Santiago|Valparaíso|Antofagasta|Concepción
China: Beijing|Shanghai|Guangzhou|Shenzhen|Chengdu|Wuhan|Nanjing
Colombia: Bogotá|Medellín|Cali|Barranquilla
Croatia: Zagreb|Split|Rijeka|Osijek
Cuba: Havana|Santiago de Cuba|Camagüey
Denmark: Copenhagen|Aarhus|Odense|Aalborg
Ecuador: Quito|Guayaquil|Cuenca
Egypt: Cairo|Alexandria|Giza|Luxor
Estonia: Tallinn|Tartu|Narva
Ethiopia: Addis Ababa|Gondar|Mekelle
Finland: Helsinki|Espoo|Tampere|Turku
France: Paris|Lyon|Marseille|Toulouse|Nice|Nantes|Strasbourg|Bordeaux|Lille
Germany: Berlin|Hamburg|Munich|Cologne|Frankfurt|Stuttgart|Dresden|Leipzig|Bremen|Bonn
Ghana: Accra|Kumasi|Tamale
Greece: Athens|Thessaloniki|Patras|Heraklion
Hungary: Budapest|Debrecen|Szeged|Pécs
India: Mumbai|Delhi|Bangalore|Chennai|Kolkata|Hyderabad|Pune|Jaipur
Indonesia: Jakarta|Surabaya|Bandung|Medan
Iran: Tehran|Isfahan|Shiraz|Tabriz
Iraq: Baghdad|Basra|Mosul|Erbil
Ireland: Dublin|Cork|Galway|Limerick
Israel: Jerusalem|Tel Aviv|Haifa|Beersheba
Italy: Rome|Milan|Naples|Turin|Florence|Venice|Bologna|Genoa|Palermo
Japan: Tokyo|Osaka|Kyoto|Nagoya|Sapporo|Yokohama|Hiroshima
Jordan: Amman|Irbid|Aqaba
Kenya: Nairobi|Mombasa|Kisumu
Latvia: Riga|Daugavpils|Liepāja
Lebanon: Beirut|Tripoli|Sidon
Lithuania: Vilnius|Kaunas|Klaipėda
Malaysia: Kuala Lumpur|Penang|Johor Bahru
Mexico: Mexico City|Guadalajara|Monterrey|Puebla|Tijuana|Mérida
Morocco: Casablanca|Rabat|Marrakesh|Fez
Nepal: Kathmandu|Pokhara|Biratnagar
New Zealand: Auckland|Wellington|Christchurch|Dunedin
Nigeria: Lagos|Abuja|Kano|Ibadan
Norway: Oslo|Bergen|Trondheim|Stavanger
Pakistan: Karachi|Lahore|Islamabad|Peshawar
Peru: Lima|Cusco|Arequipa|Trujillo
Poland: Warsaw|Kraków|Gdańsk|Wrocław|Poznań|Łódź
Portugal: Lisbon|Porto|Braga|Coimbra
Romania: Bucharest|Cluj-Napoca|Timișoara|Iași
Russia: Moscow|Saint Petersburg|Novosibirsk|Kazan|Samara
Saudi Arabia: Riyadh|Jeddah|Mecca|Medina
Senegal: Dakar|Thiès|Saint-Louis
Serbia: Belgrade|Novi Sad|Niš
Slovakia: Bratislava|Košice|Nitra
Slovenia: Ljubljana|Maribor|Celje
South Africa: Cape Town|Johannesburg|Durban|Pretoria
South Korea: Seoul|Busan|Incheon|Daegu
Spain: Madrid|Barcelona|Valencia|Seville|Bilbao|Granada|Málaga
Sri Lanka: Colombo|Kandy|Galle
Sweden: Stockholm|Gothenburg|Malmö|Uppsala
Switzerland: Zürich|Geneva|Basel|Bern|Lausanne
Taiwan: Taipei|Kaohsiung|Taichung
Tanzania: Dar es Salaam|Dodoma|Arusha
Thailand: Bangkok|Chiang Mai|Pattaya
Tunisia: Tunis|Sfax|Sousse
Turkey: Istanbul|Ankara|Izmir|Antalya
Uganda: Kampala|Gulu|Entebbe
Ukraine: Kyiv|Lviv|Odesa|Kharkiv
Uruguay: Montevideo|Salto|Paysandú
Vietnam: Hanoi|Ho Chi Minh City|Da Nang|Hue
Zambia: Lusaka|Ndola|Livingstone
Zimbabwe: Harare|Bulawayo|Mutare
Afghanistan: Kabul|Kandahar|Herat
Albania: Tirana|Durrës|Shkodër
Algeria: Algiers|Oran|Constantine
Angola: Luanda|Huambo|Lobito
Armenia: Yerevan|Gyumri
Azerbaijan: Baku|Ganja
Belarus: Minsk|Brest|Gomel
Bolivia: La Paz|Santa Cruz|Cochabamba
Cambodia: Phnom Penh|Siem Reap|Battambang
Cameroon: Yaoundé|Douala|Bamenda
Costa Rica: San José|Limón|Heredia
Cyprus: Nicosia|Limassol|Larnaca
Guatemala: Guatemala City|Quetzaltenango|Cobán
Haiti: Port-au-Prince|Cap-Haïtien|Gonaïves
Honduras: Tegucigalpa|San Pedro Sula
Iceland: Reykjavik|Akureyri
Jamaica: Kingston|Montego Bay|Spanish Town
Kazakhstan: Almaty|Astana|Shymkent
Libya: Tripoli|Benghazi|Misrata
Mali: Bamako|Timbuktu|Mopti
Mongolia: Ulaanbaatar|Erdenet|Darkhan
Mozambique: Maputo|Beira|Nampula
Myanmar: Yangon|Mandalay|Naypyidaw
Nicaragua: Managua|León
North Korea: Pyongyang|Hamhung|Wonsan
Panama: Panama City|Colón
Paraguay: Asunción|Encarnación
Rwanda: Kigali|Butare|Gisenyi
Somalia: Mogadishu|Hargeisa|Kismayo
Sudan: Khartoum|Omdurman|Port Sudan
Syria: Damascus|Aleppo|Homs
Uzbekistan: Tashkent|Samarkand|Bukhara
Venezuela: Caracas|Maracaibo
Yemen: Sanaa|Aden|Taiz
United Kingdom: London|Birmingham|Manchester|Leeds|Liverpool|Glasgow|Edinburgh|Bristol|Cardiff|Belfast
Netherlands: Amsterdam|Rotterdam|Utrecht|Eindhoven
Philippines: Manila|Cebu City|Davao
Czech Republic: Prague|Brno|Ostrava|Plzeň
United Arab Emirates: Dubai|Abu Dhabi|Sharjah
"""  # noqa: E501
# Names that follow "the". They replace each other where the text may have that article.
_WITH_ARTICLE = """Bahamas|Czech Republic|Dominican Republic|Gambia|Maldives|Netherlands|Philippines
    |Solomon Islands|United Arab Emirates|United Kingdom|United States"""
_ALSO = {
    "United Kingdom": "UK|U.K|Great Britain|Britain|England|Scotland|Wales|Northern Ireland",
    "United States": "US|U.S|USA|U.S.A|America|United States of America|the States|States",
    "United Arab Emirates": "UAE|U.A.E|Emirates",
    "European Union": "EU|E.U",
    "Netherlands": "Holland",
    "Czech Republic": "Czechia",
    "South Korea": "Korea|Republic of Korea",
    "Vietnam": "Viet Nam",
    "Myanmar": "Burma",
    "Turkey": "Türkiye",
    "Slovakia": "Slovak Republic",
    "Ireland": "Republic of Ireland|Irish Republic|Eire",
    "Russia": "Russian Federation",
    "China": "People's Republic of China|PRC|Mainland China",
    "Congo": "DR Congo|Democratic Republic of Congo|Democratic Republic of the Congo|DRC",
    "Ivory Coast": "Cote d'Ivoire|Côte d'Ivoire",
}
NATIONS_OF = {"US": "American", "USA": "American", "UK": "British"}  # adjectives, too
_SPELLINGS = {
    "zurich": "Zürich", "cracow": "Kraków", "kiev": "Kyiv", "wroclaw": "Wrocław",
    "st. petersburg": "Saint Petersburg", "saigon": "Ho Chi Minh City", "new delhi": "Delhi",
    "rangoon": "Yangon", "bombay": "Mumbai", "calcutta": "Kolkata", "peking": "Beijing",
    "odessa": "Odesa",
    "rio": "Rio de Janeiro", "sarajevo": "Belgrade", "kinshasa": "Lagos", "doha": "Riyadh",
    "manama": "Riyadh", "kuwait city": "Riyadh", "tbilisi": "Yerevan",
    "the hague": "Rotterdam", "marrakech": "Marrakesh", "bengaluru": "Bangalore",
    "munchen": "Munich", "muenchen": "Munich", "koln": "Cologne", "koeln": "Cologne",
    "wien": "Vienna", "firenze": "Florence", "roma": "Rome", "milano": "Milan",
    "napoli": "Naples", "torino": "Turin", "venezia": "Venice", "genova": "Genoa",
    "geneve": "Geneva", "genf": "Geneva", "bruxelles": "Brussels", "brussel": "Brussels",
    "antwerpen": "Antwerp", "gent": "Ghent", "brugge": "Bruges", "den haag": "Rotterdam",
    "lisboa": "Lisbon", "sevilla": "Seville", "praha": "Prague", "warszawa": "Warsaw",
    "moskva": "Moscow", "goteborg": "Gothenburg", "kobenhavn": "Copenhagen",
    "athina": "Athens", "bucuresti": "Bucharest", "berne": "Bern", "basle": "Basel",
    "lyons": "Lyon", "marseilles": "Marseille", "beograd": "Belgrade", "hannover": "Bremen",
    "frankfurt am main": "Frankfurt", "beirute": "Beirut", "bogota d.c": "Bogotá",
}  # fmt: skip
# Alone, these mean an American city as often.
_ALSO_AMERICAN = word_set(
    """alexandria athens birmingham bristol kingston manchester medina reading derby bradford
    plymouth southampton oxford norwich ipswich aberdeen dundee stirling hastings darwin bolton
    newry paisley regina laval hanover essen verona como parma santander natal trier ulm bethlehem
    nazareth hebron sligo van vigo leon waterford jasper scarborough perm jos aba tyre"""
)
_MORE = """Puerto Rico|Guam|Hong Kong|Macau|Greenland|Bermuda|Aruba|Curaçao|Zaire|Rhodesia|Ceylon
    |Siam|Prussia|Bohemia|Palestinian Territories|Bosnia-Herzegovina|Bosnia and Herzegovina|Brunei
    |Trinidad and Tobago|Trinidad|Timor-Leste|Eswatini|Swaziland|Laos|Palestine|Gaza|West Bank
    |Kosovo|Soviet Union|USSR|Yugoslavia|Czechoslovakia|East Germany|West Germany|Congo
    |Ivory Coast|Persia|Macedonia|Cape Verde|East Timor|Vatican|Moldova|Georgia|Bosnia
    |Scandinavia"""


class World:
    """Countries, the cities of each, and where each city is."""

    def __init__(self) -> None:
        rows = [line.split(": ") for line in _CITIES.strip().splitlines()]
        self._cities = {country: Pool(cities.split("|")) for country, cities in rows}
        self._homes = {
            normalized(city): country
            for country, pool in self._cities.items()
            for city in pool.phrases
        }
        self._ranks = {
            normalized(city): rank
            for pool in self._cities.values()
            for rank, city in enumerate(pool.phrases)
        }
        self._homes |= {key: self._homes[normalized(city)] for key, city in _SPELLINGS.items()}
        for country, towns in (line.split(": ") for line in FOREIGN_TOWNS.strip().splitlines()):
            for town in towns.split("|"):
                self._homes.setdefault(normalized(town), country)
        self.cities = Pool(city for pool in self._cities.values() for city in pool.phrases)
        self.with_article = Pool(_names(_WITH_ARTICLE))
        articles = set(self.with_article.phrases)
        self.countries = Pool(country for country in self._cities if country not in articles)
        known = (*_fakers_countries(), *_names(_MORE), *self._cities, *articles)
        self._names = {normalized(name): name for name in known}
        for name, others in _ALSO.items():
            self._names |= {normalized(other): name for other in others.split("|")}

    def country(self, name: str) -> str | None:
        """Return the usual name of a country; None if it is none."""
        return self._names.get(normalized(name))

    def home(self, city: str) -> str | None:
        """Return the country of a large city outside the United States; None for another place."""
        return self._homes.get(normalized(city))

    def rank(self, city: str) -> int | None:
        """Return the place of a city among those of its country, the first is 0."""
        return self._ranks.get(normalized(self.usual(city)))

    def usual(self, city: str) -> str:
        """Return the usual English name of a city: Munich for "München"."""
        return _SPELLINGS.get(normalized(city), city)

    def is_foreign(self, city: str) -> bool:
        """Return whether the name of a city, alone, means one outside the United States."""
        return self.home(city) is not None and normalized(city) not in _ALSO_AMERICAN

    def cities_of(self, country: str) -> Pool:
        """Return the cities of a country, those of all for one without cities here."""
        return self._cities.get(country, self.cities)


@cache
def world() -> World:
    """Return the countries of the world."""
    return World()


def _names(text: str) -> list[str]:
    return [" ".join(name.split()) for name in text.split("|")]


def _fakers_countries() -> list[str]:
    from faker.providers.address import Provider

    return [name for name in Provider.countries if "(" not in name and name not in STATES.values()]
