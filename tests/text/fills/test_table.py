"""The table of forms and the names by kind: all of it can be drawn, and all of it is used."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from privtool.text.fills.forms import forms
from privtool.text.fills.names import GIVEN_AND_SURNAME, kinds
from privtool.text.fills.place import CHAT, PROSE, SPOKEN, FillPlace
from privtool.text.labels import Label
from privtool.text.lexicon import rows
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.word_lists import LISTS

FORMS = [(label, form) for label, found in forms().items() for form in found]


def places(label, form):
    """Places of a form in each of its styles, as small and as large as its fields allow."""
    for style in (SPOKEN, CHAT, PROSE) if form.styles == "-" else form.styles:
        layouts = sorted(form.layouts[style == SPOKEN], key=len)
        yield from (FillPlace(label, gaps, style=style) for gaps in (layouts[0], layouts[-1]))


@pytest.mark.parametrize(
    ("label", "form"), FORMS, ids=lambda each: str(getattr(each, "shape", each))
)
def test_a_form_has_as_many_words_as_its_place(label, form):
    for place in places(label, form):
        for number in range(4):
            drawn = form.draw(place, KeyedRandom(Key(b"test"), number))
            if drawn is not None:
                break
        assert drawn is not None
        assert len(drawn.words) == place.size
        assert all(word and not re.search(r"\s", word) for word in drawn.words)


@pytest.mark.parametrize("label", [label for label in Label if label is not Label.WORD])
def test_each_label_has_a_form_of_one_word_without_cues(label):
    found = [form for form in forms()[label.value] if form.cues(FillPlace(label.value, ())) == 0]
    assert any(form.sizes(FillPlace(label.value, ())) for form in found)


def test_all_kinds_of_names_are_used():
    used = {name for row in rows("fills") for name in re.findall(r"\{([a-z_]+)\}", row[-1])}
    assert set(kinds()) - used == {GIVEN_AND_SURNAME}


def test_a_kind_has_each_name_once():
    lines = (LISTS / "kinds-en.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            counts = Counter(line.partition("\t")[2].split("|"))
            assert max(counts.values()) == 1, line
