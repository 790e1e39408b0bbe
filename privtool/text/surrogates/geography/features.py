"""Coasts, gulfs, straits, peninsulas, districts and planets, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

FEATURES = (
    NameGroup(
        "Turnpike|Parkway|Expressway|Freeway|Beltway",
        "Interstate|Thruway|Autobahn|Causeway|Tollway",
    ),
    NameGroup(
        "African Union|Arab League|Commonwealth|Eurozone|European Union",
        "Schengen Area|West Indies|Soviet Union",
    ),
    NameGroup(
        """Ottoman Empire|Byzantine Empire|Roman Empire|Russian Empire|Inca Empire|Papal States
        |Weimar Republic|Third Reich""",
        """Roman Republic|Holy Roman Empire|British Empire|Austro-Hungarian Empire|Persian Empire
        |Mughal Empire|Aztec Empire|Republic of Venice""",
    ),
    NameGroup("upstate|overseas|abroad|out west", "downstate|back east|down south|up north"),
    NameGroup("NYC|SF|NOLA|Philly|Vegas", "PDX|L.A.|Frisco|Chi-Town"),
    NameGroup("downtown|uptown|midtown", "city center|town center"),
    NameGroup(
        "Outer Banks|Florida Keys|Hamptons|Finger Lakes|Badlands|Black Hills|Poconos|Everglades",
        """Jersey Shore|Berkshires|Cotswolds|Lake District|Riviera|French Riviera|Algarve|Amalfi
        Coast|Costa Brava|Costa del Sol|Great Lakes|Thousand Islands|Mojave|Outback|Delta|Carolinas
        |Dakotas|Keys|White Mountains|Green Mountains|Blue Ridge|Black Forest|Lowcountry|Boundary
        Waters|Chesapeake|North Shore|South Shore|South Pole|North Pole""",
    ),
    NameGroup(
        "Gulf of Alaska|Gulf of Aden|Gulf of Finland|Gulf of Thailand|Gulf of Guinea|Gulf of Oman",
        """Gulf of Mexico|Gulf of California|Gulf of Tonkin|Gulf of Bothnia|Gulf of Riga
        |Gulf of Suez|Gulf of St. Lawrence|Gulf of Aqaba""",
    ),
    NameGroup(
        "Bay of Bengal|Bay of Biscay|Bay of Fundy|Bay of Naples|Bay of Plenty",
        "Bay of Pigs|Bay of Kotor|Hudson Bay|Bay of Campeche",
    ),
    NameGroup(
        """Strait of Hormuz|Strait of Gibraltar|Strait of Malacca|Strait of Magellan
        |Strait of Messina""",
        "Straits of Hormuz|Straits of Gibraltar|Bosphorus|Bosporus|Dardanelles|Taiwan Strait",
    ),
    NameGroup(
        "English Channel|Skagerrak|Kattegat|Bosphorus|Dardanelles|Panama Canal|Suez Canal",
        "Channel|Kiel Canal|Erie Canal|Channel Tunnel|Chunnel",
    ),
    NameGroup("Cape of Good Hope|Cape Horn|Cape Agulhas|Cape Finisterre"),
    NameGroup(
        "Crete|Corfu|Malta|Rhodes|Majorca|Madeira|Tenerife|Sicily|Sardinia|Corsica",
        """Mallorca|Ibiza|Santorini|Mykonos|Gran Canaria|Capri|Lanzarote|Zanzibar|Bali|Phuket|Maui
        |Oahu|Kauai|Okinawa|Java|Sumatra|Borneo|Gotland|Jersey|Guernsey|Barbados|Tobago""",
    ),
    NameGroup("Isle of Man|Isle of Wight|Isle of Skye|Isle of Mull|Isle of Arran"),
    NameGroup(
        "Arabian Peninsula|Iberian Peninsula|Korean Peninsula|Sinai Peninsula|Malay Peninsula",
        "Horn of Africa|Balkan Peninsula|Indian subcontinent|Kola Peninsula|Crimean Peninsula",
    ),
    NameGroup(
        "Canary Islands|Cayman Islands|Cook Islands|Faroe Islands|Falkland Islands",
        """U.S. Virgin Islands|US Virgin Islands|British Virgin Islands|Virgin Islands|Falklands
        |Channel Islands|Marshall Islands|Galápagos Islands|Aleutian Islands|Florida Keys|Antilles
        |San Juan Islands|Hawaiian Islands|Greek Islands|Orkney Islands|Shetland Islands""",
    ),
    NameGroup("Venus|Jupiter|Saturn|Neptune|Uranus", "Mars|Pluto|Mercury|Earth"),
    NameGroup(
        "Harlem|SoHo|Tribeca|Astoria|Williamsburg|Flatbush",
        "Flushing|Chinatown|Greenwich Village|East Village|Bushwick",
    ),
    NameGroup(
        "Upper East Side|Upper West Side|Financial District|Garment District|Theater District",
        """Lower East Side|West Side|East Side|South Side|North Side|Near North Side|West End
        |East End|French Quarter|Left Bank|Right Bank|Warehouse District|Meatpacking District""",
    ),
    NameGroup("Brooklyn|Manhattan|Queens|Staten Island"),
    NameGroup(
        "Brixton|Camden|Hackney|Islington|Notting Hill|Mayfair|Chelsea|Kensington",
        "Soho|Covent Garden|Wimbledon|Tottenham|Croydon|Canary Wharf|Westminster|Peckham",
    ),
    NameGroup(
        "Mount Everest|Mount Rainier|Mount Fuji|Mount Hood|Mount Etna|Mount Shasta",
        """Mount Kilimanjaro|Kilimanjaro|Everest|Mount McKinley|Mount St. Helens|Mount Whitney|K2
        |Mont Blanc|Matterhorn|Mount Olympus|Mount Sinai|Mount Washington|Pikes Peak""",
    ),
    NameGroup(
        "Niagara Falls|Victoria Falls|Angel Falls|Yosemite Falls|Iguazu Falls",
        "Multnomah Falls|Snoqualmie Falls",
    ),
    NameGroup(
        "Lake Superior|Lake Michigan|Lake Huron|Lake Erie|Lake Ontario|Lake Champlain",
        """Lake Tahoe|Lake Okeechobee|Lake Geneva|Lake Como|Lake Victoria|Lake Titicaca|Lake Baikal
        |Lake Placid|Lake Mead|Lake Powell|Loch Ness|Lake Garda|Lake Constance|Crater Lake""",
    ),
    NameGroup(
        "Yosemite|Yellowstone|Zion|Acadia|Glacier Bay|Denali|Joshua Tree|Arches",
        "Grand Canyon|Bryce Canyon|Big Bend|Death Valley|Mesa Verde|Great Smoky Mountains|Banff",
    ),
    NameGroup(
        "Seattle Center|Golden Gate Park|Prospect Park|Griffith Park|Lincoln Park|Forest Park",
        "Central Park|Hyde Park|Grant Park|Balboa Park|Battery Park|Bryant Park|Regent's Park",
    ),
)
