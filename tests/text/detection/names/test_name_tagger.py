"""`names`: names by their cues and by lists, in any casing; ordinary words stay."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from privtool.text.detection.names.tagger import NameTagger
from tests.support.calls import calls_of
from tests.text.detection.conftest import unmark

_TAGGER = NameTagger()
_BESIDE_A_MODEL = NameTagger(doubtful=True)
_CASINGS: tuple[Callable[[str], str], ...] = (str, str.lower, str.upper)

# Our own sentences, one or more for each cue. What is marked is a name in any casing.
_NAMES = """
Hi «Siobhan», thanks for calling the clinic.
Hello «Mark», how are you feeling today?
Good morning «Grace», your results are in.
Dear «Bill», please find the form attached.
Thanks so much «Anjali», that helps a lot.
Thank you «Grace», see you next week.
Hi, this is «Mark» from the pharmacy.
My name is «Kowalczyk» and I need a refill.
My name is «Hope», I called before.
The name's «Okonkwo», like the bridge.
Her maiden name was «Brandvold», I think.
Her first name is «May», like the month.
His surname is «King», and he moved away.
Can you cover for «Xiomara» and swap with «Grace» tomorrow?
It is pronounced «Mackleduddy» but spelt «Mcgillycudie» here.
The minutes by «Hvdm» are late, and apologies from «Okonkwo» came.
Please call me «Bill», everyone does.
I'm «Grace», the new nurse on this floor.
You are speaking with «Pat» today.
I am speaking to «Xhevahire», correct?
Now over to «Siobhan» for the weather.
Back to you, «Mark».
Yes, «Mark», I can hear you.
«Grace», can you hear me now?
Mr. «Brown» is waiting in the hall.
Mrs. «Young» called about the bill.
Dr. «Long» will see you now.
Doctor «Grace» will see you now.
Aunt «Rosalind» is coming for dinner.
Can I talk to «Bill» about the roof?
Please ask «Mark» about the invoice.
We were joined by «Oluwaseun» a minute ago.
«Bill» said the package never came.
«Mark» speaking, how can I help?
We borrowed «Grace»'s car last night.
I met «Anna Brown» and «Mary King» at school.
It was «Kowalski», k o w a l s k i, with a k.
The name is «Mark», m a r k.
«Grace» and «Robert» went home early.
«Jean-Luc O'Brien» left a message.
«Siobhan»: good morning, everyone.
«Mark»: can you hear me?
I told «Wojciech» that we would be late.
We saw «Thandiwe» and «Ngozi» yesterday.
"""

# Ordinary words that look like names, months, brands, films and phrases.
_ORDINARY = """
Mark my words, it will rain.
There is a grace period of ten days.
I will call you in May.
May I ask you a question?
Will you be there in June?
It opens in March and closes in August.
The bill came to forty dollars.
Please pay the bill by Friday.
Hope this helps you out.
I hope you feel better soon.
Thanks, will do that tomorrow.
Thank you so much for your help.
Hi there, how can I help you?
Hello everyone and welcome to the show.
This is great news for all of us.
I'm good, thanks for asking.
I'm exhausted and I need a break.
The rose is a beautiful flower.
She won the art prize at her school.
My name is on the list already.
Dear customer, your order is ready.
Dear Sir or Madam, I am writing to you.
We watched Frozen and Titanic last night.
My phone is a Samsung and my shoes are Nike.
The price is on the mark.
Note: bring your own chair.
Question: where do we meet?
He works in a dark room.
What a lovely summer day.
The young king and the old queen.
Let me see what I can do.
Best regards from all of us.
Doctor, it hurts when I walk.
Can I speak to a manager please?
You are speaking with the front desk.
Over to you for the weather.
Letters: a b c d e f g.
"""


def _marked(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("casing", _CASINGS, ids=["written", "lower", "capitals"])
@pytest.mark.parametrize("marked", _marked(_NAMES))
def test_names_after_every_cue_are_found(marked, casing):
    text, spans = unmark(marked)
    text = casing(text)
    found = {at for span in _TAGGER.tag([text])[0] for at in range(span.start, span.end)}
    missed = [text[start:end] for start, end in spans if not found.issuperset(range(start, end))]
    assert not missed
    outside = found - {at for start, end in spans for at in range(start, end)}
    assert not outside, "".join(text[at] for at in sorted(outside))


@pytest.mark.parametrize("casing", _CASINGS, ids=["written", "lower", "capitals"])
@pytest.mark.parametrize("text", _marked(_ORDINARY))
def test_ordinary_words_are_not_names(text, casing):
    cased = casing(text)
    assert [cased[span.start : span.end] for span in _TAGGER.tag([cased])[0]] == []


@pytest.mark.parametrize(
    ("marked"),
    [
        "Best regards,\n«Hope»",
        "Cheers,\n«Bill Young»",
        "See you soon.\n- «Grace»",
        "Yours sincerely, «Xiomara Vdovets»",
        "thanks,\n«siobhan»",
        "pls fix the list.\nThx\n«LV»",
        "I got it, thanks\nok",
    ],
)
def test_signatures_are_names(marked):
    text, spans = unmark(marked)
    assert [(span.start, span.end) for span in _TAGGER.tag([text])[0]] == spans


@pytest.mark.parametrize(
    "marked",
    [
        "I met «Grace May» and «Mark Young» there.",
        "It is «J. R. Kowalski-Smith» again.",
        "The case of «Bill Gates» and «Rose Tyler» is open.",
        "He saw «Mark» at the market.",
        "We had «Anna de la Cruz» here.",
    ],
)
def test_capitals_next_to_a_name_belong_to_it(marked):
    text, spans = unmark(marked)
    assert [(span.start, span.end) for span in _TAGGER.tag([text])[0]] == spans


def test_a_name_is_found_wherever_it_is_in_the_text():
    text = "thanks bill and the rest is for bill"
    assert [text[s.start : s.end] for s in _TAGGER.tag([text])[0]] == ["bill", "bill"]


def test_fonts_and_accents_hide_no_name():
    for text in ("love from 𝓑𝓪𝓻𝓫𝓪𝓻𝓪", "love from Zoë", "hello Ｂａｒｂａｒａ"):
        (span,) = _TAGGER.tag([text])[0]
        assert span.end == len(text)


def test_spans_are_sorted_disjoint_and_inside_the_text():
    text = "Anna, Anna Brown: hi Mark! k o w a l s k i Kowalski - Bill\n" * 3
    spans = _TAGGER.tag([text])[0]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


_PIECES = """
a|A|anna |mark |Mark |, |. |: |\n|hi |thanks |my name is |mr |mr. |- |-|' |'|'s |k o w |e m m a |a b
|best,\n|von |de la |mark: |\nmark: |( |[|*|anna-|anna'|O'|é|王 |п|ﬁ|İ|@|said |is |i am |will |May
|uh um |Anna B. |\x00|\t|thanks thanks thanks |dear uh |a: |a b c: |''|K-|k.k.
"""


@pytest.mark.parametrize("piece", [p.replace("|", "") for p in _PIECES.strip("\n").split("|")])
def test_the_run_time_is_linear(piece):
    def calls(length: int) -> int:
        text = piece * (length // len(piece)) + " thanks anna"
        return calls_of(lambda: _TAGGER.tag([text]))

    _TAGGER.tag(["anna"])
    assert calls(4_000) < 5 * calls(1_000) + 500


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("Thanks so much Anjali, that helps.", False),  # a name in a list
        ("My name is Zzyzx and I need a refill.", True),  # by the words around it alone
    ],
)
def test_beside_a_model_names_that_no_list_has_are_doubtful(text, doubtful):
    ((alone,),) = _TAGGER.tag([text])
    ((beside,),) = _BESIDE_A_MODEL.tag([text])
    assert alone.doubtful == ()
    assert beside[:4] == alone[:4]
    assert beside.doubtful == (((alone.start, alone.end),) if doubtful else ())
