import stat

import numpy as np
import pytest
import torch

from privtool.core.errors import DataError, PrivtoolError
from privtool.models.lm.checkpoint import word_tokens
from privtool.models.lm.dataset import TokenStore
from privtool.models.lm.tokenizers import vocabulary_entries
from privtool.models.mixture import token_files as corpus_files
from privtool.models.mixture.token_files import CorpusFiles, check_sources, load_corpora
from privtool.models.mixture.weighting import mixture_weights

TEXTS = {"one": [["b", "a", "b"], [], ["c"]], "two": [["a", "[MASK]", "a", "a"]]}


def written(folder, texts=TEXTS, top=2):
    files = CorpusFiles(folder)
    for name, sentences in texts.items():
        with files.adding(name) as writer:
            for sentence in sentences:  # in blocks
                writer.add([sentence], len(sentence))
    tokens = word_tokens(vocabulary_entries(files.by_frequency(), top))
    return tokens, files.finish(tokens, {"note": 1}).sources


def same(one, two):
    assert one.bounds.tolist() == two.bounds.tolist()
    assert one.ids.tolist() == two.ids.tolist()
    assert one.words == two.words
    assert one.digest() == two.digest()


def test_they_are_what_is_held_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus_files, "_CHUNK", 2)
    tokens, sources = written(tmp_path / "x")
    assert [source.name for source in sources] == list(TEXTS)
    assert "c" not in tokens.ids  # a and b are more frequent
    for source, sentences in zip(sources, TEXTS.values(), strict=True):
        store = TokenStore()
        store.add(sentences, sum(map(len, sentences)))
        same(source.corpus, store.corpus(tokens.ids, tokens.specials.unknown))
        assert source.digest == source.corpus.digest()
    one, two = sources
    assert one.summary() == {
        "corpus": "one", "records": 3, "words": 4, "tokens": 4, "unknown_rate": 0.25,
        "marker_rate": 0.0,
    }  # fmt: skip
    assert (one.targets, two.markers) == (7, 1)


def test_they_are_opened_again(tmp_path):
    assert load_corpora(tmp_path / "x") is None
    tokens, sources = written(tmp_path / "x")
    again = load_corpora(tmp_path / "x")
    assert again.extra == {"note": 1}
    assert again.tokens.kind == tokens.kind
    assert again.tokens.ids == tokens.ids
    assert again.tokens.specials == tokens.specials
    for one, two in zip(sources, again.sources, strict=True):
        same(one.corpus, two.corpus)
        assert one._replace(corpus=None) == two._replace(corpus=None)


def test_what_was_not_finished_is_begun_anew(tmp_path):
    files = CorpusFiles(tmp_path / "x")
    with files.adding("one") as writer:
        writer.add([["q"] * 9], 9)
    assert load_corpora(tmp_path / "x") is None
    tokens, _ = written(tmp_path / "x")
    assert "q" not in tokens.ids


def test_they_are_for_their_owner_only(tmp_path):
    written(tmp_path / "x")
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o700


def test_they_are_not_in_memory(tmp_path):
    _, sources = written(tmp_path / "x")
    assert all(isinstance(source.corpus.ids, np.memmap) for source in sources)


@pytest.mark.parametrize(
    ("sentences", "said"),
    [([], "no record"), ([[]], "no word"), ([["[MASK]"], ["[PERSON]"]], "no words except markers")],
)
def test_a_corpus_that_cannot_be_learned_from(tmp_path, sentences, said):
    _, sources = written(tmp_path / "x", {"good": [["a"]], "bad": sentences})
    with pytest.raises(DataError, match=f"the corpus 'bad' has {said}"):
        check_sources(sources)
    check_sources(sources[:1])


def test_a_full_disk_is_told(tmp_path):
    class Full:
        def __iter__(self):
            raise OSError(28, "canary")

    files = CorpusFiles(tmp_path / "x")

    def add():
        with files.adding("one") as writer:
            writer.add(Full(), 1)

    with pytest.raises(PrivtoolError) as caught:
        add()
    assert "cannot be written (no space left on device)" in str(caught.value)
    assert "canary" not in str(caught.value)


MINUS = -np.inf


def drawn(rows, models, seed, scale=3.0, level=-40.0):
    rng = np.random.default_rng(seed)
    return level + scale * rng.standard_normal((rows, models))


def mean_log(logprobs, weights):
    """The obvious way: the mean over rows of the log of the mixture."""
    with np.errstate(divide="ignore"):
        return np.logaddexp.reduce(logprobs + np.log(weights), axis=1).mean()


def by_gradient_descent(logprobs, steps=1500):
    """Softmax parameters, Adam: as Ma 2022 did it."""
    table = torch.tensor(logprobs, dtype=torch.float64)
    free = torch.zeros(logprobs.shape[1], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([free], lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = -torch.logsumexp(table + torch.log_softmax(free, 0), 1).mean()
        loss.backward()
        optimizer.step()
    return torch.softmax(free, 0).detach().numpy()


@pytest.mark.parametrize("models", [2, 5])
def test_gradient_descent_comes_to_the_same_weights(models):
    logprobs = drawn(60, models, seed=models)
    found = mixture_weights(logprobs)
    expected = by_gradient_descent(logprobs)
    np.testing.assert_allclose(found.weights, expected, atol=2e-3)
    assert found.mean >= mean_log(logprobs, expected) - 1e-9


def test_the_hand_comes_to_the_same():
    # Two rows for the first model, one for the second: the weights are how many believe in each.
    logprobs = np.array([[0.0, MINUS], [0.0, MINUS], [MINUS, 0.0]])
    found = mixture_weights(logprobs)
    np.testing.assert_allclose(found.weights, [2 / 3, 1 / 3], atol=1e-9)
    assert found.mean == pytest.approx((2 * np.log(2 / 3) + np.log(1 / 3)) / 3)


@pytest.mark.parametrize(
    ("logprobs", "weights"),
    [
        (np.array([[-3.0], [-900.0]]), [1.0]),
        (drawn(40, 1, 1) - [0.0, 1.0], [1, 0]),  # the first is better everywhere
        (np.repeat(drawn(9, 1, 4), 4, axis=1), [0.25] * 4),
    ],
)
def test_the_best_models_share_all(logprobs, weights):
    np.testing.assert_allclose(mixture_weights(logprobs).weights, weights, atol=1e-9)


def test_nearly_equal_models_are_distinguished():
    level = drawn(300, 1, 5)
    logprobs = level + 1e-3 * drawn(300, 4, 6, level=0.0)
    found = mixture_weights(logprobs)
    assert found.gap <= 1e-9
    assert found.steps < 2000
    assert found.weights.max() > 0.3


def test_a_model_without_any_probability_gets_nothing():
    logprobs = drawn(20, 3, 2)
    logprobs[:, 1] = MINUS
    found = mixture_weights(logprobs)
    assert found.weights[1] == 0
    np.testing.assert_allclose(found.weights[[0, 2]], mixture_weights(logprobs[:, [0, 2]]).weights)


def test_rows_without_a_probability_say_nothing():
    logprobs = drawn(20, 2, 3)
    with_more = np.vstack([logprobs, np.full((5, 2), MINUS)])
    found = mixture_weights(with_more)
    assert found.rows == 20
    np.testing.assert_array_equal(found.weights, mixture_weights(logprobs).weights)


@pytest.mark.parametrize("bad", [[[MINUS, MINUS]], [[np.nan, 0.0]], [[np.inf, 0.0]]])
def test_invalid_probabilities_are_an_error(bad):
    with pytest.raises(DataError, match="weights cannot be estimated"):
        mixture_weights(np.array(bad))
