import numpy as np
import pytest

from privtool.audio.trust import TRUSTED, is_trusted
from privtool.interfaces.alignment import ALIGNED, NO_PATH, TOO_SHORT, UNPRONOUNCEABLE
from privtool.models.sphinx import aligner as sphinx_aligner
from privtool.models.sphinx.aligner import SphinxAligner
from privtool.models.sphinx.pronunciation import phones_of
from privtool.text.english.spoken_words import spoken_words
from tests.support.spoken_phrases import joined


@pytest.fixture(scope="module")
def sphinx():
    return SphinxAligner()


WORDS = ["my", "name", "is", "Quixley", "and", "58", "tomorrow"]


def test_word_times(sphinx):
    samples, times = joined(WORDS)
    found = sphinx.align(samples, spoken_words(" ".join(WORDS)))
    assert found.status == ALIGNED
    errors = [
        abs(a - b) for time, true in zip(found.times, times, strict=True)
        for a, b in zip(time[:2], true, strict=True)
    ]  # fmt: skip
    assert np.mean(errors) < 0.04
    assert all(time.score < 0 for time in found.times)


def test_results_do_not_depend_on_other_records(sphinx):
    samples, _ = joined(WORDS[:4])
    words = spoken_words(" ".join(WORDS[:4]))
    once = sphinx.align(samples, words)
    sphinx.align(0.1 * samples[::-1].copy(), spoken_words("something zebulon else"))
    assert sphinx.align(samples, words) == once == SphinxAligner().align(samples, words)


def test_long_audio_is_aligned_in_windows(sphinx, monkeypatch):
    phrases = WORDS * 3
    samples, _ = joined(phrases)
    whole = sphinx.align(samples, spoken_words(" ".join(phrases)))
    monkeypatch.setattr(sphinx_aligner, "WHOLE", 6.0)
    monkeypatch.setattr(sphinx_aligner, "_WINDOW", 5.0)
    monkeypatch.setattr(sphinx_aligner, "_OVERLAP", 1.5)
    found = sphinx.align(samples, spoken_words(" ".join(phrases)))
    assert found.status == ALIGNED
    shifts = [abs(a.start - b.start) for a, b in zip(found.times, whole.times, strict=True)]
    assert np.median(shifts) < 0.011
    assert max(shifts) < 0.15


def test_failures_have_a_status(sphinx):
    samples, _ = joined(["hello"])
    assert sphinx.align(samples, spoken_words("hello " * 200)).status == TOO_SHORT
    assert sphinx.align(samples, spoken_words("hello 日本")).status == UNPRONOUNCEABLE
    assert sphinx.align(samples, spoken_words("hello tomorrow " * 7)).status == NO_PATH
    assert sphinx.align(samples[:0], spoken_words("hello")).status == TOO_SHORT


def test_unknown_words_get_phones_of_the_dictionary(sphinx):
    phones = set()
    with open(sphinx_dictionary(), encoding="utf-8") as lines:
        for line in lines:
            phones |= set(line.split()[1:])
    for word in ["kowalski", "siobhan", "nguyen", "quixley"]:
        assert len(phones_of(word)) > 2
        assert set(phones_of(word)) <= phones
    assert phones_of("quixley") == ("K", "W", "IH", "K", "S", "L", "IY")


def sphinx_dictionary():
    from pocketsphinx import get_model_path

    return get_model_path("en-us/cmudict-en-us.dict")


def doubtful(sphinx, samples, text):
    found = sphinx.align(samples, spoken_words(text))
    pairs = zip(text.split(), found.times, strict=True)
    return [word for word, time in pairs if not is_trusted(time.confidence, TRUSTED)]


def test_times_near_an_error_of_the_text_are_doubtful(sphinx):
    samples, _ = joined(WORDS)
    assert not doubtful(sphinx, samples, " ".join(WORDS))
    extra = doubtful(sphinx, samples, "my name is not Quixley and 58 tomorrow")
    assert {"is", "not", "Quixley"} <= set(extra) < set(WORDS) | {"not"}
    missing = doubtful(sphinx, samples, "my name Quixley and 58 tomorrow")
    assert set(missing) <= {"my", "name", "Quixley", "and"}


def test_confidence_of_long_audio_is_found_in_chunks(sphinx, monkeypatch):
    samples, _ = joined(WORDS)
    whole = sphinx.align(samples, spoken_words(" ".join(WORDS)))
    monkeypatch.setattr(sphinx_aligner, "_CHUNK", 1.0)
    chunked = sphinx.align(samples, spoken_words(" ".join(WORDS)))
    trusted = [[is_trusted(time.confidence, TRUSTED) for time in a.times] for a in (chunked, whole)]
    assert trusted[0] == trusted[1]


def test_words_near_private_ones_are_checked_and_all_if_one_is_doubtful(sphinx, monkeypatch):
    monkeypatch.setattr(sphinx_aligner, "_NEAR", 0.1)
    words = WORDS * 2
    samples, _ = joined(words)
    spoken = spoken_words(" ".join(words))
    for private, checked in ([], []), ([3], [*range(7)]), ([1, 10], [*range(5), *range(7, 14)]):
        found = sphinx.align(samples, spoken, private).times
        known = [index for index, time in enumerate(found) if time.confidence is not None]
        assert known == checked
    samples, _ = joined(WORDS)
    wrong = spoken_words("my name Quixley and 58 tomorrow")
    assert sphinx.align(samples, wrong, [2]) == sphinx.align(samples, wrong)
