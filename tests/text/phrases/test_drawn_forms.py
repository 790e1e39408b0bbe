"""Phrases have as many words as slots, and the form that their place asks for."""

from __future__ import annotations

import re

import pytest

from privtool.text.labels import Label
from privtool.text.phrases.cues import topics_of
from privtool.text.phrases.draw import draw_phrase
from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.prf import Key, KeyedRandom

LABELS = [label.value for label in Label]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_a_phrase_has_a_word_for_each_slot(label, size):
    place = PhrasePlace(label, (" ",) * (size - 1), "he said ", " then")
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is None or (len(words) == size and all(words))


@pytest.mark.parametrize(
    ("label", "gaps", "before", "after", "pattern"),
    [
        ("PERSON", (" ", ". "), "", " said", r"[A-Z][a-z]+ [A-Z] [A-Z]['\w]+"),
        ("PERSON", (" ",) * 5, "it's ", "", r"\w( \w){5}"),
        ("PERSON", (" ",) * 29, "it's ", "", r"\w( \w){29}"),
        ("PERSON", (", ", " ", ", ", " "), "", "", r"[A-Z][\w' ]+"),
        ("PERSON", (", ",) * 4 + (" ", ", "), "it's ", "", r"[A-Z]( [A-Z]){6}"),
        ("PERSON", ("-",) * 5, "it's ", "", r"[A-Z]( [A-Z]){5}"),
        ("USERNAME", ("/",), "thanks, ", "", r"u [a-z]+\d*"),
        ("DATE", (" ",) * 3, "", "", r"[A-Z]\w+ \w+ nineteen \w+ty"),
        ("DATE", (" ",) * 4, "", "", r"[A-Z]\w+ \w+ nineteen \w+ty \w+"),
        ("LOCATION", (", ",), "in ", "", r"[A-Z]\S+ [A-Z]\S+"),
        ("LOCATION", (), "the ", ". economy", r"U\.[SK]"),
        ("DATE", (". ", ", "), "on ", "", r"(Jan|Feb|Aug|Sept|Oct|Nov|Dec) \d\d? \d{4}"),
        ("DATE", (), "in 1986, on May ", ", or", r"\d\d?"),
        ("MONEY", (" ",), "$", " loan", r"[\d.]+ [mb]illion"),
        ("MISC", (), "$", " million", r"[\d.]+"),
        ("NUMBER", (), "up ", "%", r"\d+(\.\d)?"),
        ("PHONE", (" ", " "), "call ", "", r"\d{3} 555 01\d\d"),
        ("NUMBER", (" ",), "at a price of ", " to yield", r"(9[5-9]|10[0-4]) \d+/32"),
        ("PHONE", (" ",), "at a price of ", " to yield", r"(9[5-9]|10[0-4]) \d+/32"),
        ("NUMBER", (" ",), "securities ended at ", ", unchanged", r"(9[5-9]|10[0-4]) \d+/32"),
        ("DATE", (), "The bond due in May fell ", " to 98", r"[1357]/[248]"),
        ("ADDRESS", (" ",), "The yield was up \ufffc ", ".", r"percentage point"),
        ("DATE", (), "ended about ", " to \ufffc point lower", r"[1357]/[248]"),
        ("DATE", (), "she was born ", " and a half years ago", r"[2-9]"),
        ("MISC", (), "the best hair of any ", " in the order", r"[A-Z][a-z]+[^s]"),
        ("ORGANIZATION", ("., ",), "Sen. \ufffc (", ".), said", r"[DR] [A-Z][\w.]+"),
        (
            "ORGANIZATION",
            (" ", "., ", ", "),
            "",
            "., said",
            r"[A-Z][\w']+ (Corp|Inc|Co|Ltd|Group) [A-Z]\w+ (Ala|Ariz|[A-Z]\w*|[A-Z]\.\w)",
        ),
        ("WORD", (), "Sen. \ufffc (", "., \ufffc.) said", r"[DR]"),
        ("WORD", (), "Sen. \ufffc (\ufffc., ", ".) said", r"[A-Z][\w.]+"),
        ("WORD", (), "well, Mrs. ", ", we know", r"[A-Z]['\w]+"),
        ("WORD", (), "told dr ", " about it", r"[A-Z]['\w]+"),
        ("MONEY", (" ", " "), "posting a $", " net loss", r"[\d.]+ [mb]illion (annual|quarterly)"),
        ("MONEY", (), "erased a ", " fall", r"\d\d-(cent|dollar)"),
        ("LOCATION", (" ", " ", " "), "we live in ", " now", r"[A-Z]\S+ \S+ \S+ [A-Z]\S+"),
        ("AGE", (), "at the age of ", " weeks", r"[2-9]|1[01]"),
        ("AGE", (), "J. Lee, ", " deputy chairman", r"\d\d-year-old"),
        ("NUMBER", (), "millionaires in their ", " and late", r"[2-5]0s"),
        ("DATE", (), "as good a year as ", " was", r"\d{4}"),
        ("AGE", (), "your ", " grandmother", r"(6[2-9]|[78]\d)-year-old"),
        ("AGE", (), "a ", " boy", r"([2-9]|1[0-2])-year-old"),
        ("ID", (), "a ", " increase in", r"(two|three|five|10)-fold"),
        ("ID", (), "he gave ", " odds", r"(10|3|5)-to-[12]"),
        ("ID", (), "I make ", " a month", r"\d{1,2}00"),
        ("ID", (), "their ", " generation", r"(2nd|3rd|[45]th)"),
        ("NUMBER", (), "I am ", "' tall", r"[3-9]|[12]\d|30"),
        ("NUMBER", (), "at week ", " in an \ufffc week course", r"[2-9]|[12]\d|30"),
        ("NUMBER", (" ", " "), "It is ", " for each", r"[a-z]+ [a-z]+ [a-z]+"),
        (
            "ORGANIZATION",
            (" ", " "),
            "a profile in The ",
            " in 1984",
            r".*(Times|Journal|News|Post|Tribune|Globe|Press|Monitor)",
        ),
        ("MISC", (), "not being a ", " and", r"[A-Z][a-z]+(an|n|ic|at|al|ive|im)"),
        ("MISC", (), "nominated for an ", ".", r"Oscar|Emmy|Grammy|Tony|Pulitzer"),
        ("MISC", (), "I put these ", " doors in", r"[A-Z][a-z]+[^s]|Swiss"),
        ("MISC", (), 'TV stations bought "', '" reruns', r"[A-Z][a-z]+"),
    ],
)
def test_a_phrase_has_the_form_of_its_place(label, gaps, before, after, pattern):
    place = PhrasePlace(label, gaps, before, after)
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is not None
        assert re.fullmatch(pattern, " ".join(words))


