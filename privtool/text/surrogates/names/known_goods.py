"""Cars, wines, watches, weapons, composers and other goods and works that one names, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

GOODS = (
    NameGroup(
        "Corolla|Civic|Camry|Jetta|Sentra|Malibu|Prius|Elantra|Sonata|Passat|Accord|Altima",
        """Fiesta|Impala|Outback|Forester|Sorento|Fusion|Taurus|Mustang|Camaro|Miata
        |Corvette|Silverado|Tacoma|Sienna|Odyssey|Tundra|Explorer|Wrangler|Cherokee|Beetle""",
    ),
    NameGroup("Winnebago|Airstream|Jayco|Coachmen|Forest River|Fleetwood"),
    NameGroup(
        "Merlot|Malbec|Riesling|Chardonnay|Rioja|Pinot Noir|Sauvignon Blanc",
        "Chianti|Cabernet|Cabernet Sauvignon|Zinfandel|Syrah|Shiraz|Prosecco|Champagne|Beaujolais",
    ),
    NameGroup("Rolex|Omega|Cartier|Seiko|Timex|Casio", "Breitling|Tissot|Swatch|Patek Philippe"),
    NameGroup("Glock|Beretta|Ruger|Colt|Luger", "Smith & Wesson|Sig Sauer|Kalashnikov|Uzi"),
    NameGroup(
        "Beethoven|Brahms|Haydn|Schubert|Vivaldi|Debussy|Handel",
        "Mozart|Chopin|Bach|Liszt|Mahler|Wagner|Verdi|Puccini|Tchaikovsky|Ravel|Schumann|Mendelssohn",
    ),
    NameGroup(
        "Whirlpool|Maytag|Frigidaire|Kenmore|Bosch", "Electrolux|Amana|KitchenAid|GE|Thermador"
    ),
    NameGroup("Roomba|Dyson|Hoover|Bissell|Oreck", "Eureka|Dirt Devil"),
    NameGroup("Keurig|Vitamix|Crock-Pot|Nespresso", "Instant Pot|Cuisinart|NutriBullet|Mr. Coffee"),
    NameGroup("Kindle|Nook|Kobo|reMarkable|Boox"),
    NameGroup("AirPods|Beats|EarPods|Galaxy Buds|Pixel Buds"),
    NameGroup("Steinway|Bechstein|Bösendorfer|Fazioli|Baldwin"),
    NameGroup("Stradivarius|Guarneri|Amati|Guadagnini|Gagliano"),
    NameGroup("Stratocaster|Telecaster|Les Paul", "Gibson|Fender"),
    NameGroup("Margherita|Hawaiian|Sicilian|Neapolitan", "Quattro Formaggi"),
    NameGroup("pierogi|dumplings|ravioli|enchiladas|lasagna", "tamales|gnocchi|empanadas|samosas"),
    NameGroup("pad thai|ramen|bibimbap|goulash|paella", "pho|biryani|risotto|jambalaya|gumbo"),
    NameGroup("Big Mac|Whopper|Happy Meal|McFlurry|Quarter Pounder", "McNuggets|Frosty|Blizzard"),
    NameGroup("Hamlet|Macbeth|Othello|King Lear|Twelfth Night|The Tempest", "Romeo and Juliet"),
    NameGroup("Apache|Black Hawk|Chinook|Huey", "Blackhawk|Sea King"),
    NameGroup("Novocain|Lidocaine|Propofol|Ketamine", "Novocaine|nitrous oxide"),
    NameGroup("Tupperware|Pyrex|Corelle|CorningWare"),
    NameGroup("Jacuzzi|Peloton|NordicTrack|Bowflex", "StairMaster|SoulCycle"),
    NameGroup("Dickens|Tolstoy|Austen|Proust|Melville|Balzac", "Dostoevsky|Kafka|Joyce|Chekhov"),
    NameGroup("Picasso|Monet|Matisse|Rembrandt|Vermeer|Degas", "Van Gogh|Rothko|Warhol|Renoir"),
)
WINES = GOODS[2]
CARS = GOODS[0]
