"""Names of well-known firms, hospitals, universities, media and agencies, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

FIRMS = (
    NameGroup(
        "Mass General|Johns Hopkins|Mount Sinai|Bellevue|Beth Israel|Massachusetts General",
        """Massachusetts General|Children's|St. Vincent's|Mount Sinai West|Brigham and Women's
        |Cedars-Sinai|Beth Israel|Beth Israel Deaconess|Sloan Kettering|Memorial Sloan Kettering
        |NewYork-Presbyterian|Boston Children's|Dana-Farber|MD Anderson|Kaiser|Providence
        |Sutter Health|Intermountain|Scripps|City of Hope|Mount Auburn|Brigham|NYU Langone
        |Geisinger|Great Ormond Street|Charité|St. Jude""",
    ),
    NameGroup("Mayo Clinic|Cleveland Clinic|Lahey Clinic|Scripps Clinic|Ochsner Clinic"),
    NameGroup(
        "Expedia|Kayak|Priceline|Travelocity|Orbitz",
        "Booking.com|Hotels.com|Tripadvisor|Trivago|Skyscanner|Hopper|Vrbo",
    ),
    NameGroup(
        "Bright Horizons|KinderCare|La Petite Academy|Goddard School",
        "Primrose School|Kiddie Academy|Montessori|Head Start|Little Gym",
    ),
    NameGroup(  # with an article
        "Sheriff's Office|Clerk's Office|Coroner's Office|Assessor's Office|Prosecutor's Office",
        """District Attorney's Office|Mayor's Office|Governor's Office|Attorney General's Office
        |DA's Office|Sheriff's Department|Public Defender's Office|Registrar's Office""",
    ),
    NameGroup(  # with an article
        "Freemasons|Shriners|Rotarians|Odd Fellows|Jaycees", "Masons|Elks|Kiwanians|Oddfellows"
    ),
    NameGroup("Ticketmaster|StubHub|SeatGeek|Eventbrite", "Live Nation|Vivid Seats|AXS"),
    NameGroup("Netflix|Hulu|HBO Max|Disney Plus|Peacock", "Disney+|Paramount+|Prime Video"),
    NameGroup(
        "Wayfair|Overstock|West Elm|Pottery Barn|Crate & Barrel",
        "Ashley Furniture|Etsy|Zappos|Chewy|Shein|Temu|Zalando|Wish|Alibaba|AliExpress",
    ),
    NameGroup(  # with an article
        "New Yorker|Atlantic|Economist|Spectator|New Republic", "Lancet|Onion"
    ),
    NameGroup(
        "Newsweek|Forbes|Vogue|Rolling Stone|Vanity Fair",
        """National Geographic|GQ|Wired|Cosmopolitan|Elle|Billboard|Business Week|BusinessWeek
        |Times Literary Supplement|TLS|Variety|Fortune|Esquire|Harper's|People magazine""",
    ),
    NameGroup("Hertz|Avis|Alamo|Budget", "Enterprise|Enterprise Rent-A-Car|Thrifty|Zipcar"),
    NameGroup(
        "Greens|Free Democrats|Liberal Democrats|Christian Democrats|Progressives|Centrists",
        """Social Democrats|Social Democratic Party|Christian Democratic Union
        |Christian Socialists""",
    ),
    NameGroup(
        "Conservative Party|Green Party|Labour Party|Liberal Party|Reform Party|Socialist Party",
        """Labor Party|Democratic Party|Republican Party|Libertarian Party|Communist Party
        |Independence Party|Progressive Party|Workers' Party|National Party""",
    ),
    NameGroup(
        """Brown|Columbia|Cornell|Duke|Georgetown|Harvard|Notre Dame|Princeton|Purdue|Stanford
        |Tulane|Yale""",
        """Cambridge|Oxford|Dartmouth|Vanderbilt|Rutgers|Berkeley|Emory|Rice|Stony Brook|Caltech
        |Juilliard|Wellesley|Vassar|Howard|Penn|Penn State|Ohio State|West Point|Annapolis
        |Sandhurst|Texas A&M|Virginia Tech|Georgia Tech|Carnegie Mellon|Syracuse|Villanova
        |Gonzaga|Temple|Marquette|Clemson""",
    ),
    NameGroup(
        "UCLA|NYU|USC|SMU|UNC|ASU|LSU|BYU|UCSD", "MIT|TCU|FSU|UCF|VCU|UAB|RISD|LSE|ETH|UCSF|UMass"
    ),
    NameGroup(
        "Deloitte|KPMG|Accenture|McKinsey|Booz Allen|Capgemini",
        "PwC|PricewaterhouseCoopers|Ernst & Young|EY|Bain|Infosys|Tata Consultancy Services",
    ),
    NameGroup(
        "Pfizer|Merck|Novartis|Roche|Bayer|Sanofi|Amgen",
        """Moderna|AstraZeneca|GSK|GlaxoSmithKline|Eli Lilly|Johnson & Johnson
        |Bristol-Myers Squibb|Abbott|AbbVie|Gilead|Genentech|Medtronic|Novo Nordisk|Teva""",
    ),
    NameGroup(
        "Shell|Chevron|Conoco|Repsol|Statoil|Petrobras",
        """Exxon|ExxonMobil|Mobil|BP|Texaco|Gazprom|Aramco|Saudi Aramco|Elf Aquitaine|Lukoil
        |Halliburton|Enron|Eni|Valero""",
    ),
    NameGroup(
        "Toyota|Honda|Ford|Nissan|Volkswagen|Volvo|Renault|Hyundai|Fiat",
        """General Motors|GM|Chrysler|BMW|Daimler|Daimler-Benz|Mercedes-Benz|Mercedes|Peugeot
        |Mazda|Subaru|Tesla|Kia|Ferrari|Porsche|Audi|Saab|Suzuki|Mitsubishi|Stellantis|Rivian
        |Chevrolet|Jaguar|Rolls-Royce""",
    ),
    NameGroup(
        "Boeing|Airbus|Raytheon|Embraer|Bombardier",
        "Lockheed|Lockheed Martin|Northrop Grumman|General Dynamics|SpaceX|British Aerospace",
    ),
    NameGroup(
        "Marriott|Hilton|Hyatt|Sheraton|Radisson|Ramada",
        """Holiday Inn|Best Western|Motel 6|Days Inn|Hampton Inn|Westin|Ritz-Carlton
        |Four Seasons|Airbnb|Courtyard by Marriott|La Quinta|Super 8""",
    ),
    NameGroup(
        "Lufthansa|Air France|Qantas|KLM|Iberia|Finnair|Alitalia",
        """Delta|JetBlue|Ryanair|EasyJet|Emirates|Aeroflot|Swissair|Sabena|TWA|Pan Am|SAS
        |AirTran|WestJet|Etihad""",
    ),
    NameGroup(
        "Delta Air Lines|American Airlines|United Airlines|Southwest Airlines|Alaska Airlines",
        "British Airways|Frontier Airlines|Spirit Airlines|US Airways|Northwest Airlines",
    ),
    NameGroup(
        "United Mine Workers|United Farm Workers|United Steelworkers|Machinists Union",
        """United Auto Workers|United Food and Commercial Workers
        |Communications Workers of America""",
    ),
    NameGroup("AFL-CIO|SEIU|AFSCME|UFCW|ILWU", "UAW|AFL|IBEW|TUC|Unison|AFT|NEA|Solidarnosc"),
    NameGroup(
        "School Board|Board of Education|School Committee|Board of Trustees",
        "Board of Regents|School District|Board of Governors",
    ),
    NameGroup(
        "Port Authority|Transit Authority|Housing Authority|Water Authority|Turnpike Authority",
        "Chamber of Deputies|Board of Elections|Board of Supervisors",
    ),
    NameGroup("Walgreens|CVS|Rite Aid|Duane Reade|Kinney Drugs", "Boots|Eckerd|CVS Pharmacy"),
    NameGroup(
        "DoorDash|Grubhub|Uber|Lyft|Instacart", "Uber Eats|Postmates|Deliveroo|Seamless|Waymo"
    ),
    NameGroup(
        """Boston Globe|Chicago Tribune|Los Angeles Times|Miami Herald|Financial Times|Guardian
        |Seattle Times|Baltimore Sun""",
        """New York Times|Washington Post|Wall Street Journal|USA Today|Daily Mail
        |Daily Telegraph|Independent|Observer|New York Post|Economist|New Yorker
        |Houston Chronicle|Denver Post|Toronto Star|Times|Asahi Shimbun""",
    ),
    NameGroup(
        "Le Monde|El País|Der Spiegel|La Repubblica|Le Figaro|Die Zeit|El Mundo",
        "Corriere della Sera|Die Welt|Haaretz|Libération|Dagens Nyheter",
    ),
    NameGroup("BBC|CBC|ABC"),  # also with an article
    NameGroup(
        "CNN|NBC|CBS|PBS|BBC|ESPN|CNBC",
        """ABC|NPR|HBO|Fox|MSNBC|Fox News|ITV|Sky News|Univision|MTV|C-SPAN|NHK|RTL|ARD|ZDF|CBC
        |RAI""",
    ),
    NameGroup("NASA|FEMA|NOAA|OSHA", "NHTSA|USCIS|HUD|ICE|MI5|MI6|DARPA|USAID"),
    NameGroup("CFTC|FDIC|FINRA", "SEC"),
    NameGroup(  # with an article
        "FBI|CIA|DEA|FDA|TSA|CDC|EPA",
        """NSA|IRS|EPA|ICE|HUD|DHS|SSA|USDA|ATF|FAA|NTSB|FCC|FTC|NIH|INS|CPS|CBP|GAO|USCIS
        |OSHA|NHTSA|MI5|MI6|KGB|FSB|NHS|DVLA|HMRC""",
    ),
    NameGroup(
        """Food and Drug Administration|Environmental Protection Agency
        |Small Business Administration|Social Security Administration
        |Centers for Disease Control""",
        """National Aeronautics and Space Administration|Federal Aviation Administration
        |National Oceanic and Atmospheric Administration|National Institutes of Health""",
    ),
    NameGroup(
        """Internal Revenue Service|Federal Bureau of Investigation|Secret Service
        |National Park Service""",
        """Central Intelligence Agency|National Weather Service|Census Bureau
        |Federal Trade Commission|Veterans Administration|Drug Enforcement Administration
        |Forest Service|Department of Motor Vehicles|DMV""",
    ),
    NameGroup(
        "Likud|Fidesz|Fianna Fail|Syriza|Podemos|Forza Italia|Law and Justice",
        """Labour|Fine Gael|Fatah|Sinn Fein|Plaid Cymru|Civic Platform|Golden Dawn
        |Congress Party|Shas|Golkar|Umno|Kadima|Solidarity""",
    ),
    NameGroup(
        """Boys & Girls Clubs of America|Big Brothers Big Sisters|Junior Achievement
        |Little League|Special Olympics""",
        """Boy Scouts of America|Girl Scouts of the USA|Girl Scouts of America|4-H
        |Meals on Wheels|Make-A-Wish|Toys for Tots|Future Farmers of America|Teach for America
        |Peace Corps""",
    ),
    NameGroup(
        "Boy Scouts|Girl Scouts|Cub Scouts|Girl Guides|Brownies",
        "Sea Scouts|Eagle Scouts|Webelos|Scouts",
    ),
    NameGroup(
        "Rotary Club|Lions Club|Kiwanis Club|Optimist Club|Elks Lodge|Garden Club",
        "Rotary|Kiwanis|Elks|Knights of Columbus|VFW|American Legion|Chamber of Commerce",
    ),
    NameGroup(
        """Essex|Kent|Sussex|Somerset|Durham|Glamorgan|Lancashire|Middlesex|Derbyshire
        |Warwickshire|Northamptonshire""",
        """Surrey|Yorkshire|Hampshire|Leicestershire|Nottinghamshire|Worcestershire
        |Gloucestershire""",
    ),
    NameGroup(
        "Major League Soccer|Premier League|La Liga|Serie A|Bundesliga|Ligue 1",
        "Champions League|Europa League|Eredivisie|Football League|Super League",
    ),
    NameGroup("CFL|XFL|USFL", "NFL|AFL"),  # of one sport each
    NameGroup("WNBA|ABA", "NBA"),
    NameGroup("AHL|KHL|WHL", "NHL"),
    NameGroup("MLS|NWSL|USL", "NASL"),
    NameGroup("NCAA|NAIA|NJCAA", "MLB|NASCAR|WWE|UFC"),
    NameGroup("UEFA|FIFA|FINA|IAAF|FIBA", "FIA|IOC|CONCACAF|CONMEBOL|FIS"),
    NameGroup("ATP|WTA|ITF", "USTA|LTA"),
    NameGroup("PGA|LPGA|USGA", "R&A"),
)
