"""How a tagger judges words by what a model says of their pieces."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.taggers.bioes import BioesDecoder, bioes_decoder
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.windowing import Inputs
from tests.support.tables import typed_cases


class FakeModel:
    """Gives each piece the logits of its token; notes what it was called with."""

    pad, longest_input, pads = 0, 64, True

    def __init__(self, logits: dict[int, list[float]], labels: int) -> None:
        self.calls: list[Inputs] = []
        self._logits, self._labels = logits, labels

    def probabilities(self, inputs: Inputs) -> NDArray[np.float32]:
        self.calls.append(inputs)
        unknown = [9.0] + [0.0] * (self._labels - 1)
        rows = inputs["input_ids"].tolist()
        logits = [[self._logits.get(token, unknown) for token in row] for row in rows]
        return torch.tensor(logits).softmax(-1).numpy()


LETTERS = "abcdefghijklmnopqrstuvwxyz.,'-"
ENTRIES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
ENTRIES += ["the", "anna", "##bel", "maria", "smith", "paris"]


def fake_tagger(
    logits: dict[str, list[float]], labels: tuple[str, ...] = ("O", "PER", "LOC"), **options: Any
) -> TokenTagger:
    """A tagger whose model knows the logits of some pieces, and finds all others harmless."""
    numbers = {entry: number for number, entry in enumerate(ENTRIES)}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    model = FakeModel({numbers[piece]: values for piece, values in logits.items()}, len(labels))
    threshold = options.pop("threshold", 0.5)
    return TokenTagger(model, tokenizer, dict(enumerate(labels)), threshold, **options)


PERSON = [0.0, 9.0, 0.0]


def found(tagger: TokenTagger, text: str) -> list[tuple[str, str]]:
    return [(text[s.start : s.end], s.label) for s in tagger.tag([text])[0]]


@pytest.mark.parametrize("labels", [("O", "PER", "LOC"), ("O", "B-PER", "E-PER", "S-PER")])
def test_a_model_whose_scores_are_not_finite_stops(labels):
    tagger = fake_tagger({"anna": [math.nan] * len(labels)}, labels)
    assert found(tagger, "the") == []
    with pytest.raises(UnavailableError, match="not finite"):
        tagger.tag(["the anna"])


@pytest.mark.parametrize(
    ("case", "logits", "options", "text", "expected"), typed_cases("models", "judged words")
)
def test_words_are_judged_by_their_pieces(case, logits, options, text, expected):
    spans = found(fake_tagger(logits, **options), text)
    assert spans == [tuple(pair) for pair in expected], case


def test_the_score_of_a_span_is_that_of_its_least_certain_word():
    tagger = fake_tagger({"anna": [0.0, 3.0, 0.0], "smith": [0.0, 1.0, 0.0]})
    (span,) = tagger.tag(["anna smith"])[0]
    weights = torch.tensor([0.0, 1.0, 0.0]).softmax(0)
    assert span.score == pytest.approx(float(1 - weights[0]))


def test_text_as_spoken_has_a_threshold_of_its_own():
    logits = {"anna": [1.0, 1.0, 1.0]}  # two thirds
    tagger = fake_tagger(logits, threshold=0.7, spoken_threshold=0.6)
    texts = ["the anna", "the Anna", "the anna.", "the anna the"]
    assert [len(spans) for spans in tagger.tag(texts)] == [1, 0, 0, 1]
    tagger = fake_tagger(logits, threshold=0.6, spoken_threshold=0.7)
    assert [len(spans) for spans in tagger.tag(texts)] == [0, 1, 1, 0]


def test_case_shapes_are_given_to_each_piece_of_a_word():
    tagger = fake_tagger({}, of_words=True)
    tagger.tag(["Annabel the SMITH I mcX"])
    (call,) = tagger._model.calls
    pieces = [0, 1, 1, 0, 2, 4, 3, 3, 3, 0]  # [CLS] anna ##bel the smith i m ##c ##x [SEP]
    length = len(pieces)
    assert call["token_type_ids"][0].tolist()[:length] == pieces
    assert call["attention_mask"][0].tolist()[:length] == [1] * length
    assert not call["token_type_ids"][0, length:].any()


def test_case_shapes_stay_with_their_words_in_windows_and_batches():
    tagger = fake_tagger({}, of_words=True)
    tagger.tag(["the Anna " * 100, "Paris", ""])
    expected = {}
    for call in tagger._model.calls:
        for ids, types in zip(call["input_ids"], call["token_type_ids"], strict=True):
            for token, shape in zip(ids.tolist(), types.tolist(), strict=True):
                expected.setdefault(token, set()).add(shape)
    assert all(len(shapes) == 1 for shapes in expected.values())


def test_rows_of_a_batch_have_one_length_and_always_padding():
    tagger = fake_tagger({}, batch_size=2)
    tagger.tag([" ".join(["the"] * count) for count in range(1, 40)] + ["the " * 200])
    for call in tagger._model.calls:
        rows, length = call["input_ids"].shape
        assert length % 4 == 0
        assert length <= 64
        assert rows == 1 or rows * length <= 2 * 32
        assert (call["attention_mask"].sum(1) < length).all()
        assert "token_type_ids" not in call


def test_a_text_is_judged_once_however_often_it_comes():
    tagger = fake_tagger({"anna": PERSON})
    first, second = tagger.tag(["anna", "anna"])
    assert first == second
    assert first is not second
    assert sum(len(call["input_ids"]) for call in tagger._model.calls) == 1


def test_a_model_without_an_outside_label_is_no_tagger():
    with pytest.raises(UsageError, match="none of its labels is O"):
        fake_tagger({}, ("LABEL_0", "LABEL_1"))


def test_a_name_is_found_wherever_it_stands_in_a_long_text():
    tagger = fake_tagger({"anna": [0, 9, 0]})
    for place in (0, 1, 100, 299):
        words = ["the"] * 300
        words[place] = "anna"
        (spans,) = tagger.tag([" ".join(words)])
        assert [span[:3] for span in spans] == [(4 * place, 4 * place + 4, "PERSON")]


def test_blank_texts_cost_nothing():
    tagger = fake_tagger({})
    assert tagger.tag([]) == []
    assert tagger.tag(["", "  ", "\n\t\u3000"]) == [[], [], []]
    assert tagger._model.calls == []


# Viterbi over BIOES labels against all legal sequences, and what it changes in spans.
NAMES = ("O", "B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "L-LOC", "U-LOC")
LABELS = dict(enumerate(NAMES))
AFTER = {"O": "OBS", "B": "IE", "I": "IE", "E": "OBS", "S": "OBS"}
KINDS = [name[0].replace("L", "E").replace("U", "S") for name in NAMES]


def is_legal(a: int, b: int) -> bool:
    return KINDS[b] in AFTER[KINDS[a]] and (KINDS[a] not in "BI" or NAMES[a][2:] == NAMES[b][2:])


def value(path, scores) -> float:
    if KINDS[path[0]] not in "OBS" or KINDS[path[-1]] not in "OES":
        return -math.inf
    if not all(is_legal(a, b) for a, b in itertools.pairwise(path)):
        return -math.inf
    return sum(scores[place][label] for place, label in enumerate(path))


@given(st.lists(st.tuples(*[st.floats(0.001, 1)] * len(NAMES)), min_size=1, max_size=4))
def test_the_path_is_the_best_of_all_legal_ones(rows):
    probabilities = np.array(rows, np.float32)
    scores = np.log(probabilities.astype(np.float64))
    best = max(
        value(path, scores) for path in itertools.product(range(len(NAMES)), repeat=len(rows))
    )
    path = BioesDecoder(LABELS).best(probabilities).tolist()
    assert value(path, scores) == pytest.approx(best)


def test_only_labels_that_say_where_spans_end_are_decoded():
    assert bioes_decoder(LABELS) is not None
    for names in ("O B-PER I-PER", "O PER LOC", "O B-PER I-PER E-PER S-PER PHONE"):
        assert bioes_decoder(dict(enumerate(names.split()))) is None


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
