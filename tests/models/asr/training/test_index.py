from typing import NamedTuple

import numpy as np
import pytest

from privtool.core.errors import option
from privtool.models.asr.features import FeatureSettings
from privtool.models.asr.tokenizer import new_tokens
from privtool.models.asr.training.index import AudioSpan, ExampleLimits, make_examples
from privtool.models.asr.training.turn_store import TurnStore
from tests.support.tables import typed_cases
from tests.support.tiny_models import SENTENCES

ROLES = ("doctor", "patient")


class Turn(NamedTuple):
    line: int
    path: str
    start: float
    seconds: float
    target: str
    speaker: str | None = None
    call: str | None = None
    id: str | None = None
    channel: int | None = None

    @property
    def recording(self):
        return self.call or self.path


@pytest.fixture(scope="module")
def tokens():
    return new_tokens(SENTENCES, "char", 99, ROLES, True, 1)


def stored(turns, roles=()):
    store = TurnStore(roles)
    store.add("m.jsonl", turns)
    return store


def texts(examples, tokens):
    return [tokens.decode(examples.targets(n).tolist()) for n in range(len(examples))]


def test_a_turn_is_an_example(tokens):
    turns = [Turn(1, "a", 0.0, 1.0, "so it is"), Turn(3, "\udcffb", 2.0, 1.5, "the end")]
    store = stored(turns)
    assert list(store.texts()) == ["so it is", "the end"]
    examples, bad = make_examples(store, tokens, None, None)
    assert not bad
    assert texts(examples, tokens) == ["so it is", "the end"]
    assert examples.audio_spans(0) == [AudioSpan("a", 0.0, 1.0)]
    assert examples.audio_spans(1) == [AudioSpan("\udcffb", 2.0, 1.5)]
    assert examples.location(1) == ("m.jsonl", 3)
    assert examples.seconds.tolist() == [1.0, 1.5]
    assert (examples.turns, examples.tokens) == (2, len("_so_it_is_the_end"))


@pytest.mark.parametrize(("said", "longest", "expected"), typed_cases("models", "roles of turns"))
def test_a_role_comes_before_its_turn_and_goes_on_in_the_next(tokens, said, longest, expected):
    turns = [Turn(n, "a", n, 1.0, text, speaker) for n, (speaker, text) in enumerate(said)]
    examples, _ = make_examples(stored(turns, ROLES), tokens, longest, None)
    assert texts(examples, tokens) == expected


def test_roles_are_found_in_capitals_or_not(tokens):
    turns = [Turn(n, "a", n, 1.0, "so", name) for n, name in enumerate(("Doctor", "PATIENT", ""))]
    store = stored(turns, ROLES)
    assert [store.role_of(n) for n in range(3)] == ["doctor", "patient", None]
    store = stored(turns, ("doctor", "Doctor"))
    assert store.role_of(0) == "Doctor"


class TestJoin:
    TURNS = (
        Turn(1, "a", 0.0, 2.0, "one", "doctor"),
        Turn(2, "a", 2.5, 2.0, "two", "doctor"),
        Turn(3, "a", 4.5, 2.0, "three", "patient"),
        Turn(4, "a", 7.0, 2.0, "four", "doctor"),
        Turn(5, "b", 9.0, 2.0, "five", "doctor"),
    )

    def joined(self, tokens, turns, seconds, roles=ROLES):
        return texts(make_examples(stored(turns, roles), tokens, seconds, None)[0], tokens)

    @pytest.mark.parametrize(
        ("order", "changes", "seconds", "roles", "expected"), typed_cases("models", "joined turns")
    )
    def test_turns_of_one_recording_are_joined(
        self, tokens, order, changes, seconds, roles, expected
    ):
        turns = [None if n is None else self.TURNS[n] for n in order]
        for number, change in changes:
            turns[number] = turns[number]._replace(**change)
        examples, _ = make_examples(stored(turns, roles), tokens, seconds, None)
        assert texts(examples, tokens) == expected

    def test_audio_between_turns_is_left_out(self, tokens):
        examples, _ = make_examples(stored(self.TURNS), tokens, 4, None)
        assert examples.audio_spans(0) == [AudioSpan("a", 0.0, 2.0), AudioSpan("a", 2.5, 2.0)]
        assert examples.seconds.tolist() == [4.0, 4.0, 2.0]

    def test_turns_with_files_of_their_own_that_belong_together(self, tokens):
        turns = [turn._replace(path=f"{turn.line}.wav", start=0.0) for turn in self.TURNS]
        calls = ["one", "one", "two", "two", None]
        told = [turn._replace(call=call) for turn, call in zip(turns, calls, strict=True)]
        examples, _ = make_examples(stored(told, ROLES), tokens, 30, None)
        assert texts(examples, tokens) == [
            "<doctor> one two",
            "<patient> three <doctor> four",
            "<doctor> five",
        ]
        spans = [AudioSpan("1.wav", 0.0, 2.0), AudioSpan("2.wav", 0.0, 2.0)]
        assert examples.audio_spans(0) == spans

    def test_another_source_starts_a_new_example(self, tokens):
        store = stored(self.TURNS[:1])
        store.add("other", self.TURNS[1:2])
        examples, _ = make_examples(store, tokens, 30, None)
        assert len(examples) == 2
        assert examples.location(1) == ("other", 2)


