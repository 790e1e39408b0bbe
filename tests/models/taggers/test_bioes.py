"""Viterbi over BIOES labels against all legal sequences, and what it changes in spans."""

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from privtool.core.errors import UnavailableError
from privtool.models.taggers.bioes import BioesDecoder, bioes_decoder, read_biases
from privtool.models.taggers.token_classifier import TokenTagger

NAMES = ("O", "B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "L-LOC", "U-LOC")
LABELS = dict(enumerate(NAMES))
AFTER = {"O": "OBS", "B": "IE", "I": "IE", "E": "OBS", "S": "OBS"}
STEPS = {
    "background_stay": ("O", "O"),
    "background_to_start": ("O", "BS"),
    "end_to_background": ("ES", "O"),
    "end_to_start": ("ES", "BS"),
    "inside_to_continue": ("BI", "I"),
    "inside_to_end": ("BI", "E"),
}
KINDS = [name[0].replace("L", "E").replace("U", "S") for name in NAMES]


def step(a: int, b: int, biases) -> float:
    """The bias of a step; minus infinity where it is illegal."""
    legal = KINDS[b] in AFTER[KINDS[a]] and (KINDS[a] not in "BI" or NAMES[a][2:] == NAMES[b][2:])
    found = [biases[k] for k, (x, y) in STEPS.items() if KINDS[a] in x and KINDS[b] in y]
    return found[0] if legal else -math.inf


def value(path, scores, biases) -> float:
    if KINDS[path[0]] not in "OBS" or KINDS[path[-1]] not in "OES":
        return -math.inf
    steps = sum(step(a, b, biases) for a, b in itertools.pairwise(path))
    return steps + sum(scores[place][label] for place, label in enumerate(path))


@given(
    st.lists(st.tuples(*[st.floats(0.001, 1)] * len(NAMES)), min_size=1, max_size=4),
    st.fixed_dictionaries(dict.fromkeys(STEPS, st.floats(-3, 3))),
)
def test_the_path_is_the_best_of_all_legal_ones(rows, biases):
    probabilities = np.array(rows, np.float32)
    scores = np.log(probabilities.astype(np.float64))
    best = max(
        value(path, scores, biases)
        for path in itertools.product(range(len(NAMES)), repeat=len(rows))
    )
    path = BioesDecoder(LABELS, biases).best(probabilities).tolist()
    assert value(path, scores, biases) == pytest.approx(best)


def test_only_labels_that_say_where_spans_end_are_decoded():
    assert bioes_decoder(LABELS, {}) is not None
    for names in ("O B-PER I-PER", "O PER LOC", "O B-PER I-PER E-PER S-PER PHONE"):
        assert bioes_decoder(dict(enumerate(names.split())), {}) is None


class Fixed:
    """A model that gives each piece of a text the next row of probabilities."""

    longest_input, pad, pads = 64, 0, False

    def __init__(self, rows) -> None:
        self.rows = np.array(rows, np.float32)

    def probabilities(self, inputs):
        return self.rows[None, : inputs["input_ids"].shape[1]]


def spans_of(text: str, rows, labels=LABELS):
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(["?", *text.split()])}, "?"))
    tokenizer.pre_tokenizer = Whitespace()
    tagger = TokenTagger(Fixed(rows), tokenizer, labels, 0.5)
    return [span[:3] for span in tagger.tag([text])[0]]


def row(**shares: float) -> list[float]:
    given = {name.replace("_", "-"): share for name, share in shares.items()}
    return [given.get(name, 0.0) for name in NAMES]


def test_neighbors_of_one_class_are_two_spans_and_one_span_has_one_class():
    single = [row(S_PER=1.0), row(S_PER=1.0), row(O=1.0)]
    assert spans_of("anna bob slept", single) == [(0, 4, "PERSON"), (5, 8, "PERSON")]
    torn = [row(B_PER=0.9, O=0.1), row(L_LOC=0.55, E_PER=0.45), row(O=1.0)]
    assert spans_of("anna york slept", torn) == [(0, 9, "PERSON")]


@given(st.lists(st.tuples(*[st.floats(0.001, 1)] * len(NAMES)), min_size=5, max_size=5))
def test_decoding_neither_masks_nor_unmasks(rows):
    rows = [[share / sum(each) for share in each] for each in rows]
    text = "anna bob york lives here"
    plain = {n: name if name == "O" else name[2:] for n, name in LABELS.items()}

    def words(spans):
        return {n for a, b, _ in spans for n in range(a, b) if text[n] != " "}

    assert words(spans_of(text, rows)) == words(spans_of(text, rows, plain))


def calibration(bias: float) -> str:
    given = {f"transition_bias_{name}": bias for name in STEPS}
    return json.dumps({"operating_points": {"default": {"biases": given}}})


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"operating_points": {"default": {"biases": {}}}}', calibration(math.inf)],
)
def test_a_calibration_is_read_whole_or_refused(tmp_path, content):
    assert read_biases(tmp_path, "m") == {}
    file = tmp_path / "viterbi_calibration.json"
    file.write_text(calibration(0.5))
    assert read_biases(tmp_path, "m") == dict.fromkeys(STEPS, 0.5)
    file.write_text(content)
    with pytest.raises(UnavailableError, match=r"'m' has no readable viterbi_calibration\.json"):
        read_biases(tmp_path, "m")
