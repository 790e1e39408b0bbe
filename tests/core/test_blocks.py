"""Blocks of lines in a stage: records, rejects and languages."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.blocks import (
    BlockResult,
    Counts,
    FilterBlock,
    Format,
    Outcome,
    Reject,
    collect,
    first_error,
    lines_of,
    process_batch,
)
from privtool.core.errors import NOT_UTF8, DataError, option
from privtool.core.language_marks import MOST_CHARACTERS, mark_languages
from privtool.core.reading import Block
from privtool.core.record import Record
from tests.support.processing import Upper, text_in
from tests.support.tables import typed_cases


class Doubling:
    def process(self, records: Sequence[Record], counts: Counts) -> list[Outcome]:
        return [[record, record] for record in records]


def filtered(
    *lines: bytes | None, first: int = 1, keep_going: bool = False, **format: object
) -> BlockResult:
    block = Block("in.jsonl", first, list(lines))
    return FilterBlock(Upper(), Format(**format), keep_going)(block)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("case", "lines", "options", "expected"), typed_cases("core", "filtered lines")
)
def test_records_go_through_in_order(case, lines, options, expected):
    result = filtered(*(line.encode() for line in lines), **options)
    assert result.data.decode().splitlines() == expected, case
    assert result.counts == {"records": len(expected), "seen": len(expected)}
    assert result.rejects == []


def test_a_stage_may_write_more_or_fewer_records():
    block = FilterBlock(Doubling(), Format(), False)
    assert block(Block("in", 1, [b'{"id":1,"text":"a"}'])).data == b'{"id":1,"text":"a"}\n' * 2
    assert block(Block("in", 1, [])).data == b""


def test_plain_text_out_has_one_line_a_record():
    records = [Record(text=text) for text in ("a", "", "b\nc\r\nd", "é\0", "\u2028")]
    assert lines_of([*records, Record()], "text") == ("a\n\nb c  d\né\0\n\u2028\n\n".encode())
    assert lines_of([], "text") == lines_of([], "jsonl") == b""


BAD = [
    (b"SECRET", None, "not valid JSON"),
    (b"\xff", None, "not valid JSON"),
    (b'{"id":7,"text":"\xff"}', None, NOT_UTF8),
    (b'{"id":7,"text":null}', None, "field 'text' is null, not a string"),
    (
        b'{"id":7}',
        7,
        "field 'text' is missing; every command needs it; `privtool mask --field` reads others",
    ),
    (b'{"id":"x","text":"refused"}', "x", "field 'text' is refused"),
    (b'{"text":"refused"}', 2, "field 'text' is refused"),
    (None, None, f"the line is longer than {option('max_line_bytes')} allows"),
]
GOOD = b'{"id":1,"text":"a"}'


@pytest.mark.parametrize(("line", "id", "reason"), BAD)
def test_a_bad_line_ends_the_block_after_the_records_before_it_or_is_set_aside(line, id, reason):
    result = filtered(GOOD, line, GOOD)
    assert result.data == b'{"id":1,"text":"A"}\n'
    assert result.counts["records"] == 1
    shown = f" (id {id})" if id not in (None, 2) else ""
    assert len(result.rejects) == 1
    error = first_error(result.rejects)
    assert error.message == f"in.jsonl:2: {reason}{shown}"
    assert error.status == 65
    result = filtered(GOOD, line, GOOD, keep_going=True)
    assert result.data == b'{"id":1,"text":"A"}\n' * 2
    assert result.rejects == [Reject("in.jsonl", 2, id, reason)]


def test_text_that_is_not_utf8_is_bad():
    result = filtered(b"a", b"\xff", input="text")
    assert result.data == b'{"id":1,"text":"A"}\n'
    assert str(first_error(result.rejects)) == f"in.jsonl:2: {NOT_UTF8}"


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        ("call 7/é", "call 7/é"),
        ("a\nb\x1b[31m\u202e", r"a\nb\x1b[31m\u202e"),
        ("x" * 1000, "x" * 60 + "..."),
    ],
)
def test_an_id_cannot_break_the_message(id, shown):
    result = filtered(msgspec.json.encode({"id": id}))
    assert str(first_error(result.rejects)).endswith(f"(id {shown})")


def test_an_error_of_the_stage_comes_out_and_no_record_with_it():
    class Failing:
        def process(self, records: Sequence[Record], counts: Counts) -> list[Outcome]:
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        FilterBlock(Failing(), Format(), True)(Block("in", 1, [GOOD]))


@given(st.lists(st.sampled_from([GOOD, b"", *(line for line, _, _ in BAD)])), st.data())
def test_where_a_stream_is_cut_into_blocks_changes_nothing(lines, data):
    whole = filtered(*lines, keep_going=True)
    cut = data.draw(st.integers(0, len(lines)))
    parts = [
        filtered(*lines[:cut], keep_going=True),
        filtered(*lines[cut:], first=cut + 1, keep_going=True),
    ]
    assert b"".join(part.data for part in parts) == whole.data
    assert sum((part.counts for part in parts), Counter()) == +whole.counts
    assert [r.number for part in parts for r in part.rejects] == [r.number for r in whole.rejects]


WORDS = ["a", "b", "refused", "c", "refused", "d"]


class Together:
    """As `Upper`, a batch at a time; `batches` are the texts of each."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        def upper(batch: list[tuple[Record, str]]) -> Iterator[list[Record]]:
            self.batches.append([text for _, text in batch])
            for record, text in batch:
                counts["seen"] += 1
                yield [msgspec.structs.replace(record, text=text.upper())]

        return process_batch(records, lambda record: (record, text_in(record)), upper)


