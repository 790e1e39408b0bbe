import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.marked import marked_entities, with_marks
from privtool.core.errors import DataError
from privtool.core.record import Entity

pieces = st.lists(
    st.tuples(st.text("a b\n|]", max_size=4), st.text("ab [", min_size=1, max_size=3))
)


@given(pieces)
def test_marks_give_the_entities_back(some):
    text, entities = "", []
    for public, private in some:
        text += public + "."
        entities.append(Entity(len(text), len(text) + len(private), "PERSON"))
        text += private
    assert marked_entities(text, with_marks(text, entities)) == tuple(entities)


@pytest.mark.parametrize(
    ("marked", "why"),
    [
        ("[[Ann|PERSON]] called us", "does not match the text without its marks"),
        ("[[Ann|MYSTERY]] called", "unknown label"),
        (5, "is not text"),
    ],
)
def test_marks_that_do_not_fit_are_refused_without_a_quote(marked, why):
    with pytest.raises(DataError, match=why) as caught:
        marked_entities("Ann called", marked)
    assert "Ann" not in str(caught.value)
