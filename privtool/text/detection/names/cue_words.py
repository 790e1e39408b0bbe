"""The words that announce a name, by how sure they are."""

from __future__ import annotations

from privtool.text.word_sets import word_set

# Words of courtesy stand before names only. After a title or a strong cue nearly anything is a
# name; after a weak one a name is listed, capitalized or a rare word; after the others it is
# listed.
COURTESY, TITLE, STRONG, WEAK, LISTED = 5, 4, 3, 2, 1

_COURTESIES = """mr, mrs, mx, mister, messrs, herr, frau, monsieur, signor, signora, señor, señora,
    senor, senora"""
_TITLES = "ms, dr, prof, professor, madame"
_STRONG = """minutes by, minutes taken by, apologies from, initials, initials are, initialed by,
    line is open, line is now open, the line of, question is from, question comes from,
    question today from, question today is from, question today comes from, first question from,
    next question from, last question from, final question from, follow up from, attention,
    name is, name s, name was, names, name, surname, nickname, aka, a k a, call me, calls me,
    called me, name on the ticket, name on the account, name on the card, goes by, go by,
    speaking with, speaking to, spoke with, spoke to, attn, signed, madam, username is"""
_WEAK = """this is, c o, hi, hello, hey, hiya, heya, howdy, dear, thanks, thank you, thanx, thx,
    bye, goodbye, good bye, bye bye, good night, goodnight, good morning, good afternoon,
    good evening, good day, welcome, welcome back, over to, back to, speak with, speak to,
    talk to, talk with,
    talked to, talked with, talking to, talking with, transfer you to, connect you to, connect you
    with, you through to, joined by, joining us, named, known as, detective, captain, sergeant,
    pastor, rabbi, reverend, rev, senator, sen, gov, governor, lord, dame, aunt, auntie, uncle,
    grandma, grandpa, granny, sister, brother, cousin, congrats, congratulations, congrats to,
    congratulations to, happy birthday,
    rip, reported by, hosted by, written by, prepared by, signed by, photo by, w, ft, feat,
    featuring, introduce, introducing, on behalf of, is under, go next to, move next to, the call
    to, hand it to, pass it to, turn it to, with me is, with me are, joining me, me are, coach,
    president, justice, judge, officer, sheriff, mayor, chief, dj, commissioner, secretary,
    ambassador, minister, prince, princess, queen, pope, saint, sgt, capt, lt, col, rep, sir,
    chairman, agent, great question, good question, meet you, see you, see you again, thnx, thank
    u, ty, tell, told, ask, asked, ask for, asked for, meet, met, invite, texted, emailed,
    love you, miss you, miss u,
    appt for, appointment for, reservation for, booking for, table for, order for, package for,
    delivery for, refill for, message for, tee time for, heard from, name of, reach, reached,
    married, lawyer, attorney, therapist, landlord, landlady,
    roommate, coworker, dentist, nanny, babysitter, accountant, new hire, partner is, neighbor is,
    teacher is,
    niece, nephew, grandson, granddaughter, fiance, fiancee, stepson, stepdaughter, stepdad,
    stepmom,
    counselor, counsellor, stylist, instructor, realtor, broker, guardian, godmother, godfather,
    pharmacist, hygienist, optometrist, principal, skipper, steward, chairwoman, advisor, adviser,
    understudy,
    sender, recipient, mechanic, plumber, producer, foreman, bartender, barber, tutor, intern,
    tech, technician, electrician, midwife, caseworker, solicitor, interpreter, trainer, driver,
    me llamo, se llama, mi nombre es, soy, doña, tio, tia, primo, prima, compadre, comadre,
    dile a, diles a, dijiste a, dije a, je m appelle, ich heisse, ich heiße, mein name ist,
    mi chiamo, nazywam sie, bhai, habibi, kuya, mera naam,
    pronounced, pronounced like, spelt, spelled, spelt like, spelled like,
    cover for, covering for, covers for, covered for, in for, swap with, swapped with,
    patient, doctor, nurse, husband, wife, son, daughter, boyfriend, girlfriend, boss, miss, yes
    it s, it s me"""
_LISTED = """i m, i am, im, that s, that is, it s, it is, morning, evening, cheers, yo, sorry,
    call, called, contact, email, mail, message, text, cc, client, customer, caller, lady, from,
    with, by, under, ok, okay, guy, friend, colleague, manager, supervisor, mom, dad, mum,
    father, mother, alright, yes, yeah, who s, here s, there s, where s, see, saw, visit, rt"""

