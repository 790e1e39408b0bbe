"""Names of public institutions, large companies and sports teams, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup
from privtool.text.surrogates.names.known_firms import FIRMS
from privtool.text.surrogates.names.known_services import SERVICES
from privtool.text.surrogates.places.regions import groups_in
from privtool.text.word_sets import word_set

INSTITUTIONS = (
    NameGroup("Army|Navy|Air Force|Marines|Coast Guard|National Guard", "Marine Corps"),
    NameGroup(
        "Supreme Court|High Court|Court of Appeals|District Court|Family Court|Superior Court",
        """Crown Court|County Court|Circuit Court|Municipal Court|Appeals Court
        |Constitutional Court|Magistrates' Court|Juvenile Court|Probate Court|Small Claims Court
        |Traffic Court|Tax Court""",
    ),
    NameGroup(
        """European Court of Justice|International Court of Justice
        |European Court of Human Rights|Court of Arbitration for Sport""",
        """International Criminal Court|World Court|Hague Tribunal
        |International Criminal Tribunal""",
    ),
    NameGroup(
        "Superior Courts|District Courts|Circuit Courts|County Courts|Family Courts",
        "Courts of Common Pleas|Courts of Appeals|Courts of Appeal|Supreme Courts",
    ),
    NameGroup(
        "Congress|Senate|Parliament|Cabinet",
        """House of Assembly|National Assembly|General Assembly|Legislative Assembly|Legislature
        |House of Representatives|House of Commons|House of Lords|Duma|Knesset|Bundestag|House
        |White House|Vatican|Holy See|Kremlin|Pentagon|Downing Street|Capitol|State Department""",
    ),
    NameGroup("Exchequer|Central Bank|State Bank", "Treasury"),
    NameGroup(
        "United Nations|European Union|World Bank|African Union",
        "European Commission|World Health Organization|International Monetary Fund",
    ),
    NameGroup(  # unions of workers
        "Bricklayers|Carpenters|Electricians|Longshoremen|Machinists|Pipefitters|Printers",
        "Teamsters|Steelworkers|Ironworkers|Autoworkers|Boilermakers|Mineworkers",
    ),
    NameGroup("NATO|ASEAN|OECD|OSCE", "UN|EU|U.N|E.U|G7|G8|G20|CIS"),
    NameGroup("ASEAN|Mercosur|NAFTA|BRICS", "OPEC"),  # "OPEC oil"
    NameGroup("UNICEF|UNESCO|UNHCR|FAO|ILO|UNDP", "WHO|IMF|WTO|IAEA|WFP|UNRWA"),
    NameGroup("Interpol|Europol|Scotland Yard|Frontex"),
    NameGroup(
        "Liberal Party|Labour Party|Socialist Party|Centre Party|Reform Party|Unity Party",
        "Green Party|Conservative Party|Democratic Party|Republican Party|Communist Party",
    ),
    NameGroup(
        "Bank of Canada|Bank of Japan|Riksbank|Norges Bank|Banca d'Italia|Federal Reserve",
        "Bundesbank|Fed|European Central Bank|ECB",
    ),
    NameGroup(
        "Taliban|Shining Path|Tamil Tigers|Khmer Rouge|Red Brigades",
        "IRA|PLO|PKK|FARC|Houthis|Weather Underground|Symbionese Liberation Army",
    ),
    NameGroup(
        "Hezbollah|Hamas|Boko Haram|Al-Shabaab|Abu Sayyaf",
        """ETA|Hizbollah|Hizbullah|al-Qaeda|al Qaeda|Islamic State|ISIS|PLO|IRA|PKK|Khmer Rouge
        |UNITA|FARC|Al Shabaab|al-Shabaab|Houthis|Weather Underground|Red Brigades""",
    ),
    NameGroup(
        "Reuters|Associated Press|Agence France-Presse|Interfax|Bloomberg|Kyodo",
        "Xinhua|AP|AFP|UPI|Itar-Tass|Tass|Tanjug|dpa|ANSA|Al Jazeera|PA",
    ),
    NameGroup(
        """Amnesty International|Greenpeace|Oxfam|Habitat for Humanity|Save the Children
        |World Vision|Goodwill""",
        """Mothers Against Drunk Driving|MADD|Save the Whales|Médecins du Monde|Feeding America
        |CARE|Caritas|Shelter|Age UK|Mercy Corps|Heifer International|Doctors Without Borders
        |Planned Parenthood|Alcoholics Anonymous|Human Rights Watch|YMCA|YWCA
        |Médecins Sans Frontières|Feed the Children|WWF|ACLU|NAACP|PETA|AARP|NRA""",
    ),
    NameGroup(  # with an article
        "Audubon Society|Humane Society|Nature Conservancy|Sierra Club|Wilderness Society",
        "National Trust|National Wildlife Federation|World Wildlife Fund",
    ),
    NameGroup(
        "Salvation Army|Red Crescent|Peace Corps|United Way|Samaritans",
        "Red Cross|American Red Cross|British Red Cross",
    ),
    NameGroup("ICU|ER|NICU|PACU|CCU", "PICU|OR|ED|A&E|L&D"),
    *SERVICES,
    NameGroup(
        "Walmart|Target|Costco|Safeway|Kroger|Aldi|Publix",
        """Trader Joe|Whole Foods|Sears|Kmart|Macy's|IKEA|Tesco|Lidl|Home Depot|Lowe's|Best Buy
        |H-E-B|Piggly Wiggly|Bed Bath & Beyond|Sainsbury's|Nordstrom""",
    ),
    NameGroup(
        "Wells Fargo|Chase|Citibank|HSBC|Barclays|Capital One|Santander|TD Bank",
        """Goldman Sachs|Morgan Stanley|Deutsche Bank|UBS|Credit Suisse|JPMorgan|Merrill Lynch
        |Lloyds|PNC|American Express|PayPal|Fidelity|Charles Schwab""",
    ),
    NameGroup(
        "Verizon|Comcast|T-Mobile|Vodafone|Sprint|Orange|Telstra",
        "Verizon Wireless|Xfinity|Spectrum|Cox|Telefonica|BT|O2|Virgin Media",
    ),
    NameGroup(
        "Aetna|Cigna|Humana|Anthem|Kaiser Permanente|State Farm|Allstate|Progressive",
        """Blue Cross|Blue Cross Blue Shield|Blue Shield|UnitedHealthcare|Geico|Farmers
        |Liberty Mutual|Nationwide|MetLife""",
    ),
    NameGroup("Medicare|Medicaid|Tricare|Social Security|Head Start"),
    NameGroup(
        "Amazon|Google|Microsoft|Apple|Intel|Samsung|Sony|Oracle|Nokia",
        "IBM|Netflix|Dell|HP|Siemens|Hewlett-Packard|Cisco|eBay|Meta|Adobe",
    ),
    NameGroup(
        "McDonald's|Subway|Wendy's|Chipotle|Starbucks|Taco Bell|Domino's",
        """McDonalds|Chick-fil-A|Panera|Panera Bread|Chili's|IHOP|Five Guys|Shake Shack|In-N-Out
        |Popeyes|Papa John's|Little Caesars|Cracker Barrel|Waffle House|Red Lobster|Outback
        |Nando's|Tim Hortons|Greggs|Sonic|Dairy Queen|Whataburger|Texas Roadhouse|Panda Express
        |Culver's|Bojangles|Costa Coffee|Burger King|KFC|Dunkin' Donuts|Dunkin|Pizza Hut|Arby's
        |Olive Garden|Applebee's|Denny's""",
    ),
    NameGroup("FedEx|UPS|DHL|USPS", "Royal Mail|Deutsche Post|TNT"),
    NameGroup(
        "Postal Service|Weather Service|Forest Service|Park Service",
        "U.S. Postal Service|US Postal Service|Post Office|United States Postal Service",
    ),
    NameGroup(
        "Nike|Adidas|Puma|Levi's|Gap|Zara|Reebok",
        "Old Navy|Banana Republic|H&M|Gucci|Prada|Uniqlo|Lululemon|Converse",
    ),
    *FIRMS,
    *groups_in("landmarks"),
)

