"""`names`: spans, run time, and what is doubtful beside a model."""

from __future__ import annotations

from itertools import pairwise

import pytest

from privtool.text.detection.names.tagger import NameTagger
from tests.support.calls import calls_of

_TAGGER = NameTagger()
_BESIDE_A_MODEL = NameTagger(doubtful=True)


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