NAME_ENDINGS = word_set("jr sr jnr snr ii iii iv")
FILLERS = word_set(
    """uh um uhm er erm ah oh like actually just again there so much very mister mr mrs ms dr miss
    my dear doctor professor is was would be well yeah yes okay ok please you know"""
)
MOST_FILLERS = 3
AFTER_NAMES = word_set("from calling speaking here and at with on again")
CLOSINGS = word_set(
    """regards sincerely cheers best love yours thanks thx respectfully cordially warmly wishes
    faithfully truly xoxo xo you advance signed hugs kisses"""
)
PLAIN_CLOSINGS = word_set("regards sincerely cheers")  # without a comma after them, as spoken
SPEECH = word_set(
    """said says told asked thinks thought called calls texted replied answered wants wanted knows
    knew went came got left lives works moved married died smiled laughed agreed insisted mentioned
    emailed promised explained wrote writes noted added joined works speaks"""
)
# "So Anna, how are you": words that open a sentence, and those that follow a name there.
OPENERS = word_set(
    """so ok okay well yeah yes no alright right hey oh and but now lol omg sure hi wow damn haha
    sorry please"""
)
AFTER_ADDRESS = word_set(
    """how what when where why who which you your can could do did does are is have would will i
    we thats see thanks thank good got sounds"""
)
# "Did Anna call", "is Anna available".
AUXILIARIES = word_set("did does do is was has can could will would should")
ASKED_ABOUT = word_set(
    """call come go get say tell want need know like think have take make see give feel live work
    available there here coming going back home okay ok free busy done ready still in your"""
)
ASKED_FOR = word_set("there home in available around back here")  # "is will there"
# "No, will is at work": names that are modal verbs, and what shows that they are none.
MODALS = word_set("will may")
BEFORE_SUBJECTS = word_set("because if when that where maybe since then think hope said says")
FINITE = word_set("is isn was wasn has hasn would can could should might")
BEFORE_SAID = word_set("i we that about he she they")
GREETINGS = word_set("hi hello hey hiya heya howdy dear morning afternoon evening")
# "Anna's brother": what belongs to one person.
BELONGINGS = word_set(
    """brother brothers sister sisters mother father mom mum dad wife husband son daughter kid kids
    baby boyfriend girlfriend fiance friend friends aunt uncle cousin niece nephew grandma grandpa
    grandmother grandfather parents family boss roommate neighbor house place apartment room
    birthday wedding funeral iphone ipad phone car desk email point comment comments remarks
    opinion dog cat dress hair laptop locker"""
)
LABELS_OF_PERSONS = word_set(
    """patient attn attention contact spouse insured kin name names guarantor attending physician
    provider beneficiary employee applicant witness mother father parent guardian tenant landlord
    buyer seller payee payer holder cardholder member student teacher client customer caller agent
    claimant subscriber passenger driver plaintiff defendant nurse doctor author attendees present
    participants by cc bcc from to surname nombre nome nom namn naam vorname nachname prenom
    apellido apellidos imie nazwisko given family rider sender recipient first last user owner"""
)
# Words of forms, letters and greetings that no list of words has, and that are never names.
NO_NAMES = word_set(
    """iban bic swift cvv cvc ssn dob mrn npi attn cc bcc fw fwd tel fax cel mob www http https com
    org net html rt ft feat bye goodbye ciao hola adios hallo salut bonjour merci gracias danke
    obrigado grazie nombre nome nom namn naam vorname nachname prenom apellido apellidos imie
    nazwisko cognome telefon telefono telefone adresse direccion indirizzo personnummer cpf dni nie
    nif curp pesel email mail gmail cardholder guarantor policyholder accountholder payee insured
    subscriber beneficiary spouse kin patient patients doctor doctors nurse nurses customer caller
    agent operator moderator analyst speaker interviewer interviewee iphone ipad android
    regards sincerely cheers"""
)
# Words of forms and of talk about accounts, whose values are private.
FORM_WORDS = word_set(
    """mr mrs ms mx dr ssn ssns dob mrn npi imei iban bic pnr otp cvv cvc pin pins pcp gps nhs tfn
    cpf pesel bsn dni nif itin ein curp aadhaar aadhar btc zip zipcode postcode attn cc bcc
    fw fwd re tel telefax fax ext apt id ids dl ip username userid handle login password
    passcode passphrase account acct invoice policy member membership claim ticket tracking
    order confirmation reservation booking reference ref serial routing plate license
    licence passport guarantor insured policyholder cardholder subscriber beneficiary payee
    witness patient caller customer client employee student adjuster code number email mail
    phone cell mobile text wallet sir steuernummer personnummer buzz flight badge kids caregiver
    s"""
)
ARTICLES = word_set(
    "the a an my your his her our their this that these those its no any some each every"
)
DETERMINERS = ARTICLES | word_set("of to on in at one what which more less for from same such")

Cue = tuple[tuple[str, ...], int]


def _by_last_word(*groups: tuple[str, int]) -> dict[str, list[Cue]]:
    """Return the cues by their last word: the words before it, longest first, and the strength."""
    cues: dict[str, list[Cue]] = {}
    for text, strength in groups:
        for phrase in text.split(","):
            *before, last = phrase.split()
            cues.setdefault(last, []).append((tuple(before), strength))
    return {last: sorted(some, key=lambda cue: -len(cue[0])) for last, some in cues.items()}


CUES = _by_last_word(
    *((_COURTESIES, COURTESY), (_TITLES, TITLE)),
    *((_STRONG, STRONG), (_WEAK, WEAK), (_LISTED, LISTED)),
)
# "Mr. President": offices after a word of courtesy.
OFFICES = word_set(
    """president vice speaker chairman chairperson moderator secretary ambassador minister mayor
    chancellor commissioner governor justice prime"""
)
