"""Which common words the grammar of a slot allows."""

import pytest

from privtool.text.fills.grammar import CommonSlot


@pytest.mark.parametrize(
    ("before", "after", "fits", "not_fits"),
    [
        ("it is in the ", ".", "house", "really"),
        ("it is in the ", ".", "house", "them"),
        ("it is in the ", " house.", "old", "they"),
        ("give it to ", ".", "people", "the"),
        ("we talked to ", " about it", "people", "they"),
        ("you can tell ", " this", "people", "you"),
        ("they are proud to be ", " and happy", "people", "it"),
        ("and so ", "'s house", "company", "independent"),
    ],
)
def test_a_word_fits_by_the_words_next_to_it(before, after, fits, not_fits):
    slot = CommonSlot(before, after)
    assert slot.fits(fits)
    assert not slot.fits(not_fits)
