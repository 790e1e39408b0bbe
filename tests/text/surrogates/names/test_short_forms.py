"""An acronym in parentheses is the initials of the surrogate of the name next to it."""

from __future__ import annotations

import re

import pytest

from privtool.core.record import Entity, Record
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.names.short_forms import short_form
from privtool.text.surrogates.prf import Key
from tests.support.surrogate_stage import process

LONG = "London and South Western Railway"


def made(text, *phrases, label="ORGANIZATION"):
    """The new text of a record in which each place of the phrases is private."""
    found = (m.span() for m in re.finditer("|".join(map(re.escape, phrases)), text))
    entities = tuple(Entity(start, end, label) for start, end in found)
    return process(Record(id=1, text=text, entities=entities))[0].text


@pytest.mark.parametrize("label", ["ORGANIZATION", "MISC"])
def test_the_acronym_of_a_name_is_that_of_its_surrogate(label):
    text = made(f"by the {LONG} (LSWR). The LSWR sold it.", LONG, "LSWR", label=label)
    name, short, again = re.fullmatch(
        r"by the (.+) \((\w+)\)\. The (\w+) sold it\.", text
    ).groups()  # fmt: skip
    assert name != LONG
    assert short == again == "".join(re.findall(r"\b[A-Z]", name)) != "LSWR"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (f"LSWR ({LONG}) sold", r"(?P<short>\w+) \((?P<name>.+)\) sold"),
        (f"{LONG} (L.S.W.R.) sold", r"(?P<name>.+) \((?P<short>[A-Z.]+\.)\) sold"),
    ],
)
def test_the_acronym_may_be_first_or_have_dots(text, pattern):
    new = re.fullmatch(pattern, made(text, LONG, "LSWR", "L.S.W.R."))
    assert new["short"].replace(".", "") == "".join(re.findall(r"\b[A-Z]", new["name"]))
    assert new["name"] not in text


@pytest.mark.parametrize(
    "text", [f"{LONG}, LSWR sold", f"{LONG} (LSWR sold", "Intel (LSWR) sold", f"{LONG} (now LSWR)"]
)
def test_other_neighbors_are_drawn_alone(text):
    new = made(text, LONG, "LSWR", "Intel")
    alone = made("the LSWR sold", "LSWR").split()[1]
    assert alone in new


def test_an_acronym_is_drawn_alone_if_nothing_is_found_for_its_name():
    def nothing(phrase, context):
        raise NoSurrogateError

    context = Context(Key(b"0123456789abcdef"), "all", cues=(f"short for {LONG}",))
    assert short_form("LSWR", context, nothing) is None
    assert short_form("LSWR", context, lambda *_: "North Mill Rail") == "NMR"
    assert short_form("LSWR", context, lambda *_: "Late Sea Wing Rail") is None  # given back
