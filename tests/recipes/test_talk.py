"""Generated talk for the tagger: spans, templates and names of both sides of the split."""

import importlib
import random
import re
from types import SimpleNamespace

import pytest

from benchmarks.text.talk_sets import talk_sets
from privtool.text.labels import Label

KINDS = (
    *("introductions", "spellings", "vocatives", "clinic", "call_center", "chat", "forms", "mail"),
    *("earnings", "social", "word_names", "hard_negatives"),
)


pytestmark = pytest.mark.usefixtures("embedded_scripts")


@pytest.fixture(scope="module")
def talk(embedded_scripts):
    """The modules that draw talk, by name."""
    names = ("addressed", "grammar", "hesitations", "kinds", "persons", "values")
    return SimpleNamespace(**{name: importlib.import_module(f"talk.{name}") for name in names})


@pytest.fixture
def sentence_of():
    """A sentence from a text with its names in angle brackets."""
    text_module = importlib.import_module("tagger_text")

    def make(marked: str):
        text, names = "", []
        for number, part in enumerate(marked.replace(">", "<").split("<")):
            if number % 2:
                names.append(text_module.Name(len(text), len(text) + len(part), Label.PERSON))
            text += part
        return text_module.Sentence(text, tuple(names), "")

    return make


def phrases(sentence):
    return [sentence.text[name.start : name.end] for name in sentence.names]


def test_the_kinds_are_those_of_the_docs(talk):
    assert tuple(talk.kinds.KINDS) == KINDS


@pytest.mark.parametrize("held_out", [False, True])
def test_every_template_of_every_kind_draws_names_that_fit_its_text(talk, held_out):
    rng = random.Random(1)
    for kind in talk.kinds.KINDS.values():
        templates = kind.templates(held_out)
        assert len(templates) >= 3
        for template in templates:
            sentence = talk.grammar.fill(template, talk.values.Values(rng, held_out=held_out))
            assert sentence.text.strip()
            assert not set(sentence.text) & set("{}[]|") - set("|" if "| " in template else "")
            assert all(phrase == phrase.strip() != "" for phrase in phrases(sentence))
            ends = [0, *(name.end for name in sentence.names)]
            assert all(n.start >= end for n, end in zip(sentence.names, ends, strict=False))


def test_drawn_talk_is_even_over_kinds_and_its_names_fit(talk):
    drawn = talk.kinds.draw_talk(1200, random.Random(2))
    assert [s.document for s in drawn[: len(KINDS)]] == list(KINDS)
    for sentence in drawn:
        assert all(phrase == phrase.strip() != "" for phrase in phrases(sentence))
        starts = [name.start for name in sentence.names]
        assert starts == sorted(starts)
    labels = {name.label for sentence in drawn for name in sentence.names}
    assert labels == {Label.PERSON, Label.LOCATION, Label.ORGANIZATION, None}


def test_draws_depend_on_the_seed_alone(talk):
    first, second, other = (talk.kinds.draw_talk(60, random.Random(seed)) for seed in (1, 1, 2))
    assert first == second != other


def test_kinds_can_be_left_out(talk):
    drawn = talk.kinds.draw_talk(100, random.Random(1), without=("forms", "clinic"))
    assert {sentence.document for sentence in drawn} == set(KINDS) - {"forms", "clinic"}


def test_no_template_is_on_both_sides_of_the_split(talk):
    for kind in talk.kinds.KINDS.values():
        train, held_out = kind.templates(False), kind.templates(True)
        lines = [line.strip() for line in kind.lines.strip().splitlines()]
        assert sorted(train + held_out) == sorted(lines)
        assert not set(train) & set(held_out)
        assert len(set(lines)) == len(lines)


def test_no_name_is_on_both_sides_of_the_split(talk):
    sides = []
    for held_out in (False, True):
        names = talk.persons.PersonNames(random.Random(1), held_out=held_out)
        pairs = [names.pair() for _ in range(1500)]
        sides.append({word for pair in pairs for name in pair for word in re.split("[ -]", name)})
        sides[-1] -= set(" ".join(talk.persons._PARTICLES).split())
    assert not sides[0] & sides[1]
    assert min(map(len, sides)) > 500


