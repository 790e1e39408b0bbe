"""Words of a corpus that `splice` may use: those that are public, certain and in the audio."""

import msgspec
import pytest

from privtool.audio.io.decode import AudioInfo
from privtool.audio.word_index import IndexedWord, WordRun
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime
from privtool.stages.splice_sources import SourceCorpus, usable_runs
from tests.support.toned_corpus import utterance
from tests.support.tones import RATE


def turns_of(record: Record, files: SourceCorpus) -> list[WordRun]:
    return [found for found in usable_runs(record, files) if isinstance(found, WordRun)]


class TestSources:
    files = SourceCorpus(lambda record: "x.wav", lambda path: AudioInfo(20 * RATE, RATE), least=0.0)

    def test_words_near_a_private_one_are_not_used(self):
        words = [
            WordTime("we", 0.0, 0.5), WordTime("flew", 0.5, 0.93), WordTime("oslo", 0.95, 1.4),
            WordTime("from", 1.5, 1.9), WordTime("rome", 1.9, 2.3),
        ]  # fmt: skip
        record = Record(
            id=1, text="we flew oslo from rome", audio_filepath="x", words=tuple(words), offset=9.0,
            entities=(Entity(8, 12, "LOCATION"),),
        )  # fmt: skip
        found = turns_of(record, self.files)
        assert [[word.word for word in turn.words] for turn in found] == [["we"], ["from", "rome"]]
        assert found[0].words[0] == IndexedWord("we", 9.0, 9.5)

    def test_doubtful_words_are_not_used(self):
        files = self.files._replace(least=0.5)

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
        found = turns_of(public, files)
        assert [[word.word for word in turn.words] for turn in found] == [["we"], ["rome"]]
        unknown = msgspec.structs.replace(public, words=words(1.0, msgspec.UNSET, float("nan")))
        assert [w.word for turn in turns_of(unknown, files) for w in turn.words] == ["we"]
        trusting = turns_of(unknown, self.files)
        assert [w.word for turn in trusting for w in turn.words] == ["we", "flew", "rome"]
        private = msgspec.structs.replace(
            public, words=words(1.0, 1.0, 0.4), entities=(Entity(8, 12, "LOCATION"),)
        )
        assert turns_of(private, files) == []
        assert turns_of(private, self.files)
        nothing_known = msgspec.structs.replace(private, words=words(1.0, 1.0, msgspec.UNSET))
        assert turns_of(nothing_known, files) == []

    def test_joints_stay_out_of_margins(self):
        words = (WordTime("anna", 0.0, 0.5), WordTime("flew", 0.59, 0.9), WordTime("to", 0.9, 1.2))
        record = Record(
            id=1, text="anna flew to", audio_filepath="x", words=words,
            entities=(Entity(0, 4, "PERSON"),),
        )  # fmt: skip
        (found,) = turns_of(record, self.files)
        assert [word.word for word in found.words] == ["to"]
        (found,) = turns_of(record, self.files._replace(margin=0.04))
        assert [word.word for word in found.words] == ["flew", "to"]
        assert turns_of(record, self.files._replace(margin=1.0)) == []

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
            list(usable_runs(record, self.files))

    def test_nothing_is_used_if_its_privacy_is_unknown(self, tmp_path):
        private = utterance(tmp_path, "a", "anna", "we flew to paris", "paris")
        public = utterance(tmp_path, "b", "anna", "rome to rome")
        unknown = msgspec.structs.replace(public, entities=msgspec.UNSET)
        assert turns_of(unknown, self.files) == []
        assert list(usable_runs(unknown, self.files._replace(allow_private=True)))
        unheard = msgspec.structs.replace(private, words=(WordTime("we", 0, 1),))
        assert turns_of(unheard, self.files) == []
        assert turns_of(msgspec.structs.replace(public, drop_turn=True), self.files) == []
        failed = msgspec.structs.replace(public, words=msgspec.UNSET, align_status="failed")
        assert turns_of(failed, self.files) == []
        (hidden,) = usable_runs(failed, self.files)
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
        (found,) = turns_of(record, self.files)
        assert [word.word for word in found.words] == ["to", "rome"]

    def test_words_are_needed(self):
        with pytest.raises(DataError, match="align"):
            list(usable_runs(Record(id=1, text="a", entities=()), self.files))
