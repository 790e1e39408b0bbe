"""A fast model reads a text first; the model reads what that leaves in doubt."""

from functools import cached_property

import numpy as np
import pytest

from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.windowing import Inputs
from tests.support.tiny_models import SENTENCES, word_piece_tokenizer

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


@pytest.mark.parametrize(
    ("person", "place", "read"),
    [
        (0.05, 0.0, False),
        (0.17, 0.0, False),
        (0.18, 0.0, True),
        (0.19, 0.0, True),
        (0.22, 0.0, True),
        (0.23, 0.0, False),
        (0.9, 0.05, False),
        (0.5, 0.48, True),  # the label is in doubt
        (0.5, 0.4, False),
    ],
)
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