TEAM_WORDS = word_set("sox jazz heat magic thunder lightning wild avalanche united city")
CITIES = """Albany Buffalo Charlotte Columbus Dallas Denver Houston Memphis Oakland Omaha Orlando
    Portland Richmond Sacramento Seattle Tampa Toledo Tucson Tulsa Wichita"""
TEAMS = """Badgers Bisons Chargers Comets Coyotes Eagles Falcons Foxes Hawks Hornets Lancers Lynx
    Mustangs Otters Pioneers Rockets Sharks Stags Storm Wolves"""
LEAGUES = word_set(
    """49ers angels astros athletics avalanche bears bengals bills blackhawks blazers braves brewers
    broncos browns bruins buccaneers bucks bulls canadiens canucks capitals cardinals cavaliers
    celtics chiefs clippers colts cowboys cubs devils diamondbacks dodgers dolphins ducks flames
    flyers giants grizzlies hurricanes indians islanders jaguars jays jets kings knicks lakers lions
    magic mariners marlins mavericks mets nationals nets nuggets oilers orioles packers pacers
    padres panthers patriots penguins phillies pirates pistons predators raiders rams rangers
    raptors ravens rays redskins royals saints sabres seahawks senators sonics spurs steelers suns
    supersonics texans timberwolves titans twins vikings warriors yankees wizards"""
)
TEAM_NICKNAMES = frozenset(
    (
        "all blacks",
        "red sox",
        "white sox",
        "blue jays",
        "maple leafs",
        "red wings",
        "trail blazers",
        "blue devils",
    )
)
CLUBS = """Ajax|Benfica|Celtic|Everton|Feyenoord|Fulham|Juventus|Lazio|Lens|Metz|Porto|Rangers
    |Sevilla|Torino|Udinese|Valencia|Werder Bremen|Leeds United|Norwich City|Bolton Wanderers"""