def test_a_name_with_a_letter_is_the_same_person_wherever_it_stands(talk):
    for seed in range(20):
        template = "{first.a} {last.a} is {last.a}, {first.a}, not {first}"
        values = talk.values.Values(random.Random(seed), held_out=False)
        sentence = talk.grammar.fill(template, values)
        full, last, first, other = phrases(sentence)
        assert full == f"{first} {last}"
        assert other != first


def test_hesitations_leave_the_names_and_divide_those_that_they_are_in(talk, sentence_of):
    sentence = sentence_of("ask <Anna Maria Kowalski> or <Bo> now")
    changed = talk.hesitations.inserted(sentence, [(0, "so "), (9, "uh "), (15, "um ")])
    assert changed.text == "so ask Anna uh Maria um Kowalski or Bo now"
    assert phrases(changed) == ["Anna", "Maria", "Kowalski", "Bo"]
    for seed in range(50):
        drawn = talk.hesitations.hesitant(sentence, random.Random(seed), 0.5)
        assert " ".join(phrases(drawn)).replace(",", "") == "Anna Maria Kowalski Bo"


def test_a_line_of_talk_gets_a_person_who_is_addressed(talk, sentence_of):
    names = talk.persons.PersonNames(random.Random(1), held_out=False)
    rng = random.Random(1)
    for _ in range(50):
        sentence = talk.addressed.address(sentence_of("how are you?"), rng, names)
        (phrase,) = phrases(sentence)
        assert sentence.names[0].label is Label.PERSON
        rest = sentence.text.replace(phrase, "")
        assert "how are you" in rest
        assert "?" in sentence.text


def test_variations_change_no_phrase_that_is_not_learned_from():
    text = importlib.import_module("tagger_text")
    sentence = text.Sentence(
        "Bo saw Lost", (text.Name(0, 2, Label.PERSON), text.Name(7, 11, None)), ""
    )
    vary = text.Variation([sentence], random.Random(1), swaps=1.0)
    drawn = [vary(sentence) for _ in range(60)]
    assert {phrases(s)[1].lower() for s in drawn} == {"lost"}
    assert len({phrases(s)[0].lower() for s in drawn}) > 10


# Lines written for the tagger: labels, what is not learned from, and what is held out.
@pytest.fixture
def written():
    return importlib.import_module("written_lines")


def test_marks_are_names_of_their_label(written):
    line = r"«U:@tam_8»: ask «P:Ann Lee»'s firm, «O:Fell»,\nin «L:4 Elm Road», for «M:Zorb»"
    sentence = written.labeled_line(line, "a:1")
    assert sentence.text == "@tam_8: ask Ann Lee's firm, Fell,\nin 4 Elm Road, for Zorb"
    assert [(sentence.text[n.start : n.end], n.label) for n in sentence.names] == [
        ("@tam_8", None),
        ("Ann Lee", Label.PERSON),
        ("Fell", Label.ORGANIZATION),
        ("4 Elm Road", Label.LOCATION),
        ("Zorb", None),
    ]
    assert sentence.document == "a:1"


def test_every_tenth_line_is_held_out_and_all_are_well_formed(written):
    train, held_out = (list(written.written_lines(held_out=side)) for side in (False, True))
    assert len(train) > 8 * len(held_out) > 3_000
    assert not {s.text for s in train} & {s.text for s in held_out}
    for sentence in train + held_out:
        assert not re.search("[«»]", sentence.text), sentence.document
        well_formed = [phrase == phrase.strip() != "" for phrase in phrases(sentence)]
        assert all(well_formed), sentence.document


def test_lines_of_the_blind_sets_are_not_among_them(written):
    blind = {
        re.sub("[«»]", "", line).replace("\\n", "\n").casefold()
        for one in talk_sets().values()
        for line in one.lines
    }
    assert len(blind) > 1_000
    for side in (False, True):
        assert not blind & {s.text.casefold() for s in written.written_lines(held_out=side)}
