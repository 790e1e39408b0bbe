"""The CTC aligner: a model that spells what it gets, and models of transformers."""

import dataclasses

import numpy as np
import pytest
import torch
import torchaudio

from privtool.audio.intervals import TRUSTED, is_trusted
from privtool.core.device import ModelSource
from privtool.core.errors import UnavailableError, UsageError
from privtool.interfaces.speech import ALIGNED, NO_PATH, TOO_LONG, TOO_SHORT, UNPRONOUNCEABLE
from privtool.models.alignment import ctc as ctc_aligner
from privtool.models.alignment.ctc import CtcAligner, fetch_mms, load_ctc_aligner, load_mms_aligner
from privtool.models.asr.recognizers import ctc as ctc_recognizer
from privtool.models.asr.recognizers.ctc import CtcModel
from privtool.models.sphinx import aligner as sphinx_aligner
from privtool.models.sphinx.aligner import SphinxAligner
from privtool.models.sphinx.grammar import phones_of
from privtool.text.english.spoken_words import spoken_words
from tests.support.spoken_phrases import RATE, joined
from tests.support.tiny_models import resolved
from tests.support.tiny_recognizers import Spelling, ctc_folder

LETTERS = {"|": 1, "a": 2, "b": 3, "c": 4}


class TestCtc:
    def aligner(self):
        return CtcAligner(CtcModel(Spelling(8), 0, RATE, normalize=False), LETTERS)

    def samples(self, classes):
        return np.repeat(np.array(classes, np.float32), 320)

    def test_times_are_those_of_the_letters(self, monkeypatch):
        classes = [0, 2, 2, 0, 3, 1, 1, 0, 4, 0, 2, 0, 0]
        found = self.aligner().align(self.samples(classes), spoken_words("ab ca"))
        assert found.status == ALIGNED
        per_frame = 0.02
        first, second = found.times
        assert (first.start, first.end) == pytest.approx((1 * per_frame, 5 * per_frame))
        assert (second.start, second.end) == pytest.approx((8 * per_frame, 11 * per_frame))
        assert first.score == pytest.approx(0, abs=1e-3)
        monkeypatch.setattr(ctc_recognizer, "WINDOW", 0.06)  # windows change nothing
        monkeypatch.setattr(ctc_recognizer, "_CONTEXT", 0.02)
        assert self.aligner().align(self.samples(classes), spoken_words("ab ca")) == found

    def test_failures_have_a_status(self, monkeypatch):
        words = spoken_words
        assert self.aligner().align(self.samples([0, 2]), words("aaa")).status == TOO_SHORT
        assert self.aligner().align(self.samples([0, 2]), words("xyz a")).status == UNPRONOUNCEABLE
        monkeypatch.setattr(ctc_aligner, "LONGEST", 0.01)
        assert self.aligner().align(self.samples([0, 2]), words("a")).status == TOO_LONG


@pytest.fixture(scope="module")
def tiny_ctc(tmp_path_factory):
    return ctc_folder(tmp_path_factory.mktemp("ctc"))


def test_a_model_of_transformers_aligns(tiny_ctc):
    aligner = load_ctc_aligner(resolved(tiny_ctc), "cpu")
    samples, _ = joined(["hello", "there"])
    found = aligner.align(samples, spoken_words("Hello there, 5"))
    assert found.status == ALIGNED
    ends = [value for time in found.times for value in time[:2]]
    assert ends == sorted(ends)
    assert ends[0] >= 0
    assert ends[-1] <= len(samples) / RATE + 1e-6


def test_other_models_are_refused(tiny_filler):
    with pytest.raises(UnavailableError, match="CTC model"):
        load_ctc_aligner(resolved(tiny_filler), "cpu")


# The aligner of torchaudio, with the smallest model that its bundle can hold.
class TestMms:
    @pytest.fixture
    def tiny(self, monkeypatch, tmp_path):
        """The bundle with a model as small as it goes, and random weights."""
        from torchaudio import pipelines

        monkeypatch.setenv("TORCH_HOME", str(tmp_path))
        sizes = {
            "extractor_conv_layer_config": [(8, 10, 5), (8, 3, 2), (8, 3, 2), (8, 3, 2), (8, 3, 2),
                                            (8, 2, 2), (8, 2, 2)],
            "encoder_embed_dim": 16, "encoder_pos_conv_kernel": 4, "encoder_pos_conv_groups": 2,
            "encoder_num_layers": 1, "encoder_num_heads": 2, "encoder_ff_interm_features": 16,
        }  # fmt: skip
        params = {**pipelines.MMS_FA._params, **sizes}
        torch.manual_seed(1)
        weights = torchaudio.models.wav2vec2_model(**params).state_dict()
        bundle = dataclasses.replace(pipelines.MMS_FA, _params=params)
        monkeypatch.setattr(pipelines, "MMS_FA", bundle)
        asked = {}

        def load(url, dl_kwargs, remove_axes=None):
            asked.update(dl_kwargs)
            return weights

        monkeypatch.setattr("torchaudio.pipelines._wav2vec2.utils._get_state_dict", load)
        return asked

    def test_it_aligns(self, tiny):
        aligner = load_mms_aligner("cpu")
        assert tiny["weights_only"] is True
        samples, _ = joined(["hello", "there"])
        found = aligner.align(samples, spoken_words("Hello there, it's 5"))
        assert found.status == ALIGNED
        ends = [value for time in found.times for value in time[:2]]
        assert ends == sorted(ends)
        assert len(found.times) == 4
        assert ends[-1] <= len(samples) / RATE + 1e-6

    def test_it_is_fetched_only_with_permission(self, tiny, tmp_path):
        with pytest.raises(UsageError, match="`trust_pickle`"):
            fetch_mms(ModelSource(), progress=False)
        with pytest.raises(UnavailableError, match="`offline` is given"):
            fetch_mms(ModelSource(True, True), progress=False)
        assert not tiny
        fetch_mms(ModelSource(trust_pickle=True), progress=False)
        assert tiny.pop("weights_only")
        (tmp_path / "hub/checkpoints").mkdir(parents=True)
        (tmp_path / "hub/checkpoints/model.pt").touch()
        fetch_mms(ModelSource(True, True), progress=False)
        assert not tiny.pop("weights_only", None)

    @pytest.mark.parametrize("error", [OSError("zqx"), RuntimeError("zqx")])
    def test_weights_that_cannot_be_loaded(self, tiny, monkeypatch, error):
        def fail(*args):
            raise error

        monkeypatch.setattr("torchaudio.pipelines._wav2vec2.utils._get_state_dict", fail)
        with pytest.raises(UnavailableError, match="`aligner` pocketsphinx") as caught:
            fetch_mms(ModelSource(trust_pickle=True), progress=False)
        assert "zqx" not in str(caught.value)


def test_mms_in_the_command(call):
    call("align", "--aligner", "mms_fa", input=b"").failed(2, "--trust-pickle")


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


def test_results_do_not_depend_on_other_records(sphinx, monkeypatch):
    samples, _ = joined(WORDS[:4])
    words = spoken_words(" ".join(WORDS[:4]))
    once = sphinx.align(samples, words)
    sphinx.align(0.1 * samples[::-1].copy(), spoken_words("something zebulon else"))
    assert sphinx.align(samples, words) == once == SphinxAligner().align(samples, words)
    # Nor on how full the dictionary is.
    monkeypatch.setattr("privtool.models.sphinx.decoder._MAX_ADDED", 0)
    assert SphinxAligner().align(samples, words) == once


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
