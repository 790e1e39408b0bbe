"""Well-known brands and kinds of goods that one names, finer than those of `known_goods.py`."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

BRANDS = (
    NameGroup("Samsung|Nokia|Motorola|Huawei|BlackBerry", "LG|HTC|OnePlus|Xiaomi|Oppo|Ericsson"),
    NameGroup(
        "ThinkPad|MacBook|Chromebook|Surface|Inspiron",
        "Lenovo|MacBook Pro|MacBook Air|iMac|Latitude|Acer|Asus|Alienware|Toshiba|Dell XPS",
    ),
    NameGroup("Nikon|Leica|Olympus|Fujifilm", "GoPro|Polaroid|Kodak|Pentax|Hasselblad|Minolta"),
    NameGroup("Bose|Sonos|JBL|Yamaha|Marantz", "Beats|Sennheiser|Bang & Olufsen|HomePod"),
    NameGroup("Epson|Lexmark|Xerox|Ricoh|LaserJet", "OfficeJet|DeskJet|HP LaserJet"),
    NameGroup("Linksys|Netgear|Eero|Cisco|Ubiquiti", "TP-Link|D-Link|Juniper|Fortinet|Aruba|Orbi"),
    NameGroup("Garmin|TomTom|Fitbit|Magellan", "Oura|Whoop|Apple Watch|Waze"),
    NameGroup("Kindle|Nook|Kobo|reMarkable|Boox"),
    NameGroup("Phillips|Torx|Robertson|Pozidriv", "Pozidriv"),
    NameGroup(
        "DeWalt|Makita|Ryobi|Husqvarna|Dremel",
        "Black & Decker|Bosch|Stihl|Kobalt|Hilti|Snap-on|Ridgid",
    ),
    NameGroup("Kubota|John Deere|Massey Ferguson|New Holland", "Bobcat|Toro|Mahindra"),
    NameGroup(
        "Trek|Schwinn|Cannondale|Bianchi",
        "Huffy|Brompton|Peugeot|Santa Cruz",
    ),
    NameGroup("Boston Whaler|Bayliner|Sea Ray|MasterCraft|Hobie", "Evinrude"),
    NameGroup("Rossignol|Salomon|Fischer|Nordica|Völkl", "K2|Blizzard|Rip Curl"),
    NameGroup(
        "Titleist|Callaway|TaylorMade|Ping",
        "Rawlings|Louisville Slugger|Spalding|Easton",
    ),
    NameGroup(
        "Nike|Puma|Reebok|Converse|Vans|New Balance|Fila",
        """Adidas|Asics|Under Armour|Skechers|Crocs|Birkenstock|Birkenstocks|Uggs|Ugg|Timberland
        |Timberlands|Doc Martens|Dr. Martens|Brooks|Hoka|Saucony|Merrell|Keds|Jordans
        |Air Jordans|Nikes|Vans sneakers""",
    ),
    NameGroup(
        "Gucci|Prada|Chanel|Hermès|Fendi|Versace",
        """Louis Vuitton|Dior|Armani|Burberry|Balenciaga|Kate Spade|Michael Kors|Dolce & Gabbana
        |Givenchy|Ralph Lauren|Vera Wang|Valentino|Saint Laurent|Tory Burch|Vuitton""",
    ),
    NameGroup(
        "Patagonia|Carhartt|Marmot|Lululemon",
        "North Face|Canada Goose|Barbour|Arc'teryx|Helly Hansen|Levi's|Dickies",
    ),
    NameGroup("Samsonite|Tumi|Rimowa|JanSport", "Herschel|Osprey|Briggs & Riley|Yeti"),
    NameGroup("Ray-Ban|Oakley|Persol|Maui Jim", "Ray-Bans|Oakleys|Costa|Wayfarer|Wayfarers"),
    NameGroup(
        "Graco|Chicco|Britax|Bugaboo|Evenflo",
        "Maxi-Cosi|UPPAbaby|Fisher-Price|BabyBjörn|Medela|Snoo",
    ),
    NameGroup("Similac|Enfamil|Gerber|PediaSure", "Nutramigen|Earth's Best|Beech-Nut|Aptamil"),
    NameGroup("Pampers|Huggies|Luvs|Tampax|Kotex", "Poise"),
    NameGroup(
        "Lego|Barbie|Playmobil|Furby|Nerf",
        """Legos|Play-Doh|G.I. Joe|Hot Wheels|Tamagotchi|Lincoln Logs|Beanie Babies|Beanie Baby
        |American Girl|Squishmallow|Squishmallows|Hula Hoop|Etch A Sketch|Slinky|Rubik's Cube""",
    ),
    NameGroup(
        "Purina|Pedigree|Iams|Whiskas",
        "Friskies|Royal Canin|Blue Buffalo|Science Diet|Meow Mix|Frontline",
    ),
    NameGroup(
        "Dove|Olay|Neutrogena|Nivea|Aveeno", "Maybelline|L'Oréal|CeraVe|Revlon|Clinique|Mary Kay"
    ),
    NameGroup("Band-Aid|Vaseline|Q-Tips|Chapstick", "Band-Aids|Bengay|Vicks|Ace bandage|Icy Hot"),
    NameGroup("Colgate|Crest|Listerine|Sensodyne|Aquafresh", "Oral-B|Invisalign|Waterpik|Sonicare"),
    NameGroup(
        "Cheez-Its|Doritos|Pringles|Cheetos|Fritos",
        "Oreos|Goldfish|Ruffles|Lay's|Triscuits|Ritz|SunChips",
    ),
    NameGroup(
        "Snickers|Twix|Kit Kat|Milky Way|Reese's",
        """Twizzlers|Jolly Ranchers|Skittles|Starburst|Butterfinger|Almond Joy|Haribo|Toblerone
        |Cadbury|Godiva|Lindt|Ferrero Rocher|Pocky""",
    ),
    NameGroup(
        "Chobani|Yoplait|Dannon|Fage",
        "Activia|Oikos|Ben & Jerry's|Häagen-Dazs|Breyers|Dippin' Dots",
    ),
    NameGroup(
        "Velveeta|Spam|Jell-O|Tofurky", "Cool Whip|Marmite|Vegemite|Miracle Whip|Hamburger Helper"
    ),
    NameGroup(
        "Cheddar|Gouda|Brie|Gruyère|Havarti", "Parmesan|Camembert|Stilton|Roquefort|Manchego|Feta"
    ),
    NameGroup(
        "Tabasco|Sriracha|Cholula|Worcestershire", "Frank's|A1|Old Bay|Heinz|Hellmann's|Ragu|Prego"
    ),
    NameGroup(
        "Nescafé|Folgers|Maxwell House|Lavazza",
        "Sanka|Nespresso|Lipton|Earl Grey|Darjeeling|Twinings",
    ),
    NameGroup(
        "Margarita|Mojito|Mimosa|Daiquiri",
        "Martini|Negroni|Bellini|Mai Tai|Sazerac",
    ),
    NameGroup(
        "Marlboro|Camel|Juul|Vuse|Pall Mall",
        "Marlboros|Camels",
    ),
    NameGroup(
        "Jameson|Bacardi|Smirnoff|Jim Beam|Captain Morgan",
        """Jack Daniel's|Hennessy|Grey Goose|Absolut|Patrón|Baileys|Johnnie Walker|Tito's|Kahlúa
        |Jägermeister""",
    ),
    NameGroup("EpiPen|Narcan|Auvi-Q|Omnipod|Dexcom", "Libre|FreeStyle Libre|CPAP|Zio|Medtronic"),
    NameGroup("Mirena|Nexplanon|Depo-Provera|NuvaRing", "ParaGard|Plan B|Yaz|Clomid"),
    NameGroup(
        "Pfizer|Moderna|Novavax|Sinovac", "AstraZeneca|Johnson & Johnson|J&J|Sputnik V|BioNTech"
    ),
    NameGroup("Gardasil|Shingrix|Pneumovax|Havrix", "MMR|Tdap|Prevnar|Flumist|Sabin|Salk|BCG"),
    NameGroup("MRI|EKG|EEG|PET", "ECG|DEXA|EMG|CAT|CBC|MRA"),
    NameGroup(
        "Scud|Tomahawk|Javelin|Stinger",
        "Katyusha|Katyushas|Himars|Hellfire|Exocet|Kalibr|Qassam",
    ),
    NameGroup("Abrams|Leopard|Sherman|Panzer", "Merkava|Panzer|Humvee|Stryker|T-72"),
    NameGroup("Spitfire|Typhoon|Mosquito|Messerschmitt|Stuka", "Flying Fortress|Concorde"),
    NameGroup("F-16|F-15|F-18|B-52", "F-35|F-22|B-2|B-1|MiG-29|MiG-21|U-2|A-10|C-130|V-22|Su-27"),
    NameGroup("AK-47|AR-15|M-16|M4", "M16|M-4|MP5|M1|AR15|AK47"),
    NameGroup(
        "Voyager|Galileo|Cassini|Magellan|Juno",
        "Hubble|Webb|Rosetta|Hayabusa",
    ),
    NameGroup("Soyuz|Ariane|Falcon|Atlas", "Starship"),
    NameGroup("Sony|Panasonic|Toshiba|Sharp|Vizio", "Philips|LG|Zenith|RCA|Hisense|TCL|Hitachi"),
    NameGroup("Tempur-Pedic|Sealy|Serta|Beautyrest|Leesa", "Nectar|Simmons"),
    NameGroup("Weber|Traeger|Coleman|Char-Broil", "Big Green Egg|Blackstone|Le Creuset|Teflon"),
    NameGroup(
        "Sharpie|Crayola|Bic|Post-it|Moleskine",
        "Sharpies|Crayolas|Elmer's|Montblanc|Ticonderoga",
    ),
    NameGroup("Roundup|Miracle-Gro|Scotts|Ortho", "Raid|Drano|Liquid-Plumr|WD-40|Gorilla Glue"),
)
