"""The CTC aligner: a model that spells what it gets, and models of transformers."""

import dataclasses

import numpy as np
import pytest
import torch
import torchaudio

from privtool.core.errors import UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.interfaces.alignment import ALIGNED, TOO_LONG, TOO_SHORT, UNPRONOUNCEABLE
from privtool.models.alignment import ctc as ctc_aligner
from privtool.models.alignment.ctc import CtcAligner, load_ctc_aligner
from privtool.models.alignment.mms import fetch_mms, load_mms_aligner
from privtool.models.asr import ctc_model
from privtool.models.asr.ctc_model import CtcModel
from privtool.text.english.spoken_words import spoken_words
from tests.support.spoken_phrases import RATE, joined
from tests.support.tiny_models import resolved
from tests.support.tiny_recognizers import ctc_folder


class Spelling(torch.nn.Module):
    """A CTC model that reads the letter from the samples: each 320 samples hold a class."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1))

    def forward(self, samples):
        frames = samples[:, : samples.shape[1] // 320 * 320].reshape(len(samples), -1, 320)
        classes = torch.nn.functional.one_hot(frames[:, :, 0].round().long() % 8, 8).float()

        class Output:
            logits = 20 * classes

        return Output


LETTERS = {"|": 1, "a": 2, "b": 3, "c": 4}


class TestCtc:
    def aligner(self):
        return CtcAligner(CtcModel(Spelling(), 0, RATE, normalize=False), LETTERS)

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
        monkeypatch.setattr(ctc_model, "WINDOW", 0.06)  # windows change nothing
        monkeypatch.setattr(ctc_model, "_CONTEXT", 0.02)
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
