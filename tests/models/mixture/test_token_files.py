import stat

import numpy as np
import pytest

from privtool.core.errors import DataError, PrivtoolError
from privtool.models.lm.checkpoint import word_tokens
from privtool.models.lm.dataset import TokenStore
from privtool.models.lm.word_tokenizer import vocabulary_entries
from privtool.models.mixture import token_files as corpus_files
from privtool.models.mixture.token_files import CorpusFiles, check_sources, load_corpora

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
