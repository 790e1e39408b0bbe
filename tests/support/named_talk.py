"""Sentences with names of persons by kind of text, in two halves: to write rules by, and unseen."""

from __future__ import annotations

import re
from typing import NamedTuple

DEVELOP, UNSEEN = "develop", "unseen"
_EACH = 3  # sentences of a template
_MARK = re.compile("«(.*?)»")

# {g} and {h} are given names, {s} a surname, {f} and {e} full names, {i} and {j} initials.
_TEMPLATES = {
    "operator": (
        """Our next question comes from the line of «{f}» with Barclays.
        We'll take our first question from «{f}» of Morgan Stanley.
        Your line is open, «{g}».
        The next question is from «{f}», please go ahead.""",
        """And we will go next to «{f}» at Jefferies.
        Our final question today comes from «{f}» from RBC.
        «{f}», your line is now open.
        One moment for «{f}» with Cowen, please.""",
    ),
    "handover": (
        """Thanks, «{g}», and good morning, everyone.
        With that, I'll turn it over to «{g}».
        Great question, «{g}», I would say that margins improved.
        Let me hand it to «{f}» for the financials.""",
        """Thank you, «{g}», good afternoon to all of you.
        I will pass the call to «{f}», our chief financial officer.
        Yeah, «{g}», I think that's right.
        «{g}», do you want to take that one?""",
    ),
    "mention": (
        """As «{g}» mentioned, we closed the plant in the spring.
        To «{g}»'s point, demand is still strong.
        «{g}» and I met the team last week.
        I agree with what «{g}» said about pricing.""",
        """Like «{g}» said earlier, costs came down.
        Just to add to «{g}»'s comment, we see more orders.
        Both «{g}» and «{h}» touched on this.
        Joining me are «{f}», president, and «{e}», treasurer.""",
    ),
    "clinic": (
        """Good to see you again, «{g}».
        Doctor «{s}» sent me for an X-ray.
        So «{g}» how long have you had this pain?
        The patient, «{f}», is a sixty year old man.""",
        """Miss «{s}», any allergies to medicine?
        My husband «{g}» gives me the insulin.
        I was referred by Dr. «{s}» at the clinic.
        How is the knee today, «{g}»?""",
    ),
    "call center": (
        """Thank you for calling, this is «{g}», how may I help?
        Can I have your name? Yes, it's «{f}».
        The account is under «{f}».
        May I speak with «{f}», please?""",
        """Who am I speaking with? «{f}».
        The reservation is for «{s}», party of four.
        First name «{g}», last name «{s}».
        Is «{g}» available to talk?""",
    ),
    "chat": (
        """hey «{g}» you coming tonight?
        lol «{g}» that is so funny
        tell «{g}» I said hi
        ok «{g}», see you at nine""",
        """omg «{g}» did you see this?
        miss you «{g}»
        can you ask «{g}» to bring the keys?
        ty «{g}»! talk later""",
    ),
    "form": (
        """Patient: «{f}»
        Attn: «{f}»
        Emergency contact: «{f}»
        Name of spouse: «{f}»""",
        """Insured: «{s}, {g}»
        c/o «{f}»
        Prepared by: «{f}»
        Next of kin: «{f}»""",
    ),
    "mail": (
        r"""Sent from «{g}»'s iPhone
        cc: «{f}», «{e}»
        Kind regards,\n«{g}»
        On Monday «{f}» wrote:""",
        r"""From: «{f}»
        All the best,\n«{f}»
        Dear Mr. «{s}», thank you for your letter.
        Hi «{g}» and «{h}»,""",
    ),
    "social": (
        """RT @«{g}{s}»: so true
        shopping w/ «{g}» today
        New track ft. «{f}» out now
        Happy birthday «{g}»!""",
        """photo by «{f}»
        cant wait to see «{g}» and «{h}» on friday
        congrats to «{f}» on the new job
        #«{g}{s}» is trending""",
    ),
    "everyday": (
        """I went to the movies with «{g}» yesterday.
        My sister «{g}» lives in the city.
        We are having dinner at «{g}»'s place.
        Did «{f}» call you back?""",
        """My boss «{g}» is on vacation.
        «{g}» got a new job last month.
        I have not heard from «{f}» since May.
        Let's invite «{g}» to the party.""",
    ),
    "several": (
        """The team is «{f}», «{e}» and «{h}».
        «{g}», «{h}» and I took the train.
        Present: «{f}», «{e}».
        We hired «{f}» and «{e}».""",
        """It was me, «{g}» and «{h}».
        The winners are «{f}» and «{e}».
        Attendees: «{g}», «{h}», «{f}».
        «{f}» & «{e}» got married.""",
    ),
    "initials": (
        """The letter is signed «{i}. {s}».
        I spoke to «{g} {i}.» this morning.
        «{i}.{j}. {s}» wrote the report.
        «{g}»'s brother and «{s}»'s wife came.""",
        """Ask «{g} {i}. {s}» about it.
        The author, «{i}. {s}», is here.
        That is «{s}»'s car.
        It belongs to «{g} {s}»'s family.""",
    ),
    "introduction": (
        """My name is «{f}» and I live here.
        People call me «{g}».
        Hi, I'm «{f}», nice to meet you.
        Let me introduce «{f}» to you.""",
        """Hello, «{f}» here from accounting.
        Please welcome «{f}».
        Have you met «{g}»?
        I go by «{g}», my last name is «{s}».""",
    ),
}
# Names of many countries; about half of them are in no list, and some are also words.
_GIVEN = {
    DEVELOP: """Anna Thandiwe Grace Xiulan Ravi Oksana Kwabena Mark Leilani Nguyet Tariq Ebele
        Wojtek Joy Ximena Bjorg Hamza Sunniva Bill Yevhenia Tamati Quillon Zarintaj Peter""",
    UNSEEN: """Maria Lwazi Hope Haruka Arjun Zdenka Yaw Frank Keanu Thuong Idris Chidera Mieszko
        April Itzel Torvald Rashida Eerika Rob Lyudmila Aroha Brixton Golnesa John""",
}
_SURNAMES = {
    DEVELOP: """Kowalczyk Okonjo Young Brandvold Nakashima Bhattacharya O'Malley Reyes Zylberstein
        Tran Papadakis Ngata Stone Mensah Quelven Abyaneh Tlaxcal Hussain Rasmussen Zadravec
        Smith Vdovets Achterberg Brown""",
    UNSEEN: """Wisniewski Adeyinka King Halvorsrud Murakawa Chattopadhyay O'Shea Fuentes
        Rosenkrantz Pham Stavrou Tamihana Wood Boateng Xandrel Mokri Coyotl Siddiqui Jorgensen
        Kranjcec Jones Hrytsenko Vanderhoeven White""",
}


