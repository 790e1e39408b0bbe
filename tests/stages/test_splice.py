"""Surrogates from a corpus in which each word is a tone of its own."""

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest
import soundfile

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.editing.assembly import TimedPiece
from privtool.audio.editing.options import SpliceFallback
from privtool.audio.io.clips import ClipReader
from privtool.audio.io.decode import read_info
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import audio_folder
from privtool.audio.word_index import RunMatch, build_index
from privtool.core.record import Entity, Record
from privtool.stages.splice import SpliceSettings, SpliceStage, cover
from privtool.stages.splice_sources import SourceCorpus, usable_runs
from privtool.stages.turns import TurnEditor
from tests.support.processing import processed
from tests.support.toned_corpus import HERTZ, utterance
from tests.support.tones import RATE, power, tone


def with_surrogate(record: Record, surrogate: str) -> Record:
    """What `surrogate` makes of a record with one private word."""
    (entity,) = record.entities
    text = record.text[: entity.start] + surrogate + record.text[entity.end :]
    gone = [w for w in record.words if w.word in record.text[entity.start : entity.end].split()]
    place = Entity(
        entity.start, entity.start + len(surrogate), "LOCATION",
        audio_start=gone[0].start, audio_end=gone[-1].end,
    )  # fmt: skip
    words = tuple(w for w in record.words if w not in gone)
    return msgspec.structs.replace(record, text=text, words=words, entities=(place,))


@pytest.fixture
def corpus(tmp_path) -> dict[str, Record]:
    texts = {
        "a": ("anna", "we flew to paris", "paris"),
        "b": ("anna", "rome to rome", ""),
        "c": ("bob", "flew from los angeles", ""),
        "d": ("bob", "we flew to oslo", "oslo"),
        "e": ("bob", "to rome", ""),
    }
    return {name: utterance(tmp_path, name, *given) for name, given in texts.items()}


@pytest.fixture
def stage(corpus, tmp_path):
    def made(fallback=SpliceFallback.DROP_TURN, synthesizer=None, spoken=None, **settings):
        def path_of(record: Record) -> str:
            return str(tmp_path / record.audio_filepath)

        files = SourceCorpus(path_of, read_info, least=0.0)
        turns = [turn for record in corpus.values() for turn in usable_runs(record, files)]
        index = build_index(tmp_path / "words.idx", turns)
        out = audio_folder(tmp_path / "out", str(tmp_path / "x.jsonl"), True)
        kept = TurnEditor(ClipReader(AudioRoot(str(tmp_path))), out, 0.06, 1)
        given = SpliceSettings(fallback=fallback, **settings)
        if spoken:
            given = given._replace(spoken=lambda word: spoken.get(word, [word]))
        return SpliceStage(given, kept, index, synthesizer)

    return made


def heard(tmp_path: Path, record: Record, word: str) -> np.ndarray:
    samples = soundfile.read(tmp_path / record.audio_filepath)[0]
    (place,) = [w for w in record.words if w.word == word]
    return samples[int(place.start * RATE) : int(place.end * RATE)]


def test_words_of_the_own_speaker_are_preferred(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "rome")
    (made,) = processed(stage(), [record], counts)
    assert made.text == "we flew to rome"
    assert [word.word for word in made.words] == ["we", "flew", "to", "rome"]
    for word in made.text.split():
        assert power(heard(tmp_path, made, word), HERTZ[word]) > 0.9
    whole = soundfile.read(tmp_path / made.audio_filepath)[0]
    assert power(whole, HERTZ["paris"]) < 1e-3
    assert made.duration == pytest.approx(len(whole) / RATE)
    assert counts["words own"] == counts["spliced"] == 1


def test_a_run_of_another_speaker(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "los angeles")
    (made,) = processed(stage(), [record], counts)
    assert counts["words other"] == 2
    whole = soundfile.read(tmp_path / made.audio_filepath)[0]
    assert power(whole, HERTZ["los"]) > 0.1 < power(whole, HERTZ["angeles"])
    assert processed(stage(only_speaker=True), [record]) == []


def test_private_words_are_not_used(stage, corpus):
    counts = Counter()
    record = with_surrogate(corpus["a"], "oslo")  # which is spoken once, where it is private
    assert processed(stage(), [record], counts) == []
    assert (counts["dropped"], counts["phrases missing"]) == (1, 1)


def test_missing_phrases_are_dropped(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "oslo")
    (made,) = processed(stage(SpliceFallback.DROP_PART), [record], counts)
    assert made.text == "we flew to"
    assert made.entities == ()
    assert [word.word for word in made.words] == ["we", "flew", "to"]
    whole = soundfile.read(tmp_path / made.audio_filepath)[0]
    assert power(whole, HERTZ["paris"]) < 1e-3
    assert counts["completed"] == 1
    alone = msgspec.structs.replace(
        record, text="oslo", words=(), entities=(msgspec.structs.replace(
            record.entities[0], start=0, end=4),)
    )  # fmt: skip
    assert processed(stage(SpliceFallback.DROP_PART), [alone], counts) == []


class Synthesizer:
    def piece(self, phrase, turn, number, counts):
        return TimedPiece(AudioPiece(tone(3000, 0.5), 0, RATE // 2))

    def whole_turn(self, turn, counts):
        return turn.record


def test_missing_phrases_are_synthesized(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "oslo")
    (made,) = processed(stage(SpliceFallback.TTS, Synthesizer()), [record], counts)
    place = made.words[-1]
    assert place.word == "oslo"
    assert place.end - place.start == pytest.approx(0.5, abs=0.05)
    assert counts["completed"] == 1


def test_spoken_forms_are_searched(stage, corpus):
    record = with_surrogate(corpus["a"], "LA")
    assert processed(stage(), [record]) == []
    made = processed(stage(spoken={"la": ["los", "angeles"]}), [record])
    assert [word.word for word in made[0].words][-1] == "LA"


def test_drop_turn(stage, corpus):
    record = msgspec.structs.replace(with_surrogate(corpus["a"], "rome"), drop_turn=True)
    counts = Counter()
    assert processed(stage(), [record], counts) == []
    assert counts["dropped"] == 1


def test_turns_without_surrogates_are_copied(stage, corpus):
    (made,) = processed(stage(), [corpus["b"]])
    assert made.audio_filepath.startswith("out/")
    assert made.words == corpus["b"].words


def test_longest_runs_come_first():
    known = {"a b", "a", "b", "c", "d"}

    def finder(known):
        def find(words):
            text = " ".join(words)
            return RunMatch(text, None, ()) if text in known else None

        return find

    def paths(words, *finders):
        found = cover(words.split(), finders)
        return None if found is None else [run.path for run in found]

    assert paths("c a b d", finder(known)) == ["c", "a b", "d"]
    assert paths("c x", finder(known)) is None
    assert paths("c x d", finder(known), finder({"x", "c x"})) == ["c", "x", "d"]
    assert paths("", finder(known)) == []


def test_a_phrase_of_very_many_words_is_not_searched():
    searched = []

    def find(words):
        searched.append(words)

    assert cover(["one", "slash"] * 500, [find, find]) is None
    assert searched == []
    assert cover(["one"] * 100, [find]) is None
    assert max(map(len, searched)) == 32
