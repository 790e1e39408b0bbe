"""Look-ahead against the word model's own log-probabilities; the tree against a plain search."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from privtool.models.asr.decoding.lookahead import WordLookAhead
from privtool.models.asr.decoding.prefix_tree import NextWordProbs, WordTree
from privtool.models.lm.incremental import IncrementalLstm, incremental_lm
from privtool.models.lm.presets import LSTM, LmShape, new_model
from privtool.text.lm_words import END, PADDING, UNKNOWN

VOCABULARY = [UNKNOWN, END, PADDING, "[MASK]", "a", "an", "ann", "and", "be", "bean", "is", "it"]
PIECES = [UNKNOWN, "\u2581", "\u2581a", "n", "d", "be", "\u2581be", "an", "i", "s", "t", "'", "'t"]
PIECES += ["\u2581b", "e", ",", "\u2581It", "'s", "<doctor>"]
WORDS = {word: number for number, word in enumerate(VOCABULARY) if number > 3}
CHARACTERS = len(set("".join(PIECES).replace("<unk>", "").replace("<doctor>", "")) - {"\u2581"})


def tokens_of(spelled: str) -> list[int]:
    """Pieces that are written with a bar between them."""
    return [PIECES.index(piece.replace("_", "\u2581")) for piece in spelled.split("|")]


@pytest.fixture(scope="module")
def model() -> torch.nn.Module:
    made = new_model(LmShape(LSTM, 1, 32, embedding=32), len(VOCABULARY), 1, 2, 0.0, 3).eval()
    for parameter in made.parameters():
        parameter.data *= 6
    return made


@pytest.fixture(scope="module")
def ahead(model: torch.nn.Module) -> WordLookAhead:
    lm = incremental_lm(model)
    return WordLookAhead(lm, WORDS, 1, 0, PIECES, ["<doctor>"], torch.device("cpu"))


@torch.inference_mode()
def plain(model: torch.nn.Module, words: list[str]) -> float:
    """The score of words and the end by the word model, with unknown words spelled."""
    ids = [1, *(WORDS.get(word, 0) for word in words), 1]
    logs = model(input_ids=torch.tensor([ids])).logits.log_softmax(2)[0]
    letters = sum(len(word) + 1 for word in words if word not in WORDS)
    found = sum(logs[place, number].item() for place, number in enumerate(ids[1:]))
    return found - letters * math.log(CHARACTERS + 1)


def gains(ahead: WordLookAhead, tokens: list[int]) -> list[float]:
    """The score of each token, and of the end."""
    logs, state = ahead.start(1)
    found = []
    for token in tokens:
        found.append(logs[0, token].item())
        logs, state = ahead.step(torch.tensor([token]), state)
    return [*found, ahead.finish(state).item()]


@pytest.mark.parametrize(
    ("spelled", "words"),
    [
        ("_a", ["a"]),
        ("_a|n|n", ["ann"]),
        ("_a|n|d|_be|an|_It", ["and", "bean", "it"]),
        ("_|an|_|i|t", ["an", "it"]),
        ("_b|e|_b|e|an", ["be", "bean"]),
        ("_a|t|_a", ["at", "a"]),  # unknown
        ("_b|e|s|t|_b", ["best", "b"]),
        ("_It|'s|_a|n|,|_be", ["it", "an", "be"]),  # enclitics and punctuation gain nothing
        ("_|i|s|n|'t|_a", ["is", "a"]),
        ("_|i|s|n|'|t", ["is"]),
        ("<doctor>|_a|n|<doctor>|_be", ["an", "be"]),
        ("_|,|_a|,|be", ["a", "be"]),  # two words without a space between them
        ("an|_|_", ["an"]),
    ],
)  # fmt: skip
def test_a_finished_sentence_has_the_scores_of_its_words(
    model: torch.nn.Module, ahead: WordLookAhead, spelled: str, words: list[str]
) -> None:
    found = gains(ahead, tokens_of(spelled))
    assert sum(found) == pytest.approx(plain(model, words), abs=1e-4)


@torch.inference_mode()
def test_within_a_word_the_credit_is_the_probability_of_its_completions(
    model: torch.nn.Module, ahead: WordLookAhead
) -> None:
    first = model(input_ids=torch.tensor([[1]])).logits.softmax(2)[0, 0]
    below = {
        "_a": ["a", "an", "ann", "and"],
        "_a|n": ["an", "ann", "and"],
        "_a|n|d": ["and"],
        "_b|e|an": ["bean"],
        "_a|t": [],
    }
    for spelled, words in below.items():
        length = len(spelled.replace("_", "").replace("|", ""))
        share = first[0].item() * (CHARACTERS + 1) ** -length
        wanted = math.log(sum(first[WORDS[word]].item() for word in words) + share)
        assert sum(gains(ahead, tokens_of(spelled))[:-1]) == pytest.approx(wanted, abs=1e-4)


def test_rows_do_not_depend_on_one_another(ahead: WordLookAhead) -> None:
    sentences = [tokens_of("_a|n|d|_be|an"), tokens_of("_b|e|s|t|_b"), tokens_of("_It|'s|_a|n|d")]
    alone = [gains(ahead, tokens) for tokens in sentences]
    logs, state = ahead.start(3)
    for place in range(5):
        tokens = torch.tensor([tokens[place] for tokens in sentences])
        for row, found in enumerate(alone):
            assert logs[row, tokens[row]].item() == found[place]
        logs, state = ahead.step(tokens, state)
    assert ahead.finish(state).tolist() == [found[-1] for found in alone]


def test_evicted_probabilities_are_recomputed(model: torch.nn.Module, ahead: WordLookAhead) -> None:
    other = WordLookAhead(
        IncrementalLstm(model), WORDS, 1, 0, PIECES, ["<doctor>"], torch.device("cpu")
    )
    other._max_probs = 1
    for spelled in ("_a|n|d|_be|an|_It", "_b|e|s|t|_b"):
        assert gains(other, tokens_of(spelled)) == gains(ahead, tokens_of(spelled))


def test_the_tree_is_a_plain_search_over_words() -> None:
    """A larger vocabulary, where few words are looked at one by one and many by halving."""
    made = np.random.default_rng(1)
    letters = "abcn"
    words = sorted({"".join(made.choice(list(letters), made.integers(1, 8))) for _ in range(900)})
    pieces = [f"\u2581{word}" for word in words[::40]] + [
        "".join(made.choice(list(letters), made.integers(1, 4))) for _ in range(40)
    ]
    tree = WordTree(words, pieces, [])
    chances = made.random(len(words))
    chances /= 2 * chances.sum()
    sums = np.concatenate(([0.0], np.cumsum(chances)))
    probs = NextWordProbs(np.log(chances), sums, math.log(0.1), 0.0)
    for text in ("", "a", "ab", "cab", "ccc", "abcabca"):
        transitions = tree.transitions(text)
        found = tree.lookahead(transitions, probs)
        for token, value in zip(transitions.tokens.tolist(), found.tolist(), strict=True):
            whole = text + pieces[token]
            below = sum(
                chance for word, chance in zip(words, chances, strict=True)
                if word.startswith(whole)
            )  # fmt: skip
            share = 0.1 * 5.0 ** -len(whole)
            if below:
                assert value == pytest.approx(math.log(below + share))
            elif whole.endswith("n") and whole[:-1] in words:  # may become a negated word
                assert value == pytest.approx(math.log(chances[words.index(whole[:-1])]))
            elif whole.endswith("n"):
                assert value == pytest.approx(math.log(share / 5))
            else:
                assert value == pytest.approx(math.log(share))