def test_dates_of_many_words_are_dictated_where_nothing_is_written():
    rng = KeyedRandom(Key(b"k" * 16), 1)
    gaps = (" ",) * 4
    assert draw_phrase(PhrasePlace("DATE", gaps, "Heard on ", " here"), False, rng) is None
    spoken = PhrasePlace("DATE", gaps, "heard on ", " here", spoken=True)
    assert len(draw_phrase(spoken, False, rng) or ()) == 5


@pytest.mark.parametrize(
    ("label", "before", "after", "kind"),
    [
        ("LOCATION", "the former governor of ", ".", "state"),
        ("LOCATION", "I grew up in ", ".", "city"),
        ("LOCATION", "In early trading in ", " Thursday", "city"),
        ("LOCATION", "in late ", " trading", "city"),
        ("MISC", "I didn't mention the ", ".", "any_thing_the"),
        ("MISC", "I love my ", ".", "any_thing_my"),
        ("MISC", "he wrote ", ".", "title"),
        ("MISC", "it's called ", ", no", "title"),
        ("MISC", "the fundamentalist ", " \ufffc", "nationality"),
    ],
)
def test_a_name_is_of_the_kind_that_its_place_asks_for(label, before, after, kind):
    kinds = {"nationality": ("nationality", "creed")}
    pools = [pool_of(each, 1) for each in kinds.get(kind, (kind,))]
    following = "WORD" if after == " \ufffc" else ""
    place = PhrasePlace(label, (), before, after, following=following)
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is not None
        assert any(pool is not None and words[0] in pool.phrases for pool in pools)


@pytest.mark.parametrize(
    ("before", "after", "is_company"),
    [
        ("the company said ", " spurns them again", True),
        ("the company owns a stake in ", ".", True),
        ("the company moved to ", ".", False),
    ],
)
def test_a_firm_that_a_tagger_takes_for_a_place_is_one(before, after, is_company):
    place = PhrasePlace("LOCATION", (" ",), before, after, topics=topics_of(before))
    companies = 0
    for number in range(20):
        words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), number))
        assert words is not None
        companies += words[1] in ("Corp", "Inc", "Co", "Ltd", "Industries", "Group", "Airlines")
    assert (companies > 5) is is_company


def test_a_name_after_a_place_is_that_of_its_mayor():
    place = PhrasePlace("PERSON", (" ", " "), "\ufffc ", " estimated", preceding="LOCATION")
    words = draw_phrase(place, False, KeyedRandom(Key(b"k" * 16), 1))
    assert words is not None
    assert (words[0], len(words)) == ("Mayor", 3)
