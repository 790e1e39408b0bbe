"""Further mentions of private phrases: which are found, and which words stay."""

import pytest

from privtool.audit.values import parts_of
from privtool.core.record import Entity, Record, check_spans
from tests.support.surrogate_stage import process


@pytest.mark.parametrize(
    ("phrase", "label", "mention"),
    [
        ("Anna Kowalski", "PERSON", mention)
        for mention in (
            *("anna", "ANNA", "Kowalski", "the Kowalskis", "KOWALSKI's", "Ánna", "An\u200bna"),
            *("annakowalski", "AnnaKowalski", "@anna_kowalski", "akowalski", "kowalskigate"),
            *("k o w a l s k i", "k-o-w-a-l-s-k-i", "anna1984", "Kowalski, Anna"),
            *("ⓚⓞⓦⓐⓛⓢⓚⓘ", "🅺🅾🆆🅰🅻🆂🅺🅸", "⒦⒪⒲⒜⒧⒮⒦⒤", "🇰🇴🇼🇦🇱🇸🇰🇮", "Kоwаlskі"),
        )
    ]
    + [
        ("Grace May", "PERSON", "with Grace May or May"),
        ("Ren&eacute;e", "PERSON", "renée"),
        ("Ren&eacute;e", "PERSON", "with Ren&eacute;e"),
        ("Li", "PERSON", "with Li"),
        ("Siobhan O'Connor", "PERSON", "siobhan o connor"),
        ("Siobhan O'Connor", "PERSON", "the O'Connors"),
        ("王小明", "PERSON", "我叫王小明吗"),
        ("Northgate Mutual", "ORGANIZATION", "northgate-mutual"),
        ("415 555 2671", "PHONE", "(415) 555-2671"),
        ("anna@zagreb.hr", "EMAIL", "anna@zagreb.hr"),
        ("Zagreb", "LOCATION", "zagreb"),
    ],
)
def test_a_further_mention_is_replaced(phrase, label, mention):
    text = f"{phrase} and we saw {mention} there"
    new, counts = process(Record(id=1, text=text, entities=(Entity(0, len(phrase), label),)))
    assert counts["mentions"] >= 1
    safe = parts_of(new.text)
    assert not {*_words(phrase), *_words(mention)} & {*safe} - COMMON
    assert "kowalski" not in "".join(safe)
    assert "owalski" not in new.text.lower()
    assert mention not in new.text
    check_spans(new.entities, len(new.text), "entities")
    assert {"and", "we", "saw", "there"} <= set(safe)
    assert process(new)[1]["mentions"] == 0


def _words(phrase):
    """The parts of a phrase but for single letters, which another spelled name may have, too."""
    return (part for part in parts_of(phrase) if len(part) > 1 or not part.isascii())


COMMON = {"the", "with", "or", "s", "and", "we", "saw", "there", "1984", "mutual", "555", *"我叫吗"}


@pytest.mark.parametrize(
    ("phrase", "label", "text"),
    [
        ("Grace May", "PERSON", "so on. May I? may it be so. MAY grace us"),
        ("Will Young", "PERSON", "will you? Young people will."),
        ("Mark", "PERSON", "mark it"),
        ("Ms. Kowalski", "PERSON", "Ms. Jones and a ms"),
        ("[PERSON]", "PERSON", "a person"),
        ("may", "DATE", "may i"),
        ("seven", "NUMBER", "seven days"),
        ("the Bank", "ORGANIZATION", "the bank"),
    ],
)
def test_words_that_are_no_mention_stay(phrase, label, text):
    record = Record(id=1, text=f"{phrase} and {text}", entities=(Entity(0, len(phrase), label),))
    new, counts = process(record)
    assert new.text.endswith(f" and {text}")
    assert counts["mentions"] == 0


def replaced(phrase: str, text: str) -> str:
    """The text after a private name, with its mentions replaced by `_`."""
    whole = f"{phrase}. {text}"
    record = Record(id=1, text=whole, entities=(Entity(0, len(phrase), "PERSON"),))
    new, _ = process(record)
    pieces, done = [], 0
    for each in new.entities[1:]:
        pieces += (new.text[done : each.start], "_")
        done = each.end
    return "".join([*pieces, new.text[done:]]).partition(". ")[2]


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        # Names that are also words, by their capital and what stands around them.
        ("Grace May", "We saw Grace there. Grace left.", "We saw _ there. _ left."),
        ("Grace May", "My name is grace, by grace alone.", "My name is _, by grace alone."),
        ("Grace May", "dear grace, say grace may", "dear _, say _"),
        ("Will Young", "Will called. Will you call? Will I?", "_ called. Will you call? Will I?"),
        ("Will Young", "I'm will, and will young will.", "I'm _, and _ will."),
        ("Mark", "thank mr mark. Mark my words. mark it", "thank mr _. _ my words. mark it"),
        # Text in which capitals tell nothing.
        ("grace may", "say grace. you may go", "say _. you may go"),
        ("GRACE MAY", "SAY GRACE. YOU MAY GO", "SAY _. YOU MAY GO"),
        ("mark", "this is mark. mark it", "this is _. _ it"),
        ("will young", "will you ask will young", "will you ask _"),
        # Nicknames, and full forms of them.
        ("Elizabeth Warren", "Ask Lizzie, liz or BETTY.", "Ask _, _ or _."),
        (
            "William Warren",
            "Ask Bill. The bill is due. billy paid.",
            "Ask _. The bill is due. _ paid.",
        ),
        ("Bob Warren", "Robert and Rob met robert.", "_ and _ met _."),
        ("Richard Warren", "Rich people and Rich met.", "Rich people and _ met."),
        ("Anna Warren", "Ask Bill and Robert.", "Ask Bill and Robert."),
        # Spelled names: all their letters, not two that could be a name with a prefix.
        ("anna k o v a c", "then kovac said k o v a c", "then _ said _"),
        ("j o h n s o n", "johnson, o h seven, oh no", "_, o h seven, oh no"),
        ("w a y n e", "erase y n q, not wayne", "erase y n q, not _"),
    ],
)
def test_names_that_are_words_and_nicknames(phrase, text, expected):
    assert replaced(phrase, text) == expected