class TestLimits:
    LIMITS = ExampleLimits(FeatureSettings(), 4, 10.0)

    @pytest.mark.parametrize(
        ("seconds", "target", "reason"),
        [
            (10.5, "so", f"longer than {option('batch_seconds')}"),
            (0.02, "so", "shorter than a window of 0.032 s"),
            (0.2, "so it is now", "has 5 frames and the text 13 tokens"),
        ],
    )
    def test_unusable_turns_are_rejected_with_their_location(self, tokens, seconds, target, reason):
        turns = [Turn(4, "a", 0.0, 1.0, "fine"), Turn(7, "a", 1.0, seconds, target, id="x7")]
        examples, (bad,) = make_examples(stored(turns), tokens, None, self.LIMITS)
        assert reason in bad.reason
        assert (bad.source, bad.number, bad.id) == ("m.jsonl", 7, "x7")
        assert texts(examples, tokens) == ["fine"]

    @pytest.mark.parametrize(
        ("target", "examples", "too_dense"),
        [("its", 1, 0), ("iss", 1, 1), ("itss", 1, 1), ("it sits", 1, 1), ("it sitss", 0, 0)],
    )  # fmt: skip
    def test_too_few_frames_for_ctc_are_counted_half_as_many_as_tokens_refused(
        self, tokens, target, examples, too_dense
    ):
        # 13 windows of 32 ms every 10 ms are 0.152 s, which the encoder makes 4 frames of.
        turns = [Turn(1, "a", 0.0, 1.0, "so"), Turn(2, "a", 0.0, 0.152, target)]
        found, bad = make_examples(stored(turns), tokens, None, self.LIMITS)
        assert (len(found) - 1, len(found.too_dense_for_ctc), len(bad)) == (
            examples,
            too_dense,
            1 - examples,
        )
        assert not too_dense or found.location(found.too_dense_for_ctc[0]) == ("m.jsonl", 2)


def test_the_digest_depends_on_the_training_data(tokens):
    turn = Turn(1, "a", 0.0, 1.0, "so it is")
    found = {
        make_examples(stored(turns), tokens, None, None)[0].digest()
        for turns in (
            [turn],
            [turn, turn],
            [turn._replace(target="so it was")],
            [turn._replace(start=0.5)],
            [turn._replace(seconds=0.5)],
            [turn._replace(channel=0)],
            [turn._replace(channel=1)],
        )
    }
    assert len(found) == 7


def test_a_turn_takes_little_memory(tokens):
    turns = [
        Turn(n, f"/some/folder/of/clips/clip-{n:07}.flac", 0.0, 3.0, "so " * 12)
        for n in range(1000)
    ]
    store = stored(turns)
    arrays = [store.path, store.line, store.start, store.seconds, store.role, store.source]
    size = sum(array.itemsize * len(array) for array in arrays)
    size += (
        len(store.paths._bytes)
        + len(store.targets._bytes)
        + len(store._ids._bytes)
        + 24 * len(store)
    )
    assert size < 200 * len(store)
    assert isinstance(make_examples(store, tokens, None, None)[0].seconds, np.ndarray)