KNOWN_CLUBS = """Inter|Internazionale|Spurs|Manchester United|Manchester City|Real Madrid|AC Milan
    |Inter Milan|Bayern Munich|Crystal Palace|Aston Villa|Arsenal|Chelsea|Liverpool|Tottenham
    |Tottenham Hotspur|Newcastle United|West Ham|West Ham United|Borussia Dortmund|Bayer Leverkusen
    |Paris Saint-Germain|Barcelona|Atletico Madrid|Sampdoria|Fiorentina|Galatasaray|Fenerbahce
    |Olympiakos|Panathinaikos|Anderlecht|Blackburn Rovers|Nottingham Forest|Sheffield Wednesday
    |Wolverhampton Wanderers|Schalke|Ajax Amsterdam|PSV Eindhoven|Parma|Spartak Moscow|Red Star
    Belgrade|Partizan Belgrade|Rosenborg|Sparta Prague|Slavia Prague|Steaua Bucharest|Hajduk Split
    |Dinamo Zagreb|Legia Warsaw|Auxerre|Nantes|Monaco|Lyon|Marseille|Roma|Napoli|Atalanta|Cagliari
    |Perugia|Vicenza|Deportivo La Coruna|Celta Vigo|Espanyol|Zaragoza|Tenerife|Real Betis|Real
    Sociedad|Athletic Bilbao|Leicester City|Coventry City|Derby County|Middlesbrough|Sunderland
    |Southampton|Aberdeen|Hibernian|Dundee United|Flamengo|Boca Juniors|River Plate|Santos
    |Corinthians|Sao Paulo|Club Brugge|Besiktas|Karlsruhe|Hamburg SV|1860 Munich|Borussia
    Moenchengladbach|VfB Stuttgart|Grasshoppers|Neuchatel Xamax|Rapid Vienna|Queens Park Rangers
    |Brighton"""
