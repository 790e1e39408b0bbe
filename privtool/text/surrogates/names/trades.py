"""Words that many organizations share: trades, legal forms and kinds of institutions."""

from __future__ import annotations

from privtool.text.surrogates.names.name_groups import pool_of
from privtool.text.word_sets import word_set

LEGAL_FORMS = word_set(
    """inc corp corporation co company cos ltd limited llc llp lp plc ag nv bv ab oy oyj asa spa sa
    sas sarl srl gmbh kg kgaa se bhd pte pty kk pc pllc intl group holdings incorporated"""
)
# They tell the kind and no more.
ORGANIZATION_WORDS = LEGAL_FORMS | word_set(
    """academy accounting administration advertising advisors aerospace agency air airline airlines
    airways alliance ambulance apartments appliance appliances arena army arts assembly assisted
    associates association athletic authority auto automotive aviation bakery bank banking bar
    barbecue barbershop bbq board books bookstore boutique brewery broadcasting bros brothers
    builders bureau bus butchers cab cable cafe campaign capital car cardiology care cargo carpet
    cars cathedral catholic center centers central centre chamber channel chapel chapter charity
    chemical chemicals children childrens chiropractic church cinema city cleaners cleaning clinic
    clinics club co-op coalition coffee college collision commerce commission committee
    communications community computer computers confederation congregation congress construction
    consulate consulting contracting contractors cooling cooperative council counseling county court
    credit customs daily dairy daughters daycare dealership delivery deli dental dentistry
    department depot dermatology design development dialysis diner diocese district division
    dynamics eatery education electric electrical electronics elementary embassy emergency
    energy engineering enterprises entertainment equipment estate estates exchange express eye
    family farm farms fashion fc federal federation fellowship films finance financial fire fitness
    flooring florist flowers food foods football force foundation freight friends fund funeral
    furniture gallery garage gardens gas gazette general government grammar grill group guard guild
    gym hardware harbour health healthcare hearing heating heavy herald high hockey holding holdings
    home homes hospice hospital hospitals hotel hotels house housing imaging imports industrial
    industries infirmary inn institute instruments insurance international investment investments
    jewelers journal junior kindergarten kitchen lab laboratories laboratory labor labs
    land landscaping laundry law lawn league leasing legal library limousine lines livestock living
    loan loans local locksmith lodge logistics lounge lumber machinery management manufacturing
    marine marines market marketing markets materials mechanical media medical medicine memorial
    mercantile merchants mental metal metals metro middle mills mineral minerals mining ministries
    ministry mission mobile mortgage mosque motel motor motors movers moving municipal
    museum music mutual nails national natural navy network networks neurology news newspaper
    nursery nursing office offices oil oncology operations optical orchards orchestra organics
    organisation organization orthopedic orthopedics outfitters packaging painting paper parish
    parliament parlor partners party pawn pd pediatric pediatrics performing pest pet petroleum
    pharmaceutical pharmaceuticals pharmacy philharmonic photo photography physical pictures pizza
    pizzeria plastics plumbing police polytechnic post practice precinct preparatory preschool press
    primary print printing products productions professional programs project properties property
    psychiatric pta pub public publications publishers publishing quarterly radio radiology rail
    railroad railway rangers ranch real realty records recovery recreation recycling refining
    regional rehab rehabilitation remodeling rental rentals repair reporter rescue research resort
    resources restaurant retail retirement review roofing saint salon salons savings school schools
    science sciences scientific secondary securities security seminary senate senior seniors service
    services shack shelter sheriff shipping shire shoes shop shops social society software solar
    solutions sons spa sporting sports st state station steakhouse steel storage store stores
    studio studios suites supermarket supplies supply surgery surgical symphony synagogue systems
    tabernacle tailors tannery tavern tax taxi team teachers tech technical technologies technology
    telecom telecommunications telegraph telephone television temple tennis textile textiles
    theater theatre therapy times tire tires tobacco tours towing town township toys trade trading
    transit transport transportation travel trees trial tribunal tribune truck trucking trust tv
    union united universal university upholstery urgent urology utilities valley vet veterans
    veterinary vision ward warehouse wash waste water weekly welding wellness wholesale windows wine
    winery wireless women womens wood works workers world worldwide yacht yoga youth zoo"""
)
# Kept words that are surnames, too: not kept where the name of a firm begins with them.
SURNAMES_TOO = word_set(
    """banks bridge bridges church churches day farmer field fields forest gates glen grove guard
    hall hill hills hollow house lake lane law lodge marine marsh mercer mills park parks parish
    points pool porter post price rivers rooms sheriff shore singer springs steel stone storm
    street summers sweet temple towers ward waters wells west winters wood woods young chase green
    east north south grand major noble rose star berry day fair bill summer winter marathon masters
    garden gardens beach shire land cross"""
)
TRADES = pool_of(
    """Bakery|Builders|Cleaners|Deli|Design|Electric|Fitness|Florist|Furniture|Garage|Grill|Hardware
    |Insurance|Kitchen|Landscaping|Market|Motors|Optical|Painting|Pharmacy|Plumbing|Printing
    |Roofing|Supply|Storage|Travel"""
)
WORKERS = pool_of(
    "Bricklayers|Carpenters|Electricians|Longshoremen|Machinists|Nurses|Pipefitters|Printers"
)
