"""What is said before a number in digits, and digits said in other ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from privtool.core.spans import Span
from privtool.text.detection.numbers.heads import with_spoken_heads
from privtool.text.detection.tagger import PatternTagger
from privtool.text.labels import Label

Check = Callable[..., None]


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        ("PHONE", "call me on «plus four four 3823 644220» please"),
        ("PHONE", "my cell's «oh 3133 556 403»"),
        ("ID", "prisoner number «a four one seven six e k», please"),
        ("ID", "the voucher says «r h 234» thanks"),
        ("ID", "patient k, hosp no «rx 4471029», seen"),
        ("PHONE", "work permit no «wp 0 6358 2290» and policy «pet 55 8102 3»"),
        ("PHONE", "my loyalty number is «ly 70 338 21 4» and"),
        ("ID", "it's ticket «k for king 607, x» thanks"),
    ],
)
def test_words_and_letters_before_digits(expect: Check, label: str, marked: str) -> None:
    expect(label, marked)


@pytest.mark.parametrize(
    "text",
    [
        "it was an invented one, 987-65-4321",
        "we left at 5 p m 20 of us",
        "a t v 24 hours a day",
        "the number is 555 0142",
        "in that case mr 555 0142",
    ],
)
def test_words_before_digits_that_are_no_part_of_them_stay(text: str) -> None:
    start = text.index(next(filter(str.isdigit, text)))
    number = Span(start, len(text), Label.PHONE.value, 0.9)
    assert with_spoken_heads([number], text) == [number]


def test_a_head_stops_at_the_span_before_it() -> None:
    text = "four four 5550142"
    spans = [Span(0, 4, Label.NUMBER.value), Span(10, 17, Label.PHONE.value)]
    assert with_spoken_heads(spans, text) == [spans[0], spans[1]._replace(start=5)]


@pytest.mark.parametrize(
    "text",
    [
        "my social is four three two dash two fives dash six four five seven",
        "card: two ones four zero seven nine six two two eights zero nine eight zero five seven",
        "we connect to one two eights dot one two dot two nought one dot one sixty five",
        "i was born on the twenty sixth day of october nineteen forty nine",
        "birthday's twelve march nineteen sixty one",
        "d o b is eleven july where am i nineteen fifty one",
        "it's guitar orbit seven six at gmail dot my apologies net",
        "please deliver to 7916 silver lake, oh boy, place, i can't read it, floor four",
        "you'd pay into i e four two a i b k five four six four eight three two oh one nine",
    ],
)
def test_a_dictated_value_is_found_whole(text: str) -> None:
    left = text
    for span in reversed(PatternTagger().tag([text])[0]):
        left = left[: span.start] + left[span.end :]
    private = (
        "ones twos fives eights four seven twenty sixth october twelve march eleven july guitar "
        "orbit silver place floor e k nineteen"
    )
    assert not {*private.split()} & {*left.replace(",", " ").split()}, left


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("my access code is t 55476 thanks", "t 55476"),
        ("access code is 4395 m that's all", "4395 m"),
        ("the iban is a t 89 3774 2347 6320 0396 okay bye", "a t 89 3774 2347 6320 0396"),
        ("send it to iban a t 39 next 3423 yeah 7739 4429 0530", "a t 39"),
        ("voucher is l for larry 2018 thanks", "l for larry 2018"),
        ("case number is v for victor t for tom seventy okay", "v for victor t for tom seventy"),
        ("the code is d for david g for george followed by 69", "d for david g for george"),
        ("case number is p 39 after that it's f 61 okay bye", "p 39"),
        ("case number is p 39 after that it's f 61 okay bye", "f 61"),
    ],
)
def test_letters_of_codes_in_parts_are_found(text: str, private: str) -> None:
    (spans,) = PatternTagger().tag([text])
    covered = {at for span in spans for at in range(span.start, span.end)}
    start = text.index(private)
    places = range(start, start + len(private))
    assert all(at in covered for at in places if text[at] != " ")


@pytest.mark.parametrize(
    "text", ["i need a b and c by then", "it was gate c 5 minutes ago", "plan b for 2018 is out"]
)
def test_letters_beside_other_numbers_stay(text: str) -> None:
    (spans,) = PatternTagger().tag([text])
    assert not any(text[span.start : span.end][:1].isalpha() for span in spans)
