"""Well-known stadiums, halls, monuments and airports, which taggers also call organizations."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

_AIRPORTS = "Heathrow|Gatwick|Schiphol|LaGuardia|Logan|Dulles|Midway|Narita"
_MORE_AIRPORTS = """O'Hare|Newark|JFK|Kennedy|Charles de Gaulle|Orly|Hartsfield-Jackson|Sea-Tac
    |Stansted|Frankfurt|Sky Harbor|Love Field|Ben Gurion|Haneda|Changi|Pearson"""


def _airports(names: str, ending: str) -> str:
    return "|".join(f"{' '.join(name.split())} {ending}" for name in names.split("|"))


PUBLIC_PLACES = (
    NameGroup(_AIRPORTS, _MORE_AIRPORTS),
    NameGroup(
        _airports(_AIRPORTS, "Airport"),
        "|".join(
            (
                _airports(_MORE_AIRPORTS, "Airport"),
                _airports(f"{_AIRPORTS}|{_MORE_AIRPORTS}", "International Airport"),
            )
        ),
    ),
    NameGroup(
        "Fenway Park|Wrigley Field|Yankee Stadium|Dodger Stadium|Soldier Field|Wembley Stadium",
        """Lord's|Camp Nou|Candlestick Park
        |Shea Stadium|Lambeau Field|Oriole Park|Camden Yards
        |Centre Court|Churchill Downs|Pimlico|Stade de France|Arrowhead Stadium|Gillette Stadium""",
    ),
    NameGroup("Superdome|Astrodome|Metrodome|Silverdome|Kingdome"),  # with an article
    NameGroup("Fenway|Wrigley|Wembley|Anfield|Old Trafford", "Lambeau|Arrowhead|Candlestick"),
    NameGroup(
        "Carnegie Hall|Radio City Music Hall|Lincoln Center|Symphony Hall",
        "Madison Square Garden|Red Rocks|Ravinia|Tanglewood",
    ),
    NameGroup(
        "Royal Albert Hall|Kennedy Center|Hollywood Bowl|Apollo Theater|Grand Ole Opry",
        """Royal Albert Hall|Albert Hall|Staples Center|Barclays Center
        |Sydney Opera House|Metropolitan Opera|Bolshoi|Globe|Old Vic|Palladium""",
    ),
    NameGroup("Hadrian's Wall|Antonine Wall|Offa's Dyke", "Great Wall|Great Wall of China"),
    NameGroup("Eastern Front|Italian Front|Southern Front", "Western Front|Home Front"),
    NameGroup("Maginot Line|Siegfried Line|Green Line", "Berlin Wall|Iron Curtain"),
    NameGroup(
        "Eiffel Tower|Statue of Liberty|Space Needle|Washington Monument|Gateway Arch|CN Tower",
        """Empire State Building|Chrysler Building|Lincoln Memorial|Jefferson Memorial|Colosseum
        |Taj Mahal|Leaning Tower of Pisa|Acropolis
        |Parthenon|Twin Towers|World Trade Center|Brandenburg Gate|Arc de Triomphe|Western Wall
        |Tower of London|Louvre|Prado|Guggenheim|Smithsonian|Alamo|Great Pyramid|Sphinx""",
    ),
    NameGroup(
        "Golden Gate Bridge|Brooklyn Bridge|Bay Bridge|Mackinac Bridge|Verrazano Bridge",
        "George Washington Bridge|Tappan Zee Bridge|Chesapeake Bay Bridge|Manhattan Bridge",
    ),
    NameGroup("Tower Bridge|London Bridge|Westminster Bridge|Waterloo Bridge|Putney Bridge"),
    NameGroup(
        "San Quentin|Sing Sing|Attica|Folsom|Leavenworth|Pelican Bay",
        "Rikers|Rikers Island|Alcatraz|Angola Prison|Guantanamo|Guantánamo|Guantanamo Bay",
    ),
    NameGroup(  # with an article
        """Museum of Modern Art|Museum of Natural History|Museum of Fine Arts|Museum of Science
        |Museum of Science and Industry|Museum of Transport""",
        """Natural History Museum|Science Museum|British Museum|Victoria and Albert Museum|Met
        |Metropolitan Museum|Metropolitan Museum of Art|Getty|Rijksmuseum|Uffizi|Hermitage
        |Art Institute|Smithsonian Institution|Air and Space Museum|Field Museum|Tate Modern""",
    ),
    NameGroup("Hoover Dam|Grand Coulee Dam|Oroville Dam|Glen Canyon Dam", "Three Gorges Dam"),
    NameGroup(
        "Buckingham Palace|Windsor Castle|Westminster Abbey|Balmoral|Kensington Palace",
        """Downing Street|10 Downing Street|Versailles|St. Peter's Basilica|Notre-Dame|Sagrada
        Familia""",
    ),
    NameGroup(  # with an article
        "Bronx|Bowery|Tenderloin|French Quarter|Marais",
        "Left Bank|West End|East End|Meatpacking District",
    ),
    NameGroup("Wall Street|Fleet Street|Madison Avenue|Bay Street", "Savile Row|Broadway"),
    NameGroup(
        "Disneyland|Six Flags|SeaWorld|Busch Gardens|Legoland|Epcot",
        "Disney World|Walt Disney World|Universal Studios|Dollywood|Hersheypark|Coney Island",
    ),
)