class NamedTalk(NamedTuple):
    """A text, its kind, and its ranges of private characters."""

    kind: str
    text: str
    private: tuple[tuple[int, int], ...]


def sentences(half: str) -> list[NamedTalk]:
    """Return the sentences of one half, the same ones every time."""
    made: list[NamedTalk] = []
    given, surnames = _GIVEN[half].split(), _SURNAMES[half].split()
    for kind, halves in _TEMPLATES.items():
        for template in halves[half == UNSEEN].splitlines():
            for _ in range(_EACH):
                at = len(made)
                made.append(_filled(kind, template.strip(), given, surnames, at))
    return made


def _filled(kind: str, template: str, given: list[str], surnames: list[str], at: int) -> NamedTalk:
    """Return a template with names, which go with its number."""
    one, other = given[at % len(given)], given[(5 * at + 7) % len(given)]
    third = given[(7 * at + 2) % len(given)]
    surname, second = surnames[(7 * at) % len(surnames)], surnames[(11 * at + 4) % len(surnames)]
    marked = template.replace(r"\n", "\n").format(
        g=one,
        h=other,
        s=surname,
        f=f"{one} {surname}",
        e=f"{third} {second}",
        i=other[0],
        j=second[0],
    )
    text, private = "", []
    for number, piece in enumerate(_MARK.split(marked)):
        if number % 2:
            private.append((len(text), len(text) + len(piece)))
        text += piece
    return NamedTalk(kind, text, tuple(private))


def lower(talk: NamedTalk) -> NamedTalk:
    """Return the sentence in lower case."""
    return talk._replace(text=talk.text.lower())


def spoken(talk: NamedTalk) -> NamedTalk:
    """Return the sentence as a recognizer writes it: lower case, words and apostrophes only."""
    kept = [k for k, c in enumerate(talk.text) if c.isalnum() or c in "' " or c.isspace()]
    place = {old: new for new, old in enumerate(kept)}
    text = "".join(" " if talk.text[k].isspace() else talk.text[k].lower() for k in kept)
    private = []
    for start, end in talk.private:
        inside = [place[k] for k in range(start, end) if k in place]
        private.append((inside[0], inside[-1] + 1))
    return talk._replace(text=text, private=tuple(private))


MANNERS = {"written": NamedTalk._replace, "lower": lower, "spoken": spoken}
