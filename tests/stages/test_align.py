from collections import Counter

import msgspec
import numpy as np
import pytest
import soundfile
from msgspec import UNSET

from privtool.audio.io.roots import AudioRoot
from privtool.core.record import Entity, Record, WordTime
from privtool.interfaces.speech import ALIGNED, NO_PATH, AlignedWord, Alignment
from privtool.stages.align import AlignStage


class EvenAligner:
    """An aligner that divides a clip evenly, and fails on three words."""

    rate = 8000

    def align(self, samples, words, private=None):
        self.private = private
        if len(words) == 3:
            return Alignment(NO_PATH)
        size = len(samples) / self.rate / len(words)
        times = [AlignedWord(i * size, (i + 1) * size, -1.0) for i in range(len(words))]
        return Alignment(ALIGNED, times)


@pytest.fixture
def make(tmp_path):
    soundfile.write(tmp_path / "a.wav", np.zeros((16000, 2)), 16000)
    return lambda **options: AlignStage(EvenAligner(), AudioRoot(str(tmp_path)), **options)


def run(stage, *records):
    counts: Counter[str] = Counter()
    outcomes = list(stage.process(records, counts))
    return [made[0] if isinstance(made, list) else made for made in outcomes], counts


def test_words_get_times_and_other_fields_stay(make):
    given = Record(id=1, text="Hello, Anna's", speaker="s", audio_filepath="a.wav")
    (new,), counts = run(make(), given)
    assert new.words == (WordTime("Hello", 0.0, 0.5, -1.0), WordTime("Anna's", 0.5, 1.0, -1.0))
    assert (new.align_status, new.speaker, new.text) == (ALIGNED, "s", given.text)
    assert counts["aligned"] == counts["mixed"] == counts["resampled"] == 1
    assert counts["audio_milliseconds"] == 1000


def test_failures_have_a_status_and_lose_old_words(make):
    old = (WordTime("x", 0.0, 1.0),)
    records = [
        Record(id=1, text="one two three", audio_filepath="a.wav", words=old),
        Record(id=2, audio_filepath="a.wav"),
        Record(id=3, text=" ... ", audio_filepath="a.wav"),
    ]
    new, counts = run(make(), *records)
    assert [record.align_status for record in new] == [NO_PATH, "no text", "empty"]
    assert [record.words for record in new] == [UNSET, UNSET, ()]
    assert (counts["aligned"], counts["unaligned"]) == (1, 2)
    made, counts = run(make(strict=True), *records)
    assert made == [
        "the record cannot be aligned: no path", "the record cannot be aligned: no text", new[2],
    ]  # fmt: skip
    assert (counts["aligned"], counts["unaligned"], counts["mixed"]) == (1, 0, 1)


def test_unreadable_audio_is_a_bad_line(make):
    (reason,), counts = run(make(), Record(id=1, text="a", audio_filepath="b.wav"))
    assert "missing" in reason
    assert not counts


def test_words_near_entities_are_checked_unless_all_are(make):
    given = Record(id=1, text="Hi Anna Kowalski, bye", audio_filepath="a.wav")
    entity = Entity(5, 16, "PERSON")  # begins inside "Anna"
    cases = [(UNSET, None), ((), []), ((entity,), [1, 2])]
    for entities, private in cases:
        record = msgspec.structs.replace(given, entities=entities)
        for everything in (False, True):
            stage = make(everything=everything)
            _, counts = run(stage, record)
            expected = None if everything else private
            assert stage.aligner.private == expected
            assert (
                counts["doubtful"] == counts["words"] == (4 if expected is None else len(expected))
            )
