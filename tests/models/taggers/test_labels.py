"""Private words become spans; which of their labels are doubtful."""

import json
from functools import cached_property

import numpy as np
import pytest

from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.core.spans import Span
from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.labels import LabeledSpans, label_columns, read_label_map
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.token_classifier import TokenTagger, case_shapes
from privtool.models.taggers.windowing import Inputs
from tests.support.in_process import in_this_process
from tests.support.tables import typed_cases
from tests.support.tiny_models import SENTENCES, tiny_bert, word_piece_tokenizer

TEXT = "ask Ann Lee, Kim or Ann"


def doubtful(*words):
    found = LabeledSpans(TEXT)
    for (start, end), label, likelihood in words:
        found.add(Span(start, end, label), likelihood)
    return [span.doubtful for span in found.spans]


@pytest.mark.parametrize(("words", "expected"), typed_cases("models", "doubtful names"))
def test_names_of_one_word_need_more_than_a_half_and_longer_ones_confirm_each_other(
    words, expected
):
    found = doubtful(*((tuple(place), *rest) for place, *rest in words))
    assert found == [tuple(map(tuple, spans)) for spans in expected]


def test_white_space_alone_is_no_word():
    found = LabeledSpans(TEXT)
    found.add(Span(3, 4, "PERSON"))
    found.add(Span(3, 7, "PERSON", 0.9))
    assert found.spans == [Span(4, 7, "PERSON", 0.9)]


def test_a_label_map_names_classes_of_labels_that_are_unknown(tmp_path):
    path = tmp_path / "map.toml"
    path.write_text('"nick" = "USERNAME"\nPER = "MISC"\n')
    labels = {0: "O", 1: "B-NICK", 2: "I-nick", 3: "I-PER", 4: "whatever"}
    expected = ["USERNAME", "MISC"], [[1, 2], [3, 4]]
    assert label_columns(labels, read_label_map(path)) == expected
    for wrong in ('nick = "NOBODY"', "nick"):
        path.write_text(wrong)
        with pytest.raises(DataError):
            read_label_map(path)
    with pytest.raises(UsageError):
        read_label_map(tmp_path / "missing")


@pytest.mark.parametrize(
    "labels",
    [{0: "O", 2: "PER"}, {1: "O", 2: "PER"}, {-1: "O", 0: "PER"}, {0: "O", 1: None}, {0: 0, 1: 1}],
)
def test_labels_that_are_not_those_of_the_scores_are_refused(labels):
    with pytest.raises(UnavailableError, match="not names that count from 0"):
        label_columns(labels)


def test_unknown_labels_are_named_once(tmp_path):
    folder = tiny_bert(tmp_path / "tagger", "tagger")
    config = json.loads((folder / "config.json").read_text())
    renamed = {"B-PER": "B-nick", "I-PER": "I-nick"}
    config["id2label"] = {n: renamed.get(x, x) for n, x in config["id2label"].items()}
    config.pop("label2id", None)
    (folder / "config.json").write_text(json.dumps(config))
    args = ("mask", "--method", "entityTagger", "--tagger", str(folder), "--jobs", "2")
    line = "labels of unknown class are masked as MISC: NICK; --label-map gives them one"
    text = "".join(f'{{"text": "line {n}"}}\n' for n in range(40)).encode()
    assert in_this_process(*args, input=text).err.count(line) == 1
    (tmp_path / "map.toml").write_text('nick = "PERSON"')
    mapped = in_this_process(*args, "--label-map", str(tmp_path / "map.toml"), input=text)
    assert (mapped.status, mapped.err.count("unknown class")) == (0, 0)


SHAPES = (
    "anna 42 , 東京 4th",
    "Anna Élodie 4Th",
    "NATO US B2B ЮНЕСКО",
    "McDonald iPhone USs",
    "I Á F1",
)


@pytest.mark.parametrize("shape", range(5))
def test_the_shape_of_a_word(shape):
    for word in SHAPES[shape].split():
        assert case_shapes(f"x {word} y", [(2, 2 + len(word))]) == [shape], word


def test_the_words_of_a_text_in_order():
    assert case_shapes("I saw NATO", [(0, 1), (2, 5), (6, 10)]) == [4, 0, 2]


# A fast model reads a text first; the model reads what that leaves in doubt.
THRESHOLD = 0.2
LABELS = {0: "O", 1: "B-PER", 2: "B-LOC"}
NAMES = ("my name is Anna Kowalski", "did you ask Rose about the Boston trip?", "hope is here")


class Scores:
    """Gives a word of `scores` its probabilities, and others none; counts the rows it reads."""

    longest_input, pad, pads = 64, 0, False

    def __init__(self, **scores: tuple[float, float]) -> None:
        self._scores = scores
        self.rows = 0

    @cached_property
    def tokenizer(self):
        return word_piece_tokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])

    def probabilities(self, inputs: Inputs) -> np.ndarray:
        self.rows += len(inputs["input_ids"])
        table = np.zeros((self.tokenizer.get_vocab_size(), 3), np.float32)
        for word, (person, place) in self._scores.items():
            table[self.tokenizer.token_to_id(word)] = 1 - person - place, person, place
        return table[inputs["input_ids"]]


@pytest.mark.parametrize(("person", "place", "read"), typed_cases("models", "judged twice"))
def test_only_a_text_in_doubt_is_read_again(person, place, read):
    screen, model = Scores(door=(person, place)), Scores(door=(0.1, 0.8))
    tagger = TokenTagger(model, model.tokenizer, LABELS, THRESHOLD, screen=screen)
    spans, others = tagger.tag(["the door opened", "the woman smiled at him"])
    assert (screen.rows, model.rows) == (2, int(read))
    found = {"LOCATION"} if read else {"PERSON"} if person >= THRESHOLD else set()
    assert {span.label for span in spans} == found
    assert not others


def test_the_model_decides_about_all_words_of_a_text_in_doubt():
    screen, model = Scores(door=(0.2, 0.0), woman=(0.9, 0.0)), Scores(door=(0.3, 0.0))
    tagger = TokenTagger(model, model.tokenizer, LABELS, THRESHOLD, screen=screen)
    both, sure = tagger.tag(["the woman at the door", "the woman"])
    assert [(span.start, span.end) for span in both] == [(17, 21)]
    assert [(span.start, span.end) for span in sure] == [(4, 9)]


def test_the_screen_of_the_embedded_tagger_changes_no_span(embedded):
    embedded("mini-ner")
    texts = [form for text in (*SENTENCES, *NAMES) for form in (text, text.title(), text.lower())]
    screened = load_embedded_tagger(EMBEDDED / "mini-ner", "cpu", 64)
    alone = load_embedded_tagger(EMBEDDED / "mini-ner", "cpu", 64)
    alone._screen = None
    expected = [[span[:3] for span in spans] for spans in alone.tag(texts)]
    assert [[span[:3] for span in spans] for spans in screened.tag(texts)] == expected
    assert sum(map(len, expected)) > 15


def test_company_changes_nothing_of_the_embedded_tagger(embedded):
    embedded("mini-ner")
    tagger = load_embedded_tagger(EMBEDDED / "mini-ner", "cpu", 64)
    together = tagger.tag(NAMES + tuple(SENTENCES))
    assert [tagger.tag([text])[0] for text in (*NAMES, *SENTENCES)] == together
