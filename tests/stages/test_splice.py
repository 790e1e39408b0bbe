"""Surrogates from a corpus in which each word is a tone of its own."""

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest
import soundfile

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.editing.regions import TimedPiece
from privtool.audio.io.decode import AudioInfo, read_info
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import audio_folder
from privtool.audio.word_index import ExcludedRegion, IndexedWord, UsableWords, WordRun, build_index
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime
from privtool.stages.private_times import PrivateTime, collect_times, file_key
from privtool.stages.splice import SpliceStage, cover, usable_runs
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
    def made(**settings):
        def path_of(record: Record) -> str:
            return str(tmp_path / record.audio_filepath)

        usable = UsableWords()
        turns = [
            turn
            for record in corpus.values()
            for turn in usable_runs(record, path_of, read_info, usable)
        ]
        index = build_index(tmp_path / "words.idx", turns, usable)
        out = audio_folder(tmp_path / "out", str(tmp_path / "x.jsonl"), True)
        kept = TurnEditor(AudioRoot(str(tmp_path)), out, 0.06, 1)
        return SpliceStage(kept, index, **settings)

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


def test_joints_stay_out_of_what_the_input_marks(stage, corpus, tmp_path):
    record = with_surrogate(corpus["a"], "from")
    source, end = str(tmp_path / corpus["c"].audio_filepath), corpus["c"].words[1].end
    for gap, found in ((0.05, 1), (0.03, 0)):
        near = PrivateTime(file_key(source), None, end + gap, end + 1, b"")
        private = collect_times(tmp_path / f"times{found}", [near])
        assert len(processed(stage(private=private), [record])) == found


def test_private_words_are_not_used_by_the_name_of_a_link(stage, corpus, tmp_path):
    (tmp_path / "link").symlink_to(corpus["d"].audio_filepath)
    corpus["f"] = msgspec.structs.replace(corpus["d"], audio_filepath="link", entities=())
    assert processed(stage(), [with_surrogate(corpus["a"], "oslo")]) == []


def test_missing_phrases_are_dropped(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "oslo")
    (made,) = processed(stage(drop_part=True), [record], counts)
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
    assert processed(stage(drop_part=True), [alone], counts) == []


def test_a_missing_phrase_leaves_the_words_next_to_it(stage, corpus):
    record = with_surrogate(corpus["a"], "oslo")
    (entity,) = record.entities
    text = "we flew—oslo to"
    place = msgspec.structs.replace(entity, start=8, end=12)
    record = msgspec.structs.replace(record, text=text, entities=(place,))
    (made,) = processed(stage(drop_part=True), [record])
    assert made.text == "we flew to"


