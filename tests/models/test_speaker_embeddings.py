"""Speaker embeddings: what the model of a folder makes of samples, and models that have none."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from transformers import AutoFeatureExtractor, AutoModelForAudioXVector

from privtool.core.errors import DataError, UnavailableError, UsageError
from privtool.models.speaker_embeddings import WINDOW, load_speaker_embedder
from tests.support.tiny_models import resolved
from tests.support.tiny_recognizers import ctc_folder
from tests.support.tiny_verifiers import xvector_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return xvector_folder(tmp_path_factory.mktemp("verifier"))


@pytest.fixture(scope="module")
def embedder(folder):
    return load_speaker_embedder(resolved(folder), "cpu")


def noise(length, seed=0):
    return np.random.default_rng(seed).normal(0, 0.1, length).astype(np.float32)


def test_an_embedding_is_that_of_transformers_with_length_1(folder, embedder):
    samples = noise(9000)
    extractor = AutoFeatureExtractor.from_pretrained(folder)
    model = AutoModelForAudioXVector.from_pretrained(folder).eval()
    given = extractor(samples, sampling_rate=16_000, return_tensors="pt")
    with torch.inference_mode():
        expected = model(**given).embeddings[0].numpy()
    found = embedder.embed(samples)
    assert embedder.rate == 16_000
    assert found.dtype == np.float32
    assert found == pytest.approx(expected / np.linalg.norm(expected), abs=1e-5)


def test_the_shortest_clip_is_the_first_with_a_standard_deviation(embedder):
    """One sample less and the model has one frame: the standard deviation is not a number."""
    shortest = noise(embedder.shortest)
    assert np.isfinite(embedder.embed(shortest)).all()
    assert embedder.embed(shortest[1:]) is None
    with torch.inference_mode(), pytest.warns(UserWarning, match="degrees of freedom"):
        shorter = embedder._model(torch.from_numpy(shortest[None, 1:])).embeddings
    assert shorter.isnan().all()


def test_a_long_clip_has_the_mean_of_its_windows(embedder, monkeypatch):
    monkeypatch.setattr("privtool.models.speaker_embeddings.WINDOW", 0.5)
    long = noise(15_000)
    parts = [embedder.embed(part) for part in (long[:7500], long[7500:])]
    mean = parts[0] + parts[1]
    assert embedder.embed(long) == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)
    assert WINDOW == 30


def test_audio_without_an_embedding_is_an_error(embedder):
    with pytest.raises(DataError, match="no embedding for the audio"):
        embedder.embed(np.full(9000, np.nan, np.float32))


def test_other_models_are_refused(tmp_path, folder):
    (tmp_path / "ctc").mkdir()
    with pytest.raises(UnavailableError, match="is not a speaker verifier"):
        load_speaker_embedder(resolved(ctc_folder(tmp_path / "ctc")), "cpu")
    config = json.loads((folder / "config.json").read_text())
    other = tmp_path / "other"
    other.mkdir()
    for name in ("model.safetensors", "preprocessor_config.json"):
        (other / name).write_bytes((folder / name).read_bytes())
    (other / "config.json").write_text(json.dumps({**config, "model_type": "bert"}))
    with pytest.raises(UnavailableError, match="cannot be loaded as a speaker verifier"):
        load_speaker_embedder(resolved(other), "cpu")


def test_a_pickle_needs_trust(tmp_path, folder):
    model = AutoModelForAudioXVector.from_pretrained(folder)
    torch.save(model.state_dict(), tmp_path / "pytorch_model.bin")
    for name in ("config.json", "preprocessor_config.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with pytest.raises(UsageError, match="is a pickle"):
        resolved(tmp_path)
    trusted = load_speaker_embedder(resolved(tmp_path, trust_pickle=True), "cpu")
    assert trusted.embed(noise(9000)) is not None
