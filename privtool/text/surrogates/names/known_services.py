"""Well-known shops, services, sites and industrial firms, by finer kinds than `known_firms.py`."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

SERVICES = (
    NameGroup("REI|Cabela's|Bass Pro Shops|L.L.Bean|Eddie Bauer", "Orvis|Gander Mountain|Filson"),
    NameGroup(
        "Men's Wearhouse|David's Bridal|Brooks Brothers|Talbots|Ann Taylor", "Jos. A. Bank|Loft"
    ),
    NameGroup(  # where one sells and buys used things
        "eBay|Craigslist|Etsy|Poshmark|Mercari",
        """Facebook Marketplace|Gumtree|Depop|OfferUp|Vinted|Kijiji|ThredUp|Nextdoor|Swappa
        |Reverb""",
    ),
    NameGroup(
        "Ikea|Wayfair|Ashley Furniture|Raymour & Flanigan|Rooms To Go",
        """Pottery Barn|West Elm|Crate & Barrel|CB2|Ethan Allen|La-Z-Boy|Restoration Hardware
        |Mattress Firm|Sleep Number|Bob's Discount Furniture|Havertys|HomeGoods|Overstock|Muji
        |Williams-Sonoma""",
    ),
    NameGroup(
        "Lowe's|Menards|Ace Hardware|True Value|Harbor Freight",
        "Home Depot|Northern Tool|Sherwin-Williams|B&Q|Screwfix|Tractor Supply|Bunnings|Wickes",
    ),
    NameGroup(
        "Walmart|Target|Costco|Kmart|Sam's Club",
        """Big Lots|Dollar General|Dollar Tree|Family Dollar|BJ's|Five Below|Argos|Poundland
        |Meijer""",
    ),
    NameGroup(
        "Safeway|Kroger|Aldi|Publix|Wegmans|Albertsons",
        """Trader Joe|Whole Foods|Tesco|Lidl|H-E-B|Piggly Wiggly|Sainsbury's|ShopRite|Food Lion
        |Stop & Shop|Winn-Dixie|Sprouts|Ralphs|Vons|Fred Meyer|Hy-Vee|Waitrose|Asda|Morrisons
        |Food 4 Less|Harris Teeter|Hannaford|Carrefour|Woolworths|Loblaws|Instacart""",
    ),
    NameGroup(
        "Best Buy|Circuit City|RadioShack|GameStop|Micro Center",
        "Newegg|Currys|Fry's|B&H|Crutchfield|Dixons|MediaMarkt",
    ),
    NameGroup(
        "Macy's|Nordstrom|Kohl's|Dillard's|Bloomingdale's",
        """Sears|JCPenney|Saks|Saks Fifth Avenue|Neiman Marcus|Marshalls|TJ Maxx|Lord & Taylor
        |Harrods|Selfridges|John Lewis|Debenhams|Barneys|Marks & Spencer|Nordstrom Rack|Zappos
        |ASOS|Shein""",
    ),
    NameGroup(
        "Michaels|Joann|Hobby Lobby|Party City|Jo-Ann Fabrics",
        "Hallmark|Spencer's|Spirit Halloween|Blick|Paper Source|Build-A-Bear",
    ),
    NameGroup("PetSmart|Petco|Chewy|Pet Supplies Plus", "Banfield|VCA|Rover|PetMeds|Pets at Home"),
    NameGroup(
        "Barnes & Noble|Borders|Waterstones|Half Price Books|Powell's",
        "Blackwell's|WHSmith|Books-A-Million|AbeBooks|Audible|Scribd",
    ),
    NameGroup(
        "Sephora|Ulta|Bath & Body Works|Sally Beauty|Lush",
        """The Body Shop|Body Shop|Glossier|Supercuts|Great Clips|Fantastic Sams|Drybar
        |Sport Clips""",
    ),
    NameGroup(
        "Victoria's Secret|Old Navy|Forever 21|Abercrombie|Hollister",
        """American Eagle|Banana Republic|J.Crew|Aeropostale|Urban Outfitters|Anthropologie
        |Hot Topic|Foot Locker|Payless|DSW|Carter's|OshKosh|Gymboree|Stitch Fix|Primark""",
    ),
    NameGroup(
        "Dick's Sporting Goods|Academy Sports|Modell's|Big 5|Sports Authority",
        "Golf Galaxy|West Marine|Decathlon|Guitar Center|JD Sports|Sports Direct",
    ),
    NameGroup(
        "LensCrafters|Pearle Vision|Warby Parker|Visionworks",
        "Specsavers|America's Best|EyeMart|Sunglass Hut|Aspen Dental|Smile Direct|Miracle-Ear",
    ),
    NameGroup("Kay Jewelers|Zales|Jared|Pandora|Swarovski", "Tiffany & Co|Blue Nile|Helzberg"),
    NameGroup(
        "Panera|Cosi|Au Bon Pain|Corner Bakery|Paris Baguette",
        """Nothing Bundt Cakes|Crumbl|Cinnabon|Krispy Kreme|Magnolia Bakery|Auntie Anne's
        |Tous les Jours|Insomnia Cookies|Baskin-Robbins|Cold Stone|Ben & Jerry's|Pinkberry""",
    ),
    NameGroup(
        "Starbucks|Peet's|Caribou Coffee|Dutch Bros|Tim Hortons",
        "Costa Coffee|Blue Bottle|Pret|Pret A Manger|Caffè Nero|Dunkin'|Philz|Stumptown",
    ),
    NameGroup(
        "Century 21|RE/MAX|Coldwell Banker|Keller Williams|Redfin",
        """Zillow|Sotheby's|Trulia|Realtor.com|Opendoor|Berkshire Hathaway|Rightmove|Zoopla
        |Douglas Elliman|Foxtons|Corcoran""",
    ),
    NameGroup(
        "U-Haul|Penske|Ryder|Public Storage|Extra Space Storage",
        "PODS|Two Men and a Truck|Mayflower|United Van Lines|CubeSmart",
    ),
    NameGroup(
        "H&R Block|Jackson Hewitt|Liberty Tax|TurboTax|TaxAct",
        "Intuit|FreeTaxUSA|Credit Karma|Paychex|ADP|Gusto|FreshBooks|Xero|LegalZoom",
    ),
    NameGroup(
        "Manpower|Kelly Services|Adecco|Randstad|Robert Half",
        "Kforce|Aerotek|Insight Global|Express Employment|TaskRabbit|Upwork|Fiverr",
    ),
    NameGroup(
        "Indeed|Monster|Glassdoor|ZipRecruiter|CareerBuilder",
        "Handshake|Dice|USAJobs|LinkedIn Jobs",
    ),
    NameGroup(
        "Tinder|Bumble|Hinge|OkCupid|Match.com",
        "eHarmony|Grindr|Plenty of Fish|JDate|Coffee Meets Bagel|Feeld|Christian Mingle",
    ),
    NameGroup("Yelp|Tripadvisor|Angi|Trustpilot", "Angie's List|Thumbtack|HomeAdvisor|BBB"),
    NameGroup(
        "Wikipedia|Quora|WebMD|Britannica|IMDb", "Healthline|Stack Overflow|Goodreads|Snopes"
    ),
    NameGroup("Google|Bing|Yahoo|DuckDuckGo|AltaVista", "Yahoo!|Baidu|AOL|Ask Jeeves|Lycos|Yandex"),
    NameGroup(
        "ChatGPT|Gemini|Copilot|Siri|Cortana", "Claude|Alexa|Perplexity|Bard|Midjourney|Grok"
    ),
    NameGroup(
        "Spotify|Pandora|Tidal|Deezer|SoundCloud",
        """Apple Music|iTunes|Napster|Sirius|SiriusXM|Bandcamp|YouTube Music|Amazon Music
        |iHeartRadio""",
    ),
    NameGroup(
        "Netflix|Hulu|Peacock|HBO|Showtime",
        """Disney+|Disney Plus|Paramount+|Apple TV+|HBO Max|Prime Video|Amazon Prime|Starz
        |Crunchyroll|BritBox|Sling|YouTube TV|Roku|Twitch|Vimeo|Tubi|Fubo|Redbox|Blockbuster""",
    ),
    NameGroup(
        "Columbia Records|Atlantic Records|Def Jam|Motown Records",
        """Sony Music|Warner Music|Universal Music|EMI|RCA|Interscope|Geffen|Sub Pop
        |Virgin Records|Island Records|Capitol Records|Blue Note|Polydor|Elektra
        |Warner Bros. Records""",
    ),
    NameGroup(
        "Paramount|Warner Bros.|Universal|Miramax|DreamWorks|Lionsgate",
        "Pixar|Disney|20th Century Fox|MGM|A24|Columbia Pictures|Studio Ghibli|Lucasfilm|Marvel",
    ),
    NameGroup(
        "Penguin|Random House|Macmillan|Simon & Schuster|Harcourt",
        """HarperCollins|Knopf|Hachette|Scholastic|Faber|Houghton Mifflin|Elsevier|Springer
        |McGraw-Hill|Pearson|Wiley|Norton|Routledge""",
    ),
    NameGroup(
        "Nintendo|Electronic Arts|Ubisoft|Activision|Atari",
        "Blizzard|Valve|Rockstar|Epic Games|Sega",
    ),
    NameGroup(
        "Zoom|Skype|Webex|GoToMeeting|FaceTime",
        "Microsoft Teams|Google Meet|Google Hangouts|Discord",
    ),
    NameGroup(
        "Duolingo|Coursera|Khan Academy|Rosetta Stone|Babbel",
        """Udemy|edX|Quizlet|Kahoot|Blackboard|Canvas|Google Classroom|Chegg|MasterClass
        |ClassDojo""",
    ),
    NameGroup(
        "Kumon|Sylvan|Kaplan|Mathnasium|Princeton Review",
        "Sylvan Learning|Huntington Learning Center|Barron's",
    ),
    NameGroup(
        "Maersk|Hapag-Lloyd|Evergreen|Cosco|Hanjin", "MSC|CMA CGM|Yang Ming|Zim|Matson|Crowley"
    ),
    NameGroup(
        "Royal Caribbean|Norwegian Cruise Line|Holland America|Celebrity Cruises",
        "Carnival|Princess Cruises|Cunard|MSC Cruises|Disney Cruise Line|Silversea",
    ),
    NameGroup(
        "Greyhound|Megabus|Trailways|FlixBus|National Express",
        "Peter Pan|BoltBus|Bolt Bus|Coach USA",
    ),
    NameGroup(
        "Amtrak|Eurostar|Metro-North|Deutsche Bahn|Via Rail|Irish Rail|Italo",
        "BART|Caltrain|MTA|LIRR|SEPTA|Metra|SNCF|Union Pacific|CSX|BNSF|Norfolk Southern",
    ),
    NameGroup(
        "Exxon|Shell|Sunoco|Texaco|Citgo",
        "BP|Mobil|Wawa|7-Eleven|Sheetz|QuikTrip|Circle K|Speedway|Casey's|Esso|Buc-ee's|Arco",
    ),
    NameGroup(
        "AutoZone|Pep Boys|NAPA|Jiffy Lube|Meineke",
        """O'Reilly|Advance Auto Parts|Firestone|Discount Tire|Valvoline|Goodyear|Les Schwab
        |Maaco|CarMax|Carvana|Safelite|AAMCO|Kwik Fit|Halfords""",
    ),
    NameGroup(
        "Roto-Rooter|Terminix|Orkin|Merry Maids|ServiceMaster",
        "Servpro|Stanley Steemer|Molly Maid|TruGreen|Mr. Rooter|Sunrun|1-800-GOT-JUNK|Andersen",
    ),
    NameGroup("ADT|SimpliSafe|Vivint|Brinks|Securitas", "Pinkerton|Lifelock|Norton"),
    NameGroup(
        "Monsanto|Syngenta|Cargill|DuPont|BASF", "Dow Chemical|ADM|John Deere|3M|Union Carbide"
    ),
    NameGroup(
        "Nestlé|Kraft|Kellogg|Unilever|General Mills",
        "Heinz|Danone|PepsiCo|Tyson|Campbell's|Hershey|Mondelez|Smithfield|Perdue|Dole|Chiquita",
    ),
    NameGroup("Rio Tinto|BHP|Glencore|Alcoa", "Anglo American|De Beers|Newmont|Peabody|US Steel"),
    NameGroup(
        "Caterpillar|General Electric|Honeywell|Siemens|Bosch",
        "GE|Komatsu|Westinghouse|Philips|Hitachi|ABB|Thyssenkrupp|Schindler|Kone|Cummins",
    ),
    NameGroup(
        "Planet Fitness|Gold's Gym|Equinox|Orangetheory|Anytime Fitness",
        """SoulCycle|24 Hour Fitness|Barry's|YMCA|Curves|Weight Watchers|Noom|Jenny Craig
        |Nutrisystem|Bikram|CorePower""",
    ),
    NameGroup("Hazelden|Phoenix House|Caron|Narconon|BetterHelp", "Narconon"),
    NameGroup(
        "Labcorp|Quest|Quest Diagnostics|BioReference",
        "DaVita|Fresenius|23andMe|Ancestry|MinuteClinic",
    ),
    NameGroup(
        "Sallie Mae|Nelnet|Navient|Mohela",
        """FAFSA|SoFi|Rocket Mortgage|Quicken Loans|LendingTree|Fannie Mae|Freddie Mac
        |Countrywide|Wachovia|Klarna|Affirm|Afterpay""",
    ),
    NameGroup(
        "Fidelity|Vanguard|Charles Schwab|E-Trade|Ameritrade",
        """TD Ameritrade|Edward Jones|Robinhood|Betterment|TIAA|T. Rowe Price|BlackRock|Coinbase
        |Schwab""",
    ),
    NameGroup("Equifax|Experian|TransUnion|FICO"),
    NameGroup(
        "Prudential|MetLife|New York Life|Mutual of Omaha|Aflac",
        """Northwestern Mutual|MassMutual|John Hancock|Guardian Life|Lincoln Financial
        |Transamerica""",
    ),
    NameGroup("Uber|Lyft|Zipcar|Bolt", "Waymo|Didi|Citi Bike|Turo"),
    NameGroup(
        "DoorDash|Grubhub|Uber Eats|Postmates|Deliveroo",
        "Just Eat|HelloFresh|Blue Apron|Caviar|Gopuff|Shipt|FreshDirect|Ocado|Skip the Dishes",
    ),
    NameGroup(
        "UPS|FedEx|DHL|USPS", "Hermes|Evri|DPD|Purolator|OnTrac|LaserShip|TNT|Yodel|Canada Post"
    ),
)
