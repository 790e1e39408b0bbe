"""Values that are computed when a text may have them are those that are computed at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.surrogates.mentions import MentionIndex
from tests.support.tables import cases

_PHRASES = (
    ("PERSON", "Anna Kowalski"),
    ("PERSON", "robert"),
    ("PERSON", "Grace May"),
    ("PERSON", "Dr. José O'Brien"),
    ("PERSON", "Ivan"),
    ("LOCATION", "Last Chance Gulch"),
    ("ORGANIZATION", "Kroger National Bank"),
    ("PHONE", "555 0199"),
    ("ID", "K-4471-X"),
    ("DATE", "March 3, 1990"),
    ("MISC", "Kowalski report"),
)
_TEXT = """anna kowalski Kowalskis kowalskigate annakowalski akowalski bob Bob rob robert's grace
Grace may May mark obrien O'Brien brien jose ivan i v a n I v-a-n k o w l s last Last chance gulch
kroger national bank 555 0199 K 4471 X march 3 1990 report the is it i'm don't and of to for called
thanks hello uh number"""
_WORDS = _TEXT.split()


@given(
    st.sets(st.sampled_from(_PHRASES), min_size=1, max_size=4),
    st.lists(st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join), min_size=1, max_size=3),
)
def test_mentions_are_those_of_values_computed_at_once(phrases, texts):
    late, at_once = MentionIndex(), MentionIndex()
    for label, phrase in sorted(phrases):
        late.add(phrase, label)
        at_once.add(phrase, label)
    assert len(at_once) > 0  # computes them
    assert [late.spans(text, []) for text in texts] == [at_once.spans(text, []) for text in texts]


@pytest.mark.parametrize(
    ("label", "phrase", "text"), cases("text", "mentions in other forms are found")
)
def test_mentions_in_other_forms_are_found(label, phrase, text):
    index = MentionIndex()
    index.add(phrase, label)
    assert not index.spans("this is what I said", [])
    assert index.spans(text, [])
