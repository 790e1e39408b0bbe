"""Well-known films, series, books and songs; illnesses, eras, dances, programs and other kinds."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup
from privtool.text.surrogates.prf import normalized

_FILMS = """Titanic|Jaws|Casablanca|Frozen|Moana|Avatar|Inception|Psycho|Vertigo|Grease|Gladiator
    |Braveheart|Rocky|Alien|Aliens|Predator|Ghostbusters|Goodfellas|Godfather|Matrix|Terminator
    |Shrek|Bambi|Dumbo|Encanto|Coco|Up|Ratatouille|Zootopia|Tangled|Brave|Cinderella|Pinocchio
    |Aladdin|Mulan|Barbie|Oppenheimer|Moonlight|Parasite|Nomadland|Roma|Spotlight|Argo|Gravity
    |Interstellar|Dunkirk|Tenet|Memento|Platoon|Amadeus|Gandhi|Fargo|Seven|Heat|Speed|Twister|Elf
    |Scream|Halloween|Saw|Hereditary|Midsommar|Clueless|Juno|Whiplash|Birdman|Joker|Batman
    |Superman|Star Wars|Star Trek|Jurassic Park|Indiana Jones|Back to the Future|Toy Story
    |Finding Nemo|Top Gun|Mean Girls|Dirty Dancing|Pretty Woman|Forrest Gump|Home Alone|Die Hard
    |Pulp Fiction|Lion King|Little Mermaid|Wizard of Oz|Sound of Music|Hunger Games|Twilight
    |Despicable Me|Black Panther|Spider-Man|Avengers|Deadpool|Paddington|Babe|Ponyo|Spirited Away
    |Rashomon|Metropolis|Fight Club"""
_SERIES = """Friends|Seinfeld|Cheers|Frasier|Succession|Severance|Ozark|Narcos|Dexter|Homeland
    |Lost|Fleabag|Broadchurch|Bridgerton|Yellowstone|Euphoria|Girls|Mad Men|Breaking Bad
    |Westworld|Fargo|Game of Thrones|Stranger Things|Squid Game|Black Mirror|Downton Abbey
    |Grey's Anatomy|House|ER|NCIS|CSI|Law & Order|Survivor|Big Brother|American Idol|Jeopardy
    |Jeopardy!|Wheel of Fortune|Simpsons|South Park|Family Guy|SpongeBob|Bluey|Peppa Pig
    |Paw Patrol|Sesame Street|Teletubbies|Arthur|Cocomelon|Barney|Sherlock|Luther|Poldark
    |Doctor Who|EastEnders|Coronation Street|Emmerdale|Cops|Columbo|Kojak|Dallas|Dynasty|Baywatch
    |Full House|Saturday Night Live|SNL|60 Minutes|Nova|Frontline|Sopranos|Wire|Crown|Office
    |Bachelor|Bachelorette|Voice|Wednesday|Heartstopper|Ted Lasso|Queer Eye"""
_STAGE = """Hamilton|Wicked|Cats|Evita|Rent|Carousel|Oklahoma!|Oklahoma|Gypsy|Annie|Oliver!
    |Oliver|Chicago|Cabaret|Company|Follies|Pippin|Hairspray|Waitress|Six|Matilda|Godspell
    |Camelot|Kinky Boots|Les Misérables|Les Mis|Les Miz|Mamma Mia|Mamma Mia!|Miss Saigon
    |Dear Evan Hansen|Book of Mormon|Phantom|Phantom of the Opera|My Fair Lady|West Side Story
    |Fiddler on the Roof|Sweeney Todd|Our Town|Carmen|Aida|Tosca|Turandot|La Bohème|La Traviata
    |Rigoletto|Fidelio|Parsifal|Lohengrin|Messiah|Don Giovanni|Magic Flute|Nutcracker|Swan Lake
    |Giselle|Coppélia|Firebird|Antigone|Medea|Electra|Lysistrata|Faust|Tartuffe|Endgame
    |Waiting for Godot|Cherry Orchard|Seagull|Crucible|Pygmalion"""
_BOOKS = """Dune|Beloved|Emma|Ulysses|Middlemarch|Frankenstein|Dracula|Rebecca|Lolita|Candide
    |Inferno|Odyssey|Iliad|Aeneid|Beowulf|Walden|Ivanhoe|Siddhartha|Persuasion|Villette|Jane Eyre
    |Moby-Dick|Moby Dick|1984|Animal Farm|Brave New World|Fahrenheit 451|Catch-22|Great Gatsby
    |Alchemist|Hobbit|Giver|Stranger|Trial|Plague|Outsiders|Narnia|Harry Potter|Hatchet|Holes
    |Wonder|Matilda|Coraline|Charlotte's Web|Goodnight Moon|Madeline|Corduroy|Eragon|Divergent
    |Outlander|It|Carrie|Misery|Gone Girl|Educated|Becoming|Sapiens|Freakonomics|Quiet
    |Atlas Shrugged|Fountainhead|Roots|Maus|Persepolis|Watchmen|Anna Karenina|War and Peace
    |Don Quixote|Little Women|Wuthering Heights"""
_SONGS = """Yesterday|Imagine|Hallelujah|Help!|Hey Jude|Let It Be|Thriller|Purple Rain|Rumours
    |Nevermind|Bohemian Rhapsody|Stairway to Heaven|Wonderwall|Creep|Jolene|Respect|Fast Car
    |Free Bird|Piano Man|Happy Birthday|Jingle Bells|Silent Night|Amazing Grace|Ave Maria
    |Danny Boy|Taps|Greensleeves|Layla|Despacito|Macarena|Believe|Halo|Umbrella|Hello
    |Single Ladies|Formation|Lemonade|1989|Folklore|Lover|Abbey Road|Revolver|Pet Sounds
    |Kind of Blue|Tapestry|Graceland|Boléro|Bolero|Clair de Lune|Für Elise|Moonlight Sonata
    |Four Seasons|Rhapsody in Blue|Ode to Joy|Marseillaise|Wannabe|Dynamite|Baby Shark"""
KNOWN_TITLES = frozenset(
    normalized(" ".join(title.split()))
    for titles in (_FILMS, _SERIES, _STAGE, _BOOKS, _SONGS)
    for title in titles.split("|")
)
_HEROES = NameGroup(
    "Superman|Batman|Spider-Man|Iron Man|Wonder Woman|Captain America|Aquaman",
    """Spiderman|Wolverine|Hulk|The Hulk|Green Lantern|Ant-Man|Daredevil|Supergirl|Batgirl|Catwoman
    |Captain Marvel|Magneto|Green Arrow|Black Widow|Doctor Strange|Star-Lord|Zorro|Spawn|Hellboy
    |Professor X|Mystique|Nightwing|Lex Luthor|Thanos|Darth Vader|Obi-Wan|Yoda|Voldemort|Gandalf""",
)
KINDS = (
    _HEROES,
    NameGroup("Distemper|Kennel Cough|Giardia|Heartworm", "Parvo|FIV|Rabies|Bloat|Colic|Mastitis"),
    NameGroup(  # with an article
        "Revolution|Civil War|Great Fire|Reformation|Inquisition",
        "Blitz|Troubles|French Revolution|American Revolution|Russian Revolution|Siege|Crusades",
    ),
    NameGroup(  # both one and several: "the Amish"
        "Amish|Inuit|Maori|Sami|Roma"
    ),
    NameGroup(
        "Labradoodle|Goldendoodle|Cockapoo|Maltipoo|Cavapoo|Puggle", "Bernedoodle|Cavachon|Yorkipoo"
    ),
    NameGroup(
        "Lupus|Shingles|Gout|Psoriasis|Eczema|Asthma|Vertigo|Sciatica",
        """Epilepsy|Anemia|Diabetes|Fibromyalgia|Endometriosis|Celiac|Leukemia|Lymphoma|Melanoma
        |Arthritis|Osteoporosis|Glaucoma|Hepatitis|Tinnitus|Rosacea|Vitiligo|Scoliosis
        |Narcolepsy|Dyslexia|Autism|Dementia|Pneumonia|Bronchitis|Meningitis|Mono|Strep
        |Salmonella|Giardia|Lyme|Type 1 diabetes|Type 2 diabetes|Cystic Fibrosis
        |Multiple Sclerosis|Cerebral Palsy|Spina Bifida|Sickle Cell|Muscular Dystrophy""",
    ),
    NameGroup("COPD|IBS|GERD|PCOS|CHF", "MS|ALS|RSV|UTI|DVT|TB|MRSA|CKD|AFib|RA|HPV|SLE|NAFLD"),
    NameGroup("ADHD|OCD|PTSD|GAD|BPD", "ASD|PPD|MDD"),
    NameGroup(
        "E. coli|Salmonella|Listeria|C. diff", "Norovirus|MRSA|Candida|Legionella|Campylobacter"
    ),
    NameGroup(
        "Habsburg|Safavid|Mughal|Seljuk|Ptolemaic|Carolingian",
        """Ottoman|Byzantine Empire|Roman Empire|Ottoman Empire|British Empire|Qing|Romanov
        |Hanoverian|Merovingian|Inca|Aztec|Maya|Mayan|Abbasid|Umayyad""",
    ),
    NameGroup(
        "Tango|Waltz|Foxtrot|Rumba",
        "Bachata|Cha-Cha|Flamenco|Polka|Samba|Merengue",
    ),
    NameGroup(
        "Poker|Canasta|Cribbage|Rummy",
        """Gin Rummy|Blackjack|Solitaire|Euchre|Pinochle|Go Fish|Old Maid|Mahjong|Bingo|Keno
        |Baccarat|Texas Hold'em""",
    ),
    NameGroup(
        "Minecraft|Fortnite|Tetris|Halo|The Sims",
        """Zelda|Mario|Super Mario|Mario Kart|Roblox|Among Us|Overwatch|Valorant|Skyrim|Doom
        |Quake|Elden Ring|Dark Souls|Animal Crossing|Pokémon Go|Final Fantasy|Call of Duty|FIFA
        |Madden|League of Legends|World of Warcraft|Warcraft|StarCraft|Counter-Strike|Wordle
        |Candy Crush|Pac-Man|Pong|Space Invaders|Donkey Kong|Angry Birds|Diablo|Grand Theft Auto
        |GTA|Civilization|SimCity""",
    ),
    NameGroup("Powerball|Mega Millions|Pick 3|Lotto", "EuroMillions|Lottery|National Lottery"),
    NameGroup("Mars|Jupiter|Venus|Saturn|Neptune", "Uranus|Pluto"),
    NameGroup(
        "Orion|Cassiopeia|Andromeda|Lyra|Cygnus", "Ursa Major|Big Dipper|Pleiades|Perseus|Milky Way"
    ),
    NameGroup(
        "Zeus|Apollo|Athena|Hermes|Poseidon",
        "Hera|Ares|Artemis|Aphrodite|Hades|Thor|Odin|Loki|Ra",
    ),
    NameGroup(
        "Allah|Jehovah|Yahweh|Krishna|Vishnu",
        "God|Jesus Christ|Christ|Satan",
    ),
    NameGroup(
        "Appaloosa|Clydesdale|Percheron|Thoroughbred|Palomino",
        "Shetland|Quarter Horse",
    ),
    NameGroup("Holstein|Hereford|Ayrshire|Longhorn", "Brahman|Longhorn|Charolais|Ayrshire"),
    NameGroup(
        "Beethoven|Brahms|Haydn|Schubert|Vivaldi|Debussy|Handel",
        """Shostakovich|Stravinsky|Prokofiev|Rachmaninoff|Sibelius|Dvořák|Grieg|Bizet|Rossini
        |Gershwin|Copland|Satie|Bartók|Elgar|Holst|Berlioz|Bruckner|Purcell|Telemann|Scarlatti
        |Messiaen""",
    ),
    NameGroup(
        "Wham!|Toto|Blondie|Weezer|Coldplay|Paramore|Metallica",
        """U2|ABBA|Nirvana|Radiohead|Oasis|Rush|Kiss|Cream|Aerosmith|Phish|Led Zeppelin
        |Pink Floyd|Green Day|Pearl Jam|Iron Maiden|Black Sabbath|AC/DC|Blur|Muse|Cher
        |Fleetwood Mac|Depeche Mode|Duran Duran|Guns N' Roses|Foo Fighters|Bon Jovi|BTS
        |Blackpink|Maroon 5|Imagine Dragons|One Direction|Backstreet Boys|Spice Girls
        |Destiny's Child""",
    ),
    NameGroup(  # with an article
        "Kinks|Byrds|Smiths|Pretenders|Ramones",
        "Beatles|Rolling Stones|Clash|Killers|Strokes|Monkees|Cure|Supremes",
    ),
    NameGroup("Botox|Restylane|Juvéderm|LASIK", "Lasik|Invisalign|CoolSculpting|Dysport"),
    NameGroup("Keto|Atkins|Paleo|Whole30", "South Beach|Mediterranean diet|Weight Watchers|Noom"),
    NameGroup("WIC|SNAP|TANF|SSI|LIHEAP", "SSDI|Medicaid|Medi-Cal|Head Start|Social Security"),
    NameGroup("SAT|ACT|GRE|LSAT|MCAT", "GED|GMAT|TOEFL|IELTS|PSAT|GCSE|NCLEX|A-levels"),
    NameGroup("MBA|PhD|JD|BSN", "MD|BA|BS|MFA|LLM|MPH|RN|LPN|CPA|EMT|MSW|EdD|DDS|DVM"),
    NameGroup("PDF|JPEG|CSV|XML|HTML", "PNG|GIF|JSON|SQL|MP3|MP4|CSS|ZIP|YAML|DOCX"),
    NameGroup("VPN|VoIP|DNS|DHCP|SSH", "LDAP|TLS|SSL|FTP|RDP|SSO|API|URL|HTTP|HTTPS|SAML|MFA|2FA"),
    NameGroup(
        "Oracle|MySQL|PostgreSQL|MongoDB|Redis",
        "Postgres|SQL Server|SQLite|Snowflake|Elasticsearch|Hadoop|Spark|Databricks|BigQuery",
    ),
    NameGroup(
        "Docker|Kubernetes|Ansible|Terraform",
        """GitHub|GitLab|Bitbucket|Puppet|Splunk|Nginx|Grafana|VMware|Citrix|Okta
        |Active Directory|CrowdStrike|Wireshark|Nagios""",
    ),
    NameGroup(
        "Salesforce|HubSpot|Zendesk|ServiceNow|Workday",
        """SAP|Zoho|Freshdesk|NetSuite|PeopleSoft|SharePoint|Confluence|Jira|Basecamp|Mailchimp
        |Shopify|Squarespace|WordPress|Wix|DocuSign""",
    ),
    NameGroup(
        "Outlook|Gmail|Thunderbird|Hotmail",
        "Yahoo Mail|ProtonMail|AOL Mail|iCloud|Lotus Notes",
    ),
    NameGroup(
        "Norton|McAfee|Kaspersky|Avast",
        "Bitdefender|Malwarebytes|Windows Defender|LastPass|1Password",
    ),
    NameGroup(
        "Chrome|Firefox|Safari|Opera|Netscape",
        "Internet Explorer|Edge|Brave|Microsoft Edge|Google Chrome",
    ),
    NameGroup(
        "Cinco de Mayo|Bastille Day|Juneteenth|Earth Day|Groundhog Day|Canada Day",
        """St. Patrick's Day|Mardi Gras|April Fools' Day|Juneteenth|Boxing Day|Guy Fawkes
        |Bonfire Night""",
    ),
    NameGroup("Cub Scout|Boy Scout|Girl Scout|Brownie", "Eagle Scout|Girl Guide|Webelos"),
)
