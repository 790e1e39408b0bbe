"""Words of medicine that are no names: drugs by their stems and their brands, tests, devices."""

from __future__ import annotations

from privtool.text.english.acronyms import MEDICAL_ACRONYMS
from privtool.text.lazy_regex import Regex
from privtool.text.word_sets import word_set

# Stems of the international nonproprietary names of the WHO; no listed name of a person has one.
_STEMS = """sartan dipine vastatin conazole prazole idazole cillin mycin micin cycline floxacin
    oxetine setron triptan gliptin glutide gliflozin glitazone formin semide thiazide
    xaban gatran umab zumab ximab tinib ciclib ciclovir cyclovir vudine profen coxib
    barbital azepam zolam triptyline ipramine faxine zodone dronate nisone solone
    metasone sonide terol tropium lukast codone morphone fentanil fentanyl zapine azosin
    rubicin taxel penem thyroxine estradiol piprazole phylline racetam cosamide curonium
    oxicam fenac lafil peridol zopiclone dopamine epinephrine ephedrine olol
    [loptmcnr]april [lio]n?opril pivacaine docaine zocaine fibrate fibrozil opram darone"""
_PROCEDURES = """ectomy otomy ostomy oscopy oscopic [lrp]opath(?:y|ic) [yru]algia plasty plegia
    plegic pnea cardia rr?hea megaly iasis iatri(?:c|cs|st) carcinoma sarcoma lymphoma
    melanoma adenoma myeloma penia stenosis thrombosis sclerosis centesis"""