@pytest.mark.parametrize("stage", [Upper(), Together()])
def test_outcomes_come_in_the_order_of_records(stage):
    records = [Record(id=1, text=text) for text in WORDS]
    outcomes = list(stage.process(records, Counter()))
    refused = "field 'text' is refused"
    a, b, c, d = ([Record(id=1, text=text)] for text in "ABCD")
    assert outcomes == [a, b, refused, c, refused, d]
    with pytest.raises(DataError, match=refused):
        collect(outcomes)
    assert collect(outcomes[:2]) == a + b


def test_a_batch_ends_at_the_first_failure_only():
    lines = [msgspec.json.encode({"text": text}) for text in WORDS]
    stopped, going_on = Together(), Together()
    result = FilterBlock(stopped, Format(), False)(Block("in", 1, lines))
    assert stopped.batches == [["a", "b"]]
    assert [reject.number for reject in result.rejects] == [3]
    result = FilterBlock(going_on, Format(), True)(Block("in", 1, lines))
    assert going_on.batches == [["a", "b"], ["c", "d"]]
    assert [reject.number for reject in result.rejects] == [3, 5]
    assert result.counts == {"records": 4, "seen": 4}


def test_nothing_is_worked_on_where_nothing_is_good():
    stage = Together()
    assert list(stage.process([], Counter())) == []
    assert len(list(stage.process([Record(id=1)] * 3, Counter()))) == 3
    assert stage.batches == []


# The language of a line depends on the text of its source up to it, and on nothing else.
def language_of(text: str) -> str:
    """The majority of two words: a stand-in that a later line can change."""
    return "de" if text.count("und") > text.count("and") else "en"


def marks(lines: list[bytes | None], cuts: set[int], first: int = 1) -> list[str]:
    """The languages of the lines from `first` on, in blocks that begin at the cuts."""
    whole = [Block("in", 1, lines)] if first > 1 else []
    starts = sorted({first, *(cut for cut in cuts if first < cut <= len(lines))})
    stops = [*starts[1:], len(lines) + 1]
    blocks = [Block("in", a, lines[a - 1 : b - 1]) for a, b in zip(starts, stops, strict=True)]
    marked = mark_languages(blocks, Format(), language_of, lambda: whole)
    return [
        language for block in marked for language in block.languages or ["en"] * len(block.lines)
    ]


LINES = st.lists(
    st.one_of(
        st.sampled_from(("", "and", "und", "und " * 9, "and " * 40, "x" * 200)).map(
            lambda text: json.dumps({"text": text}).encode()
        ),
        st.sampled_from((None, b"", b"{", b'{"id": 1}')),
    ),
    min_size=1,
    max_size=12,
)


@given(LINES, st.sets(st.integers(1, 12)), st.integers(1, 12))
def test_neither_cuts_nor_the_start_of_a_part_change_a_language(lines, cuts, first):
    first = min(first, len(lines))
    assert marks(lines, cuts, first) == marks(lines, set())[first - 1 :]


def test_a_language_is_fixed_after_some_text_and_each_source_has_its_own():
    def line(word: str, count: int) -> bytes:
        return json.dumps({"text": f"{word} " * count}).encode()

    many = MOST_CHARACTERS // 4
    assert marks([line("und", many), line("and", many * 9)], set()) == ["de", "de"]
    assert marks([line("und", 1), line("and", many * 9)], set()) == ["de", "en"]
    two = [Block("a", 1, [line("und", many)], 1), Block("a", 1, [line("and", 1)], 2)]
    assert [block.languages for block in mark_languages(two, Format(), language_of)] == [["de"], ()]
