"""Cars, devices, apps, awards, festivals and the like, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup
from privtool.text.surrogates.names.known_brands import BRANDS
from privtool.text.surrogates.names.known_events import EVENTS
from privtool.text.surrogates.names.known_goods import GOODS
from privtool.text.surrogates.names.known_works import KINDS
from privtool.text.word_sets import word_set

CAR_MODELS = NameGroup(
    """Toyota Corolla|Honda Civic|Ford Fiesta|Nissan Altima|Hyundai Elantra|Volkswagen Golf
        |Subaru Outback|Mazda Miata|Kia Sorento|Volvo Estate|Chevrolet Malibu"""
)
SOFTWARE = NameGroup(
    "Excel|PowerPoint|Acrobat|Quicken|QuickBooks", "Word|Outlook|Office|OneNote|Google Docs"
)
_SYSTEMS = NameGroup("Windows|Linux|Android|Ubuntu|macOS|Debian", "iOS|Unix|Chrome OS|iPadOS")
_THINGS = (
    _SYSTEMS,
    NameGroup("Slack|Dropbox|Trello|Asana|Notion|Evernote", "Teams|Google Drive|Box|Jira|Airtable"),
    NameGroup(
        "Leo|Virgo|Libra|Scorpio|Capricorn|Gemini|Taurus",
        "Aries|Cancer|Sagittarius|Aquarius|Pisces",
    ),
    NameGroup("Freemason|Shriner|Rotarian|Kiwanian", "Mason|Odd Fellow|Jaycee|Elk"),
    NameGroup("Harley|Triumph|Vespa|Kawasaki", "Harley-Davidson|Ducati|Yamaha|Suzuki"),
    NameGroup(
        """Boer War|Crimean War|Cold War|Falklands War|Gulf War|Korean War|Vietnam War
        |Winter War|Iraq War|Opium War""",
        """First World War|Second World War|Civil War|American Civil War|Revolutionary War
        |War of 1812|Spanish Civil War|Iran-Iraq War|Six-Day War|Great War|Bosnian War
        |Spanish-American War|Yom Kippur War|Napoleonic Wars|Thirty Years' War|Persian Gulf War""",
    ),
    NameGroup(
        "World War I|World War II|Vietnam|Desert Storm",
        "World War One|World War Two|WWI|WWII|WW1|WW2|WW I|WW II",
    ),
    NameGroup(
        "Toyota|Honda|Ford|Nissan|Chevrolet|Hyundai|Volkswagen|Subaru|Mazda|Kia|Volvo",
        "BMW|Audi|Mercedes|Tesla|Chevy|Porsche|Ferrari|Jeep|Dodge|Fiat|Renault|Lexus|Jaguar",
    ),
    CAR_MODELS,
    NameGroup(
        "Chromebook|MacBook|ThinkPad|Pixel|Galaxy|BlackBerry|Walkman",
        "Apple Watch|iPhone|iPad|iPod|Surface|Fitbit|Alexa|Nokia",
    ),
    NameGroup(
        "PlayStation|Xbox|Game Boy|Nintendo Switch|GameCube|Sega Saturn", "Wii|Nintendo|Atari"
    ),
    SOFTWARE,
    NameGroup("Photoshop|Illustrator|Lightroom|InDesign|GIMP", "Premiere|Final Cut|AutoCAD"),
    NameGroup(
        "Netflix|Hulu|Peacock|Disney Plus|HBO Max",
        "Amazon Prime|Amazon Prime Video|Prime Video|Disney+|Paramount+|Apple TV|Apple TV+|HBO Go",
    ),
    NameGroup("Spotify|Pandora|Tidal|Deezer", "SoundCloud|Apple Music|iTunes|Napster|Last.fm"),
    NameGroup("Uber|Lyft|Gett", "DiDi"),
    NameGroup("Chrome|Firefox|Safari|Opera|Netscape", "Internet Explorer|Edge|Brave"),
    NameGroup("Java|Python|Fortran|Pascal|Haskell|Perl|Ruby", "JavaScript|COBOL|Rust|Swift|PHP"),
    NameGroup(
        "Facebook|Instagram|Twitter|YouTube|WhatsApp|Snapchat|TikTok|LinkedIn|Skype|Zoom",
        "Tinder|Reddit|Telegram|Signal|Gmail|Pinterest",
    ),
)
_AWARDS = NameGroup(
    "Oscar|Emmy|Grammy|Golden Globe|Pulitzer|BAFTA|Tony",
    "Academy Award|Booker|Palme d'Or|Golden Lion|Golden Bear|MVP|Heisman",
)
_AWARDS_PLURAL = NameGroup("Oscars|Emmys|Grammys|Golden Globes|BAFTAs", "Tonys|Academy Awards")
_MEDALS = NameGroup("Bronze Star|Silver Star|Purple Heart|Victoria Cross|Legion of Merit")
_TIME_ZONES = NameGroup(
    "GMT|UTC|CET|EST|PST|JST", "EDT|CDT|CST|MST|MDT|PDT|BST|CEST|EET|IST|AEST|MSK"
)
_SHOP_DAYS = NameGroup("Black Friday|Cyber Monday|Boxing Day|Prime Day|Small Business Saturday")
_FESTIVALS = NameGroup(
    "Oktoberfest|Coachella|Lollapalooza|Glastonbury|Bonnaroo|Roskilde",
    "Woodstock|Burning Man|Carnival|Comic-Con|Sundance|Cannes|SXSW",
)
_CRISES = NameGroup(
    "Great Recession|Great Depression|Dust Bowl|Industrial Revolution|Gilded Age",
    "Cultural Revolution|Arab Spring",
)
_AGES = NameGroup(
    "Renaissance|Reformation|Romantic Era|Baroque Era",
    "Enlightenment|Age of Reason|Age of Enlightenment|Counter-Reformation|Middle Ages",
)
_GENOCIDES = NameGroup(
    "Armenian Genocide|Rwandan Genocide|Holodomor|Cambodian Genocide", "Holocaust|Shoah"
)
_AIRCRAFT = NameGroup(
    "Boeing|Airbus|Embraer|Cessna|Bombardier|Gulfstream", "Lockheed|Tupolev|Ilyushin|Fokker|Learjet"
)
_SCRIPTURES = NameGroup(
    "Bible|Torah|Koran|Talmud|Vedas", "Quran|Qur'an|Old Testament|New Testament"
)
_INDEXES = NameGroup(
    "Dow Jones|FTSE|Nasdaq|Nikkei|Hang Seng|DAX|CAC 40",
    "Dow|S&P 500|S&P|NYSE|FTSE 100|Russell 2000|Stoxx|Dow Jones Industrial Average",
)
_EPONYMS = NameGroup(  # without the "'s" that stays
    "Parkinson|Crohn|Huntington|Hodgkin|Addison|Raynaud|Hashimoto|Paget",
    "Alzheimer|Bell|Tourette|Asperger|Graves|Meniere|Lou Gehrig|Cushing|Kawasaki",
)
_DISEASES = NameGroup(
    """Parkinson's disease|Crohn's disease|Huntington's disease|Addison's disease
        |Lyme disease|Paget's disease|Kawasaki disease""",
    """Alzheimer's disease|Graves' disease|Hashimoto's disease|Lou Gehrig's disease
        |Cushing's disease|celiac disease|Chagas disease|Parkinson disease|Alzheimer disease""",
)
_SYNDROMES = NameGroup(
    "Down syndrome|Tourette syndrome|Turner syndrome|Marfan syndrome|Rett syndrome",
    """Asperger syndrome|Asperger's syndrome|Down's syndrome|Tourette's syndrome
        |Cushing's syndrome|Guillain-Barré syndrome|Sjögren's syndrome|Reye's syndrome
        |Cushing syndrome""",
)
_DOGS = NameGroup(
    "Beagle|Boxer|Bulldog|Dachshund|Greyhound|Poodle|Spaniel|Terrier",
    """Labrador|Golden Retriever|German Shepherd|Chihuahua|Pug|Corgi|Husky|Rottweiler
        |Labradoodle|Great Dane|Doberman|Pit Bull|Border Collie|Shih Tzu|Maltese|Lab|Schnauzer
        |Dalmatian|Weimaraner|Whippet|Akita|Samoyed|Yorkie|Goldendoodle""",
)
_CATS = NameGroup(
    "Siamese|Persian cat|Ragdoll|Sphynx|Birman", "Maine Coon|Tabby|Bengal cat|Russian Blue|Calico"
)
_PRACTICES = NameGroup(
    "Pilates|Zumba|Reiki|Aikido|Qigong|Krav Maga",
    """Falun Gong|CrossFit|Tai Chi|Peloton|Jazzercise|Judo|Karate|Jiu-Jitsu|Capoeira
        |Taekwondo""",
)
_GAMES = NameGroup(
    "Monopoly|Scrabble|Battleship|Risk|Clue|Sorry!|Yahtzee",
    """Catan|Settlers of Catan|Uno|Dungeons & Dragons|D&D|Jenga|Pictionary|Trivial Pursuit
        |Cluedo""",
)
_ERAS = NameGroup("BCE|CE", "BC|AD|B.C|A.D|B.C.E")
_STYLES = NameGroup(
    "Gothic|Romanesque|Rococo|Tudor|Byzantine|Neoclassical",
    """Baroque|Victorian|Edwardian|Elizabethan|Regency|Renaissance|Art Deco|Ming|Bauhaus
        |Moorish|Jacobean|Palladian|Impressionist|Cubist|Medieval|Georgian""",
)
_AUTHORS = NameGroup(
    "Dickensian|Homeric|Byronic|Kafkaesque|Miltonic|Wagnerian",
    """Shakespearean|Shakespearian|Orwellian|Freudian|Machiavellian|Brechtian|Jungian
        |Socratic""",
)
_GIFTS = NameGroup("Secret Santa|White Elephant|Potluck|Bake Sale|Open House")
_HOLIDAYS = NameGroup(
    "Christmas|Easter|Thanksgiving|Halloween|Hanukkah|Passover|Ramadan|Diwali",
    """Yom Kippur|Eid|Lent|Rosh Hashanah|Good Friday|Earth Day|Groundhog Day|Boxing Day
        |Mardi Gras|Valentine's Day|Mother's Day|Father's Day|New Year's Eve|New Year's Day""",
)
_CIVIC_DAYS = NameGroup(
    "Flag Day|Constitution Day|Independence Day|Liberation Day|Memorial Day|Unity Day|Heroes' Day",
    """May Day|Columbus Day|Presidents' Day|Labor Day|Labour Day|Bastille Day|Anzac Day|Canada Day
        |Armistice Day|Remembrance Day|Australia Day|Martin Luther King Day|Juneteenth
        |Veterans Day|Victory Day|Republic Day""",
)
MAKERS = word_set(
    """toyota honda ford nissan chevrolet hyundai volkswagen subaru mazda kia volvo bmw audi
    mercedes tesla chevy porsche ferrari jeep dodge fiat renault lexus jaguar"""
)
THINGS = (
    *EVENTS,
    *BRANDS,
    *KINDS,
    *GOODS,
    *_THINGS,
    _AWARDS,
    _AWARDS_PLURAL,
    _MEDALS,
    _SHOP_DAYS,
    _FESTIVALS,
    _CRISES,
    _AGES,
    _TIME_ZONES,
    _GENOCIDES,
    _AIRCRAFT,
    _SCRIPTURES,
    _DOGS,
    _EPONYMS,
    _DISEASES,
    _SYNDROMES,
    _GIFTS,
    _CATS,
    _PRACTICES,
    _GAMES,
    _STYLES,
    _ERAS,
    _AUTHORS,
    _INDEXES,
    _HOLIDAYS,
    _CIVIC_DAYS,
)