class Synthesizer:
    def speak(self, phrase, turn, number, counts):
        return TimedPiece(AudioPiece(tone(3000, 0.5), 0, RATE // 2))

    def whole_turn(self, turn, counts):
        return turn.record


def test_missing_phrases_are_synthesized(stage, corpus, tmp_path):
    counts = Counter()
    record = with_surrogate(corpus["a"], "oslo")
    (made,) = processed(stage(synthesizer=Synthesizer()), [record], counts)
    place = made.words[-1]
    assert place.word == "oslo"
    assert place.end - place.start == pytest.approx(0.5, abs=0.05)
    assert counts["completed"] == 1


def test_spoken_forms_are_searched(stage, corpus, monkeypatch):
    record = with_surrogate(corpus["a"], "LA")
    assert processed(stage(), [record]) == []
    monkeypatch.setattr("privtool.stages.splice.first_reading", lambda _: ["los", "angeles"])
    made = processed(stage(), [record])
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
            return WordRun(text, None, ()) if text in known else None

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


# Words of a corpus that `splice` may use: those that are public, certain and in the audio.
def regions_of(record: Record, **usable) -> list[WordRun | ExcludedRegion]:
    info = AudioInfo(20 * RATE, RATE)
    return list(usable_runs(record, lambda _: "x.wav", lambda _: info, UsableWords(**usable)))


def turns_of(record: Record, **usable) -> list[WordRun]:
    return [found for found in regions_of(record, **usable) if isinstance(found, WordRun)]


class TestSources:
    def test_words_near_a_private_one_are_not_used(self):
        words = [
            WordTime("we", 0.0, 0.5), WordTime("flew", 0.5, 0.93), WordTime("oslo", 0.95, 1.4),
            WordTime("from", 1.5, 1.9), WordTime("rome", 1.9, 2.3),
        ]  # fmt: skip
        record = Record(
            id=1, text="we flew oslo from rome", audio_filepath="x", words=tuple(words), offset=9.0,
            entities=(Entity(8, 12, "LOCATION"),),
        )  # fmt: skip
        found = turns_of(record)
        assert [[word.word for word in turn.words] for turn in found] == [["we"], ["from", "rome"]]
        assert found[0].words[0] == IndexedWord("we", 9.0, 9.5)

    def test_doubtful_words_are_not_used(self):
        def words(*confidence):
            return tuple(
                WordTime(word, float(n), n + 0.5, -1.0, own)
                for n, (word, own) in enumerate(
                    zip(("we", "flew", "rome"), confidence, strict=True)
                )
            )

        public = Record(
            id=1, text="we flew rome", audio_filepath="x", words=words(1.0, 0.4, 0.5), entities=()
        )
        found = turns_of(public, least=0.5)
        assert [[word.word for word in turn.words] for turn in found] == [["we"], ["rome"]]
        unknown = msgspec.structs.replace(public, words=words(1.0, msgspec.UNSET, float("nan")))
        assert [w.word for turn in turns_of(unknown, least=0.5) for w in turn.words] == ["we"]
        trusting = turns_of(unknown)
        assert [w.word for turn in trusting for w in turn.words] == ["we", "flew", "rome"]
        private = msgspec.structs.replace(
            public, words=words(1.0, 1.0, 0.4), entities=(Entity(8, 12, "LOCATION"),)
        )
        assert turns_of(private, least=0.5) == []
        assert turns_of(private)
        nothing_known = msgspec.structs.replace(private, words=words(1.0, 1.0, msgspec.UNSET))
        assert turns_of(nothing_known, least=0.5) == []

    def test_joints_stay_out_of_margins(self):
        words = (WordTime("anna", 0.0, 0.5), WordTime("flew", 0.59, 0.9), WordTime("to", 0.9, 1.2))
        record = Record(
            id=1, text="anna flew to", audio_filepath="x", words=words,
            entities=(Entity(0, 4, "PERSON"),),
        )  # fmt: skip
        (found,) = turns_of(record)
        assert [word.word for word in found.words] == ["to"]
        (found,) = turns_of(record, margin=0.04)
        assert [word.word for word in found.words] == ["flew", "to"]
        assert turns_of(record, margin=1.0) == []

    @pytest.mark.parametrize(
        ("words", "duration"),
        [
            (((0.1, 0.4), (0.9, 1.6)), 0.5),  # in the audio of the next record, it may be
            (((0.9, 1.6), (0.1, 0.4)), 3.0),
            (((0.1, 0.4), (0.9, float("nan"))), 3.0),
            (((0.1, 0.4), (0.9, 1e300)), msgspec.UNSET),
        ],
    )
    def test_words_outside_the_audio_are_an_error(self, words, duration):
        record = Record(
            id=1, text="a zebra", audio_filepath="x", duration=duration, entities=(),
            words=tuple(WordTime(w, *t) for w, t in zip(("a", "zebra"), words, strict=True)),
        )  # fmt: skip
        with pytest.raises(DataError, match="do not fit the audio"):
            regions_of(record)

    def test_nothing_is_used_if_its_privacy_is_unknown(self, tmp_path):
        private = utterance(tmp_path, "a", "anna", "we flew to paris", "paris")
        public = utterance(tmp_path, "b", "anna", "rome to rome")
        unknown = msgspec.structs.replace(public, entities=msgspec.UNSET)
        assert turns_of(unknown) == []
        assert regions_of(unknown, private=True)
        assert turns_of(msgspec.structs.replace(public, text="to rome")) == []
        unheard = msgspec.structs.replace(private, words=(WordTime("we", 0, 1),))
        assert turns_of(unheard) == []
        assert turns_of(msgspec.structs.replace(public, drop_turn=True)) == []
        failed = msgspec.structs.replace(public, words=msgspec.UNSET, align_status="failed")
        assert turns_of(failed) == []
        (hidden,) = regions_of(failed)
        assert hidden.start < 0
        assert hidden.end > failed.duration

    def test_typed_markers_are_private(self):
        record = Record(
            id=1, text="[PERSON] flew to rome", audio_filepath="x", entities=(),
            words=tuple(
                WordTime(word, n / 2, n / 2 + 0.49)
                for n, word in enumerate(("[PERSON]", "flew", "to", "rome"))
            ),
        )  # fmt: skip
        (found,) = turns_of(record)
        assert [word.word for word in found.words] == ["to", "rome"]

    def test_words_are_needed(self):
        with pytest.raises(DataError, match="align"):
            regions_of(Record(id=1, text="a", entities=()))