_STEM = Regex(f"[a-z]{{2,}}(?:{'|'.join((_STEMS + ' ' + _PROCEDURES).split())})")
# Drugs that the most prescriptions name, without such a stem, and brands; none is a listed name.
_DRUGS = word_set(
    """abilify accutane acetaminophen actos adderall adipex advair advil albuterol aldactone aleve
    allopurinol amantadine ambien amiodarone aricept aspirin ativan augmentin avandia avapro
    avodart bactrim benadryl benicar benztropine bisacodyl boniva botox breo brilinta buspar
    buspirone bumex bupropion bystolic calcitriol carafate carbidopa cardizem cardura catapres
    celebrex celexa cellcept cetaphil clozaril chantix chlorthalidone cialis cipro claritin
    clindamycin clonidine clopidogrel codeine colace colchicine combivent compazine concerta
    coreg coumadin cozaar crestor cyclosporine cymbalta cytomel decadron deltasone demerol
    depakote desyrel detrol diclofenac diflucan digoxin dilantin dilaudid diovan ditropan
    donepezil dramamine dulcolax duloxetine effexor elavil eliquis enbrel entresto epipen
    excedrin ezetimibe famotidine farxiga fenofibrate ferrous fioricet flagyl flexeril flomax
    flonase fluticasone fosamax gabapentin glargine glipizide glimepiride glucophage glucotrol
    glyburide guaifenesin haldol heparin humalog humira humulin hydralazine hydroxychloroquine
    hydroxyzine hyzaar ibuprofen imdur imitrex imodium imuran insulin isosorbide jardiance
    januvia keflex keppra ketorolac klonopin klor lamictal lamotrigine lantus lasix latuda
    levaquin levemir levetiracetam levitra levoxyl lexapro librium lidoderm linzess lipitor
    lisinopril lithium lomotil loperamide lopressor loratadine lortab losartan lovenox lunesta
    lupron macrobid meclizine medrol melatonin meloxicam metamucil metformin methadone
    methimazole methotrexate metoclopramide micardis miralax mirapex morphine motrin mounjaro
    mucinex mylanta naloxone namenda naprosyn narcan nasonex neurontin nexium niacin
    nitroglycerin nitrofurantoin norco norflex norvasc novolin novolog nyquil omeprazole
    ondansetron oxybutynin oxycontin ozempic pamelor paxil papaverine paroxetine pedialyte
    pepcid percocet phenergan phenobarbital phenytoin plaquenil plavix pradaxa pravachol
    prednisone pregabalin premarin prevacid prilosec prinivil pristiq proair promethazine
    proscar protonix proventil prozac pulmicort ranitidine reclast reglan remeron remicade
    requip restasis restoril risperdal risperidone ritalin ritonavir robaxin robitussin rocephin
    roxicodone rybelsus saxenda senokot septra seroquel sildenafil simvastatin sinemet singulair
    skelaxin spiriva spironolactone statin statins stelara sulfa strattera sudafed sumatriptan
    symbicort synthroid tagamet tamiflu tamoxifen tamsulosin tegretol tenormin tessalon
    thorazine tizanidine topamax toprol toradol tradjenta tramadol trulicity tylenol ultram
    valium valsartan valtrex vasotec venlafaxine ventolin verapamil versed viagra vicodin
    victoza voltaren vytorin vyvanse warfarin wegovy wellbutrin xanax xarelto zanaflex zantac
    zestoretic zestril zetia ziac zithromax zocor zofran zoloft zolpidem zovirax zyloprim
    zyprexa zyrtec"""
)
# With such a stem, but often written with a capital; none is a listed name, either.
_GENERIC_DRUGS = word_set(
    """alendronate alprazolam amitriptyline amlodipine amoxicillin ampicillin anastrozole
    aripiprazole atenolol atorvastatin azathioprine azithromycin benazepril bisoprolol budesonide
    candesartan captopril carvedilol cefdinir ceftriaxone cephalexin cephalosporin cephalosporins
    cetirizine ciprofloxacin citalopram clarithromycin clonazepam cyclobenzaprine desvenlafaxine
    dexamethasone diazepam diltiazem diphenhydramine doxycycline enalapril epinephrine
    erythromycin escitalopram esomeprazole estradiol felodipine fentanyl fluconazole fluoxetine
    fluvoxamine furosemide gemfibrozil haloperidol hydrochlorothiazide hydrocodone
    hydrocortisone irbesartan labetalol lansoprazole levofloxacin levothyroxine linagliptin
    lorazepam lovastatin methylprednisolone metoprolol metronidazole mirtazapine montelukast
    moxifloxacin mupirocin nadolol naltrexone naproxen nebivolol nifedipine nortriptyline
    olanzapine olmesartan oxcarbazepine oxycodone pantoprazole penicillin pioglitazone
    pravastatin prednisolone propranolol quetiapine quinapril rabeprazole ramipril risedronate
    rivaroxaban ropinirole rosuvastatin salmeterol sertraline sitagliptin sotalol temazepam
    terbinafine tetracycline topiramate trazodone triamcinolone triamterene valacyclovir
    vancomycin verapamil"""
)
_TESTS = word_set("xray xrays sonogram catheter stent stents picc ldh")
# Of the body and of illness: in no list, but their letters look like those of names.
_BODY = word_set(
    """murmur edema valgus varus femur tibia fibula ulna ulnar talus lumen fundus vagus humerus
    turgor achilles brachial subtalar effusion eczema rhinitis sputum kyphosis scoliosis chemo
    atopy atopic pollen dander itchy antacid tailbone bellyache erythema spina bifida"""
)
# Not by their endings: Latvian surnames have them, too ("Rudzitis").
_ILLNESSES = word_set(
    """acidosis anemia appendicitis bronchitis bursitis cellulitis cirrhosis colitis conjunctivitis
    cystitis dermatitis diverticulitis diverticulosis dysuria encephalitis endocarditis
    endometriosis esophagitis fasciitis fibrosis gastritis gingivitis hematuria hyperglycemia
    hyperkalemia hyperlipidemia hypoglycemia hypokalemia hyponatremia hypoxemia ischemia
    ketoacidosis laryngitis leukemia lordosis lymphedema myocarditis necrosis nephritis
    osteomyelitis otitis pancreatitis pericarditis pharyngitis phlebitis polyuria prostatitis
    proteinuria psychosis retinopathy sepsis septicemia sinusitis spondylosis tendinitis
    tendinopathy tonsillitis tuberculosis vasculitis"""
)
_LONGEST = 30  # letters
_MEDICAL = _DRUGS | _GENERIC_DRUGS | _TESTS | _BODY | _ILLNESSES | MEDICAL_ACRONYMS


def is_medical(word: str, capital: bool) -> bool:
    """Return whether a word, given in lower case, is a drug, a test or another word of medicine.

    With a capital, only words of the lists are: a surname may end as drugs do.
    """
    if not 2 < len(word) <= _LONGEST:
        return False
    return word in _MEDICAL or (not capital and _STEM.fullmatch(word) is not None)
