"""Letters that are said with their case or an example become other letters, said the same way."""

from __future__ import annotations

import re

import pytest

_FORMS = {
    "capital R, small e, small z, small a": r"capital [A-Z], small [a-z], small [a-z], small [a-z]",
    "X as in xylophone, U as in uncle": r"([A-Z]) as in \w+, [A-Z] as in \w+",
    "k as in kite o as in oscar w as in whale": r"[a-z] as in \w+ [a-z] as in \w+ [a-z] as in \w+",
    "y at the end, as in yellow": r"[a-z] at the end, as in \w+",
    "K for kilo, v like in victor": r"[A-Z] for \w+, [a-z] like in \w+",
    "M as in, well, mother": r"[A-Z] as in, well, \w+",
    "W for, um, whisky": r"[A-Z] for, um, \w+",
    "n with the squiggle": r"[a-z] with the squiggle",
    "with a little line on the O": r"with a little line on the [A-Z]",
    "S, I, A with a circumflex": r"[A-Z], [A-Z], [A-Z] with a circumflex",
    "y, y as in yankee": r"[a-z], [a-z] as in \w+",
}


@pytest.mark.parametrize("phrase", ["n with the kowalska line", "with a siobhan hat on the o"])
def test_no_word_stays_that_is_not_common(surrogate, phrase):
    assert not {"kowalska", "siobhan"} & set(surrogate("PERSON", phrase).text.lower().split())


@pytest.mark.parametrize("phrase", _FORMS)
def test_the_form_stays(surrogate, phrase):
    made = surrogate("PERSON", phrase)
    assert not made.marker
    assert re.fullmatch(_FORMS[phrase], made.text), made.text
    assert made.text != phrase
    kept = {"as", "in", "for", "like", "at", "the", "end", "capital", "small", "with"}
    kept |= {"squiggle", "little", "line", "on", "circumflex", "well", "um"}
    assert set(re.findall(r"\w{2,}", made.text)) & set(re.findall(r"\w{2,}", phrase)) <= kept
