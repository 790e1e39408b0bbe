"""The aligner of torchaudio, with the smallest model that its bundle can hold."""

import dataclasses

import pytest
import torch
import torchaudio

from privtool.core.errors import UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.interfaces.alignment import ALIGNED
from privtool.models.alignment.mms import fetch_mms, load_mms_aligner
from privtool.text.english.spoken_words import spoken_words
from tests.support.spoken_phrases import RATE, joined


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
