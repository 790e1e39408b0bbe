"""Words that many organizations share: trades, legal forms and kinds of institutions."""

from __future__ import annotations

from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.pools import Pool
from privtool.text.word_sets import word_set

LEGAL_FORMS = word_set(
    """inc corp corporation co company cos ltd limited llc llp lp plc ag nv bv ab oy oyj asa spa sa
    sas sarl srl gmbh kg kgaa se bhd pte pty kk pc pllc intl group holdings incorporated"""
)
# They tell the kind and no more.
ORGANIZATION_WORDS = LEGAL_FORMS | word_set(
    """academy accounting administration advertising advisors aerospace agency air airline airlines
    airways alliance ambulance animal apartments appliance appliances arena army arts assembly
    assisted associates association athletic authority auto automotive aviation bakery bank banking
    bar barbecue barbershop battalion bbq board books bookstore boutique brewery brigade
    broadcasting bros brothers builders bureau bus butchers cab cable cafe campaign capital car
    cardiology care cargo carpet cars cathedral catholic caucus center centers central centre
    chamber channel chapel chapter charities charity chemical chemicals children childrens
    chiropractic church churches cinema city cleaners cleaning clinic clinics club co-op coalition
    coffee college colleges collision commerce commission committee communications community
    computer computers confederation congregation congress construction consulate consulting
    contracting contractors cooling cooperative corps council counseling county court credit
    customs daily dairy daughters daycare dealership deli delivery dental dentistry department
    depot dermatology design development dialysis diner diocese district division dynamics eatery
    education electric electrical electronics elementary embassy emergency energy engineering
    enterprises entertainment equipment estate estates exchange express eye family farm farms
    fashion fc fm federal federation fellowship films finance financial fire fitness fleet flooring
    florist flowers food foods football force foundation freight friends fund funeral furniture
    gallery garage gardens gas gazette general government grammar grill group guard guild gym
    bancshares bancorp courts executive mall malls plaza arms villas manor lofts
    harbour hardware health healthcare hearing heating heavy herald high hockey holding holdings
    home homes hospice hospital hospitals hotel hotels house housing imaging imports industrial
    industries infirmary inn institute institutes instruments insurance international investment
    investments jewelers journal junior kindergarten kitchen lab labor laboratories laboratory labs
    land landscaping laundry law lawn league leasing legal libraries library limousine lines
    livestock living loan loans local locksmith lodge logistics lounge lumber machinery management
    manufacturing marine marines market marketing markets materials mechanical media medical
    medicine memorial mental mercantile merchants metal metals metro middle mills mineral minerals
    mining ministries ministry mission mobile models mortgage mosque motel motor motors movers
    moving municipal museum museums music mutual nails national natural navy network networks
    neurology news newspaper nursery nursing office offices oil oncology operations optical
    orchards orchestra organics organisation organization orthopedic orthopedics outfitters
    packaging painting paper parish park parks parliament parlor partners party pawn pd pediatric
    pediatrics performing pest pet petroleum pharmaceutical pharmaceuticals pharmacy philharmonic
    photo photography physical pictures pizza pizzeria plastics plumbing police polytechnic post
    practice precinct preparatory preschool press primary print printing productions products
    professional programs project properties property protective psychiatric pta pub public
    publications publishers publishing quarterly radio radiology rail railroad railway ranch
    rangers real realty records recovery recreation recycling refining regiment regional rehab
    rehabilitation remodeling rental rentals repair reporter rescue research resort resources
    restaurant retail retirement review roofing saint salon salons savings school schools science
    sciences scientific secondary securities security seminary senate senior seniors service
    services shack shelter sheriff shipping shire shoes shop shops social society software solar
    solutions sons spa sporting sports squadron st state station steakhouse steel storage store
    stores studio studios suites supermarket supplies supply surgery surgical symphony synagogue
    systems tabernacle tailors tannery tavern tax taxi teachers team tech technical technologies
    technology telecom telecommunications telegraph telephone television temple tennis textile
    textiles theater theatre therapy times tire tires tobacco tours towing town township toys trade
    trading transit transport transportation travel trees trial tribunal tribune truck trucking
    trust tv union united universal universities university upholstery urgent urology utilities
    valley vet veterans veterinary vision ward warehouse wash waste water weekly welding wellness
    wholesale windows wine winery wireless women womens wood workers works world worldwide yacht
    yoga youth zoo circuit auxiliary criminal sub airborne squadron rubber paint glass plastic
    attorney governor mayor treasurer assessor coroner firemen policemen boys girls ladies kids
    pack troop cub scouts ladder engine platoon detachment den grupo banco groupe société compagnie
    gruppo banca hermanos hijos fratelli werke verlag verein universität hochschule krankenhaus
    klinik hôpital université lycée école collège clínica universidad colegio escuela iglesia
    ministerio instituto fundación asociación pvt
    ballet montessori institution orthodontics archdiocese homeowners opera choir body karate dojo
    gymnastics pilates tutoring conservancy conservatory observatory aquarium planetarium cemetery
    mortuary podiatry audiology acupuncture massage hematology gastroenterology nephrology
    endocrinology allergy gynecology obstetrics pulmonology rheumatology anesthesiology eyecare
    robotics semiconductor semiconductors biotech genetics genomics diagnostics biosciences
    handball basketball volleyball softball baseball football rugby cricket soccer rowing lacrosse
    swimming skating curling badminton archery fencing judo wrestling boxing cycling skiing
    grille cantina brasserie trattoria ristorante managers producers growers processors dealers
    brokers traders investors manufacturers distributors retailers wholesalers engineers
    physicians officers employees employers exporters importers royal hall agents
    insurgents guerrillas militia militants mujahideen separatists
    constitution event events airport airfield terminal composite index wing capitol amphitheatre
    amphitheater studies strategic policy supplement literary drive fame
    arena stadium coliseum auditorium pavilion ballroom siding gutters drywall parent parents
    teacher caterers therapeutics historical botanical rink bowling village tri base airbase bases
    barracks garrison shipyard shipyards cosmodrome spaceport"""
)
# Kept words that are surnames, too: not kept where the name of a firm begins with them.
SURNAMES_TOO = word_set(
    """banks beach berry bill bridge bridges chase church churches cross day east fair farmer field
    fields forest garden gardens gates glen grand green grove guard hall hill hills hollow house
    lake land lane law lodge major marathon marine marsh masters mercer mills noble north parish
    park parks points pool porter post price rivers rooms rose sheriff shire shore singer south
    springs star steel stone storm street summer summers sweet temple towers ward waters wells
    west winter winters wood woods young"""
)
TRADES = pool_of(
    """Bakery|Builders|Cleaners|Deli|Design|Electric|Fitness|Florist|Furniture|Garage|Grill|Hardware
    |Insurance|Kitchen|Landscaping|Market|Motors|Optical|Painting|Pharmacy|Plumbing|Printing
    |Roofing|Supply|Storage|Travel"""
)
WORKERS = pool_of(
    "Bricklayers|Carpenters|Electricians|Longshoremen|Machinists|Nurses|Pipefitters|Printers"
)
# Before a trade: "Bob's Discount Furniture".
ADJECTIVES = pool_of("Classic|Family|Modern|Neighborhood|Premier|Quality|Village")
# Of shops, restaurants, firms and schools alike.
TRADE_NAMES = pool_of(
    """Blue Heron|Bright Horizon|Copper Kettle|First Light|Golden Gate|Green Leaf|Lucky Star
    |New Horizon|Red Barn|Silver Spoon|Stone Bridge|Sunny Side|Two Rivers|White Oak"""
)


_BRANCHES = pool_of("Downtown|Airport|Central|Riverside|Plaza|Midtown|Lakeside|Parkside")
_LODGINGS = word_set("hotel motel inn resort suites hostel lodge")


def branches_of(words: list[str]) -> Pool | None:
    """Return what follows the last word of a hotel's name: "Sheraton Hotel Leeds"; else None."""
    return _BRANCHES if words and words[-1] in _LODGINGS else None


def unused(pool: Pool, phrase: str) -> Pool:
    """Return the names of a small pool that a phrase does not have: no "Village Village"."""
    if pool is not ADJECTIVES and pool is not TRADES:
        return pool
    return Pool(name for name in pool.phrases if name.lower() not in phrase.lower())
