"""The words that announce a name, by how sure they are."""

from __future__ import annotations

from privtool.text.word_sets import word_set

# After a title or a strong cue nearly anything is a name; after a weak one a name is listed,
# capitalized or a rare word; after the others it is listed.
TITLE, STRONG, WEAK, LISTED = 4, 3, 2, 1

_TITLES = """mr, mrs, ms, mx, mister, messrs, dr, prof, professor, herr, frau, monsieur, madame,
    signor, signora, señor, señora, senor, senora"""
_STRONG = """name is, name s, name was, names, name, surname, nickname, call me, calls me,
    called me, goes by, go by, speaking with, speaking to, spoke with, spoke to, attn, signed,
    madam, username is"""
_WEAK = """this is, hi, hello, hey, hiya, heya, howdy, dear, thanks, thank you, thanx, thx, bye,
    goodbye, good bye, bye bye, good night, goodnight, good morning, good afternoon, good evening,
    good day, welcome, welcome back, over to, back to, speak with, speak to, talk to, talk with,
    talked to, talked with, talking to, talking with, transfer you to, connect you to,
    connect you with, you through to, joined by, joining us, named, known as, detective, captain,
    sergeant, pastor, rabbi, reverend, rev, senator, sen, gov, governor, lord, dame, aunt, auntie,
    uncle, grandma, grandpa, granny, sister, brother, cousin, congrats, congratulations,
    happy birthday, rip, reported by, hosted by, written by"""
_LISTED = """i m, i am, im, that s, that is, it s, it is, morning, evening, cheers, yo,
    sorry, ask, asked, tell, told, call, called, contact, meet, met, email, mail, message, texted,
    text, cc, patient, client, customer, caller, agent, doctor, nurse, officer, judge, lady, sir,
    coach, miss, from, with, by, love you, miss you, ok, okay, guy, husband, wife, son, daughter,
    friend, boss, colleague, manager, supervisor, mom, dad, mum, alright, yes, yeah, who s,
    here s, there s, where s, see, saw, visit, invite, married"""

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
SPEECH = word_set(
    """said says told asked thinks thought called calls texted replied answered wants wanted knows
    knew went came got left lives works moved married died smiled laughed agreed insisted mentioned
    emailed promised explained"""
)
DETERMINERS = word_set(
    """the a an my your his her our their this that these those its no any some each every of to on
    in at one what which more less for from same such"""
)

Cue = tuple[tuple[str, ...], int]


def _by_last_word(*groups: tuple[str, int]) -> dict[str, list[Cue]]:
    """Return the cues by their last word: the words before it, longest first, and the strength."""
    cues: dict[str, list[Cue]] = {}
    for text, strength in groups:
        for phrase in text.split(","):
            *before, last = phrase.split()
            cues.setdefault(last, []).append((tuple(before), strength))
    return {last: sorted(some, key=lambda cue: -len(cue[0])) for last, some in cues.items()}


CUES = _by_last_word((_TITLES, TITLE), (_STRONG, STRONG), (_WEAK, WEAK), (_LISTED, LISTED))
