"""The names by kind: every one becomes another one, and whatever names a kind names a known one."""

from __future__ import annotations

import pytest

from privtool.text.lexicon import rows, sections
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import is_kind, kind_of, other, pool_for
from privtool.text.surrogates.prf import Key, normalized

CONTEXT = Context(Key(b"0123456789abcdef"), "scope")


def test_every_name_becomes_another_one_of_its_kind():
    for kind, *names in rows("kinds"):
        for name in "|".join(names).split("|"):
            drawn = {normalized(each) for each in pool_for(name, kind).phrases} - {normalized(name)}
            assert drawn, (kind, name)


def test_no_kind_is_missing_or_there_twice():
    kinds = [kind for kind, *_ in rows("kinds")]
    assert len(kinds) == len(set(kinds))
    assert {kind for listed in sections("kinds").values() for kind in listed} <= set(kinds)
    assert all(is_kind(kind) for _, kind in rows("label_kinds"))
    assert all(is_kind(kind) or is_kind(f"{kind}_the") for kind, *_ in rows("firm_cues"))
    assert all(is_kind(kind) for kind, *_ in rows("thing_cues"))


@pytest.mark.parametrize(
    ("name", "classes", "cues", "kind"),
    [
        ("Reuters", ("organization",), (), "news_agency"),
        ("reuters", ("organization",), ("media",), "media"),
        ("Apache", ("thing",), (), "tribe"),
        ("Apache", ("organization",), (), None),
        ("Qorvelt", ("organization", "thing"), (), None),
    ],
)
def test_the_class_and_the_cues_decide_on_the_kind(name, classes, cues, kind):
    assert kind_of(name, *classes, cues=cues) == kind


def test_a_plural_stays_one():
    made = other("Budweisers", CONTEXT, "thing")
    assert made is not None
    assert made.endswith("s")
    assert kind_of(made.removesuffix("s"), "thing") == "beer"


def test_no_synonym_is_drawn():
    assert "Coca-Cola" not in pool_for("Coke", "soft_drink").phrases
