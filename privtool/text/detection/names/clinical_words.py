"""Words of clinics that are no names, even in lower case: the body, illness, care."""

from __future__ import annotations

from privtool.text.word_sets import word_set

# Listed names all the same: where a cue or a capital says so, they are found.
CLINICAL_NAMES = word_set("bones brain chin colon foot gut hand hay kidney nail pap runny")
CLINICAL_WORDS = word_set(
    """abdomen abdominal ablation abnormal abscess aches acne acute addiction adrenal airway alcohol
    allergic allergies allergy alzheimer's anemia anesthesia aneurysm angina ankle ankles antibiotic
    antibiotics antibody anxiety aorta aortic apnea appendix appetite arterial arteries artery
    arthritis aspiration assessment asthma asymptomatic atrial autism autoimmune back bacteria
    bacterial benign bilateral biopsy bladder bleeding blisters bloating blood bloody bone bowel
    bowels breast breasts breath breathing bronchitis bruise bruises bruising bruit bruits burning
    calf calluses cancer cancers canes carcinoma cardiac cardiology cardiologist cardiovascular
    carotid cartilage cast cataract cataracts catheterization cavity cell cells cervical checkup
    chemotherapy chest chills cholesterol chronic cigarette cigarettes circulation circumcision
    cirrhosis clavicle clinic clinical clot clots cocaine cold colds colitis colonoscopy concussion
    congenital congestion congestive consciousness constipation continuous contractions cough
    coughing cramping cramps creatinine crutches cyst cysts deformity degenerative dehydrated
    dehydration dementia dental depression dermatology diabetes diabetic diagnosis dialysis
    diaphragm diarrhea diet discharge disease diseases dislocation disorder disorders distension
    dizziness dizzy dosage dose doses drainage dyslipidemia ear ears echo echocardiogram eczema
    edema ejection elbow elbows electrolytes emergency emphysema endocrine endoscopy enzymes
    epilepsy erythema esophagus exam exercise exertion extremities extremity eye eyelid eyes face
    failure fasting fatigue femur fetal fever fevers fibrillation fibroids fibula finger fingers flu
    fluid fluids foot forearm fracture fractures fraction gallbladder gait gallstones gangrene
    gastric gastritis gastrointestinal genetic gestational glands glaucoma glucose gout groin
    growth gums hamstring hand hands headache headaches hearing heart heartbeat heartburn heel
    hematocrit hemoglobin hemorrhage hemorrhoids hepatitis hernia hernias herniated hip hips hives
    hormone hormones hospital hydration hypertension hypertensive hypothyroidism hysterectomy ill
    illness imaging immune immunization immunizations incision incontinence indigestion infarction
    infection infections inflammation inflammatory influenza inhaler inhalers injection injections
    injury insomnia intake intestinal intestine intubation ischemia ischemic itching itchy jaundice
    jaw joint joints juice jugular kidneys knee knees labor laceration larynx leg legs lesion
    lesions leukemia ligament ligaments limb limp lipid lipids liver lobe lumbar lump lumps lung
    lungs lupus lymph malaria malignant mammogram marijuana measles medication medications medicine
    melanoma membrane menopause menstrual meningitis meniscus metabolic metabolism metastatic
    midwife migraine migraines miscarriage mitral mole moles motion mucus mumps muscle muscles
    muscular myocardial narcotic narcotics nasal nausea nauseous neck nerve nerves nervous neuro
    neurologic neurological neurologist neurology neuropathy nodes nodule nodules normal nose
    nostril numb numbness nutrition obese obesity obstruction ointment oncologist oncology operation
    opioid opioids oral organ orthopedic orthopedics orthopedist osteoarthritis osteoporosis ovarian
    ovaries ovary overdose oxygen pacemaker pain painful palpation palpitations palsy pancreas
    pancreatic pancreatitis panel paralysis paralyzed patella pediatric pediatrician pelvic pelvis
    perfusion pharmacy pharynx physical physician pill pills placenta plaque plasma platelet
    platelets pleural pneumonia poison poisoning pollen polyp polyps potassium pregnancy pregnant
    prescription prescriptions preterm prognosis prostate protein psoriasis psychiatric psychiatrist
    puberty pulmonary pulse pus radiation radiograph radiographs radiology rash rashes reaction
    rectal rectum reflex reflexes reflux regurgitation rehab rehabilitation remission renal
    respiratory retina rheumatoid rib ribs runny saliva salivary scab scan scans scar sciatica
    scoliosis screening sedation seizure seizures semen serum shingles shoulder shoulders siblings
    sinus sinuses skin skull sleeping smoking snoring sodium sore soreness spasm spasms sperm
    spinal spine spleen sprain stair stairs sternum steroid steroids stiffness stomach stool stools
    strain strep stroke strokes sugars suicidal suicide supplements surgeon surgeries surgery
    surgical swallow swallowing sweats sweating swelling swollen symptom symptoms syndrome syringe
    tendon tendonitis tenderness tendons testicle testicles testicular testosterone tetanus
    therapies therapist therapy thigh thirst throat thrombosis thrush thumb thyroid tibia tingling
    tissue tobacco toe toenail toes tongue tonsils tooth torn toxic trachea transfusion transplant
    trauma treatment tremor tremors triglycerides trimester tube tubes tuberculosis tumor tumors
    twitching ulcer ulcers ultrasound umbilical unconscious unresponsive urgent urinalysis urinary
    urinate urination urine uterine uterus vaccinated vaccination vaccinations vaccine vaccines
    vaginal valve valves varicose vascular vein veins venous ventricle ventricular vertebrae vertigo
    viral virus vision vitals vitamin vitamins vomiting weight wheezing wound wounds wrist wrists"""
)
