"""Well-known contests, prizes, movements, diseases, documents and currencies, by kind."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import NameGroup

EVENTS = (
    NameGroup(
        "tennis|cricket|golf|cycling|rowing|swimming",
        "soccer|basketball|baseball|volleyball|softball|badminton|lacrosse|ice hockey|racquetball",
    ),
    NameGroup(
        "Tour de France|Giro d'Italia|Vuelta a España|Tour of Flanders|Tour de Suisse",
        "Vuelta|Giro|Paris-Roubaix|Tour of Spain|Tour of Italy",
    ),
    NameGroup(
        "Kentucky Derby|Grand National|Melbourne Cup|Epsom Derby|Belmont Stakes",
        "Preakness|Preakness Stakes|Royal Ascot|Ascot|Breeders' Cup",
    ),
    NameGroup(
        "Asian Cup|Confederations Cup|Gold Cup|Nations Cup",
        """World Cup|FA Cup|UEFA Cup|European Cup|League Cup|Rugby World Cup|Cricket World Cup
        |Women's World Cup|Cup Winners' Cup|Carling Cup|Copa America|Champions Trophy""",
    ),
    NameGroup(
        "Ryder Cup|Davis Cup|Stanley Cup|Solheim Cup|Walker Cup",
        "America's Cup|Fed Cup|Presidents Cup|Grey Cup",
    ),
    NameGroup(
        "World Series|Rose Bowl|Orange Bowl|Final Four|Pro Bowl|Stanley Cup Finals",
        """Super Bowl|Superbowl|NBA Finals|March Madness|Sugar Bowl|All-Star Game|Cotton Bowl
        |Indy 500|Daytona 500""",
    ),
    NameGroup(
        "Commonwealth Games|Asian Games|Paralympics|Goodwill Games|Pan American Games",
        """Olympics|Olympic Games|Summer Olympics|Winter Olympics|Youth Olympics|X Games
        |Winter Games|Maccabiah Games|Invictus Games""",
    ),
    NameGroup(
        "Boston Marathon|London Marathon|Chicago Marathon|Berlin Marathon|Rotterdam Marathon",
        "New York Marathon|New York City Marathon|Tokyo Marathon|Honolulu Marathon|Ironman",
    ),
    NameGroup(
        "French Open|Canadian Open|Italian Open|Japan Open|British Open",
        "U.S. Open|US Open|Australian Open|PGA Championship|Masters Tournament|Masters",
    ),
    NameGroup(
        "Pulitzer Prize|Booker Prize|Turner Prize|Goncourt Prize",
        "Nobel Peace Prize|Pritzker Prize|Man Booker Prize",
    ),
    NameGroup(
        "Nobel Prize|Wolf Prize|Fields Medal|Lasker Award|Turing Award",
        "Nobel|Abel Prize|Copley Medal",
    ),
    NameGroup("Tony Award|Grammy Award|Emmy Award|Obie Award|Golden Globe Award", "Academy Award"),
    NameGroup(
        "Tony Awards|Grammy Awards|Emmy Awards|Obie Awards|Golden Globe Awards", "Academy Awards"
    ),
    NameGroup(
        "Venice Film Festival|Berlin Film Festival|Toronto Film Festival|Sundance Film Festival",
        "Cannes Film Festival|Tribeca Film Festival|Edinburgh Festival|Telluride Film Festival",
    ),
    NameGroup("Formula One|IndyCar|Formula Three|Formula Two", "Formula 1|F1|NASCAR|Grand Prix"),
    NameGroup(
        "Occupy Wall Street|Extinction Rebellion|Black Lives Matter|Fridays for Future",
        "Me Too|#MeToo|Women's March|Pride|March for Our Lives|Stop the Steal|Tea Party",
    ),
    NameGroup(
        "Watergate|Glasnost|Perestroika|Apartheid|Brexit",
        "Iran-Contra|Y2K|Irangate|Prohibition|McCarthyism",
    ),
    NameGroup(
        "SARS|MERS|Ebola|Zika|H1N1|cholera|malaria",
        """COVID-19|COVID|Covid|coronavirus|swine flu|bird flu|AIDS|HIV|polio|measles|tuberculosis
        |BSE|mad cow|mad cow disease|mpox|H5N1|HIV/AIDS""",
    ),
    NameGroup(
        "Bill of Rights|Geneva Conventions|Magna Carta|Civil Code|Penal Code",
        """Constitution|Declaration of Independence|Emancipation Proclamation|U.S. Constitution
        |Treaty of Versailles|Bill of Particulars|Napoleonic Code|Ten Commandments""",
    ),
    NameGroup(
        "Central Asian|East African|West African|Southeast Asian|Eastern European|North African",
        """Latin American|South American|Central American|North American|South Asian|East Asian
        |Middle Eastern|Western European|Central European|Northern European|Sub-Saharan|Balkan
        |Midwestern|New England""",
    ),
    NameGroup(
        "Apache|Comanche|Hopi|Mohawk|Seminole|Choctaw|Shoshone|Pueblo|Lakota",
        """Cherokee|Navajo|Sioux|Cheyenne|Iroquois|Crow|Ute|Chippewa|Ojibwe|Blackfeet|Pawnee|Creek
        |Chickasaw|Arapaho|Mohegan|Mohican|Paiute|Tlingit|Zuni|Kiowa|Oneida|Osage""",
    ),
    NameGroup(
        "Greens|Free Democrats|Liberal Democrats|Christian Democrats|Progressives|Centrists",
        "Social Democrats|Christian Democrat|Social Democrat|Liberal Democrat",
    ),
    NameGroup(
        "jazz|reggae|disco|salsa|ska",
        "R&B|hip-hop|hip hop|punk|country|rap|techno|rock|pop|folk|metal|heavy metal|blues|soul",
    ),
    NameGroup(
        "Broadway|Bollywood|Nashville|Pinewood",
        "Hollywood|Motown|Tin Pan Alley|Nollywood|Tollywood|Kollywood",
    ),
    NameGroup("pound|yen|euro|franc|peso|krona|rupee", "dollar|mark|lira|rand|ruble|yuan|ringgit"),
    NameGroup(
        "Canadian dollar|Swedish krona|Mexican peso|Japanese yen|British pound|Danish krone",
        """South Korean won|Chinese yuan|Indian rupee|Russian rouble|Swiss franc|U.S. dollar|US
        dollar|Deutsche mark|German mark|French franc|Russian ruble""",
    ),
    NameGroup(
        "Latino|Hispanic|Pacific Islander|Native Hawaiian|Alaska Native|First Nations",
        """African American|African-American|Asian American|Mexican American|Native American
        |Asian-American|Cuban American|Mexican-American|Arab American|Hispanic or Latino
        |Black or African American|White|Caucasian|Black|Latinx""",
    ),
    NameGroup(
        "Latinos|Hispanics|Pacific Islanders|Native Hawaiians|Alaska Natives",
        """African Americans|African-Americans|Asian Americans|Mexican Americans|Native Americans
        |Asian-Americans|Cuban Americans|Mexican-Americans|Arab Americans|Caucasians""",
    ),
)
