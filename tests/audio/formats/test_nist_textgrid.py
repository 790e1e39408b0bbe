"""TextGrid: words and turns; JSON and CTM that are malformed."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime
from tests.audio.formats.read_files import read


def test_fields_of_one_file_are_between_tabs_or_spaces():
    with pytest.raises(DataError, match=r"a.ctm:2: the confidence is not"):
        read("ctm", "a b\t1\t0.5\t0.5\tNew York\t0.9\na b 1\t1.5\t1\tso\n")


def grid(**tiers):
    """Return a TextGrid with these tiers."""
    from praatio.data_classes.interval_tier import IntervalTier
    from praatio.data_classes.textgrid import Textgrid

    grid = Textgrid()
    for name, entries in tiers.items():
        grid.addTier(IntervalTier(name.replace("__", " - "), entries, 0, 2.0))
    with TemporaryDirectory() as folder:
        grid.save(f"{folder}/a", "long_textgrid", includeBlankSpaces=True)
        return Path(f"{folder}/a").read_text()


def test_words_and_utterances_of_a_text_grid():
    words = [(0.1, 0.5, "hello"), (0.5, 0.9, "ann")]
    content = grid(ann__words=words, ann__phones=[(0.1, 0.2, "h")])
    ((record,), _) = read("textgrid", content, audio_pattern="{}.wav")
    assert record == Record(
        id="a", text="hello ann", speaker="ann", audio_filepath="a.wav", duration=2.0,
        words=(WordTime("hello", 0.1, 0.5), WordTime("ann", 0.5, 0.9)),
    )  # fmt: skip
    content = grid(turns=[(0.1, 1.0, "hello ann"), (1.0, 1.5, "hi")])
    (one, two), _ = read("textgrid", content, utterances=True)
    assert (one.id, one.text, one.offset, one.duration) == ("a-00001", "hello ann", 0.1, 0.9)
    assert two.id == "a-00002"


def test_tiers_of_speakers():
    said = {"ann__words": [(1, 2, "hi")], "bob__words": [(0, 1, "a")]}
    records, _ = read("textgrid", grid(**said, bob__phones=[(0, 1, "b")]))
    assert [(r.id, r.speaker, r.text) for r in records] == [
        ("a-ann", "ann", "hi"), ("a-bob", "bob", "a"),
    ]  # fmt: skip
    content = grid(ann=[(1, 2, "hi you")], bob=[(0, 1, "a b")])
    records, _ = read("textgrid", content, utterances=True)
    assert [(r.id, r.speaker, r.text) for r in records] == [
        ("a-00001", "bob", "a b"), ("a-00002", "ann", "hi you"),
    ]  # fmt: skip


def test_an_ambiguous_tier_must_be_named():
    content = grid(one=[(0, 1, "a")], two=[(0, 1, "SECRET")])
    for tier, message in ((None, "2 candidate"), ("three", "no interval tier with the name")):
        with pytest.raises(DataError, match=message) as raised:
            read("textgrid", content, tier=tier)
        assert "SECRET" not in str(raised.value)
    assert read("textgrid", content, tier="two")[0][0].text == "SECRET"
