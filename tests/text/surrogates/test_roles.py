"""Roles of the parts of names, from the full names of a record."""

from __future__ import annotations

import pytest

from privtool.core.record import Entity, Record
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from tests.support.calls import calls_of
from tests.support.processing import processed
from tests.text.surrogates.conftest import KEY


def phrases(*marked: tuple[str, str]) -> list[str]:
    """The surrogates of phrases with labels, in one record."""
    text, entities = "", []
    for phrase, label in marked:
        entities.append(Entity(len(text), len(text) + len(phrase), label))
        text += phrase + " | "
    stage = SurrogateStage(SurrogateSettings(), SurrogateGenerator(KEY))
    (new,) = processed(stage, [Record(id=1, text=text, entities=tuple(entities))])
    return [new.text[each.start : each.end] for each in new.entities]


def people(*names: str) -> list[str]:
    return phrases(*((name, "PERSON") for name in names))


def test_a_full_name_says_what_its_parts_are():
    full, given, surname, title = people("Aantje Mourik", "Aantje", "Mourik", "Professor Aantje")
    assert full == f"{given} {surname}"
    assert title == f"Professor {given}"


def test_a_given_name_after_a_title_is_none_of_a_surname():
    assert people("Professor Anna", "Anna")[0] == f"Professor {people('Anna')[0]}"


@pytest.mark.parametrize("apart", ["siobhan o connor", "SIOBHAN O CONNOR", "Siobhan O\u2019Connor"])
def test_a_surname_written_apart_is_the_same(apart):
    full, other = people("Siobhan O'Connor", apart)
    assert other.lower() == full.lower()


def test_a_longer_word_is_looked_up_no_more_often():
    index = MentionIndex()
    index.add("Anna Kowalski", "PERSON")

    def cost(times: int) -> int:
        return calls_of(lambda: index.spans("kowalsk" * times, [])) + calls_of(
            lambda: people("Anna Kowalski", "kowalski" * times)
        )

    assert cost(10) > 0  # what is loaded once is loaded
    assert cost(4_000) <= 1.5 * cost(1_000)  # four times as much where each letter costs a lookup


def test_families_and_handles_agree_with_the_full_name():
    marked = [("Anna Kowalski", "PERSON"), ("the Kowalskis", "PERSON")]
    marked += [("@annakowalski", "USERNAME"), ("akowalski@zagreb.hr", "EMAIL")]
    full, family, handle, address = phrases(*marked)
    given, surname = full.split()
    assert family == f"the {surname}s"
    assert handle == f"@{given}{surname}".lower()
    assert address.partition("@")[0].endswith(surname.lower())
