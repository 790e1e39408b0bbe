import numpy as np
import pytest

from privtool.core.errors import option
from privtool.models.asr.tokenizer import new_tokens
from privtool.models.asr.training.index import (
    AudioSpan,
    Turn,
    TurnStore,
    make_examples,
)
from tests.support.tables import typed_cases
from tests.support.tiny_models import SENTENCES

ROLES = ("doctor", "patient")


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
    turns = [
        Turn(1, None, "a", 0.0, 1.0, "so it is", None),
        Turn(3, None, "\udcffb", 2.0, 1.5, "the end", None),
    ]
    store = stored(turns)
    assert list(store.texts()) == ["so it is", "the end"]
    examples, bad = make_examples(store, tokens)
    assert not bad
    assert texts(examples, tokens) == ["so it is", "the end"]
    assert examples.audio_span(0) == AudioSpan("a", 0.0, 1.0)
    assert examples.audio_span(1) == AudioSpan("\udcffb", 2.0, 1.5)
    assert examples.location(1) == ("m.jsonl", 3)
    assert examples.seconds.tolist() == [1.0, 1.5]
    assert (len(examples), examples.tokens) == (2, len("_so_it_is_the_end"))


@pytest.mark.parametrize(("said", "expected"), typed_cases("models", "roles of turns"))
def test_a_role_comes_before_its_turn(tokens, said, expected):
    turns = [Turn(n, None, "a", n, 1.0, text, speaker) for n, (speaker, text) in enumerate(said)]
    examples, _ = make_examples(stored(turns, ROLES), tokens)
    assert texts(examples, tokens) == expected


def test_roles_are_found_in_capitals_or_not(tokens):
    names = ("Doctor", "PATIENT", "")
    turns = [Turn(n, None, "a", n, 1.0, "so", name) for n, name in enumerate(names)]
    store = stored(turns, ROLES)
    assert [store.role_of(n) for n in range(3)] == ["doctor", "patient", None]
    store = stored(turns, ("doctor", "Doctor"))
    assert store.role_of(0) == "Doctor"


def test_examples_of_another_source_have_its_name(tokens):
    store = stored([Turn(1, None, "a", 0.0, 2.0, "one", "doctor")])
    store.add("other", [Turn(2, None, "a", 2.0, 2.0, "two", "doctor")])
    examples, _ = make_examples(store, tokens)
    assert examples.location(1) == ("other", 2)


class TestLimits:
    LONGEST = 10.0

    @pytest.mark.parametrize(
        ("seconds", "target", "reason"),
        [
            (10.5, "so", f"longer than {option('batch_seconds')}"),
            (0.02, "so", "shorter than a window of 0.032 s"),
            (0.2, "so it is now", "has 5 frames and the text 13 tokens"),
        ],
    )
    def test_unusable_turns_are_rejected_with_their_location(self, tokens, seconds, target, reason):
        turns = [
            Turn(4, None, "a", 0.0, 1.0, "fine", None),
            Turn(7, "x7", "a", 1.0, seconds, target, None),
        ]
        examples, (bad,) = make_examples(stored(turns), tokens, self.LONGEST)
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
        turns = [
            Turn(1, None, "a", 0.0, 1.0, "so", None),
            Turn(2, None, "a", 0.0, 0.152, target, None),
        ]
        found, bad = make_examples(stored(turns), tokens, self.LONGEST)
        assert (len(found) - 1, len(found.too_dense_for_ctc), len(bad)) == (
            examples,
            too_dense,
            1 - examples,
        )
        assert not too_dense or found.location(found.too_dense_for_ctc[0]) == ("m.jsonl", 2)


def test_the_digest_depends_on_the_training_data(tokens):
    turn = Turn(1, None, "a", 0.0, 1.0, "so it is", None)
    found = {
        make_examples(stored(turns), tokens)[0].digest()
        for turns in (
            [turn],
            [turn, turn],
            [turn._replace(target="so it was")],
            [turn._replace(start=0.5)],
            [turn._replace(seconds=0.5)],
            [turn._replace(channel=0)],
            [turn._replace(channel=1)],
            [turn._replace(audio=1)],
        )
    }
    assert len(found) == 8


def test_a_turn_takes_little_memory(tokens):
    turns = [
        Turn(n, None, f"/some/folder/of/clips/clip-{n:07}.flac", 0.0, 3.0, "so " * 12, None)
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
    assert isinstance(make_examples(store, tokens)[0].seconds, np.ndarray)
