import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.models.fillers.masked.inputs import BUCKET, TokenDraft

MASK = 4


def draft(length, slots, context_length):
    ids = [MASK if n in slots else 100 + n for n in range(length)]
    return TokenDraft(ids, sorted(slots), [True] * len(slots), context_length)


@given(st.data(), st.integers(1, 60), st.integers(2, 40))
def test_the_window_holds_the_next_slot_and_as_much_around_it_as_fits(data, length, context_length):
    slots = data.draw(st.sets(st.integers(0, length - 1), min_size=1, max_size=6))
    text = draft(length, slots, context_length)
    padded = text.padded_length
    for number, slot in enumerate(sorted(slots)):
        window, position = text.window()
        assert window[position] == MASK
        assert len(window) == min(length, context_length)
        # on both sides there is half of the context, or the text ends
        assert (
            position >= min(slot, context_length // 2) or slot + (len(window) - position) == length
        )
        assert text.padded_length == padded
        text.put(1000 + number)
    assert text.ids.count(MASK) == 0
    assert [token for token in text.ids if token >= 1000] == list(range(1000, 1000 + len(slots)))


@pytest.mark.parametrize("length", range(1, 80))
def test_there_is_always_padding_and_never_more_than_the_model_takes(length):
    text = draft(length, {0}, context_length=50)
    taken = min(length, 50) + 2
    assert taken < text.padded_length <= min(taken + BUCKET, 53)


def test_each_slot_knows_whether_a_space_is_before_it():
    text = TokenDraft([MASK, MASK], [0, 1], [True, False], 10)
    assert text.next_spaced
    text.put(7)
    assert not text.next_spaced
