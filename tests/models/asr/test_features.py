import json
import stat

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer

from privtool.core.errors import DataError, UnavailableError
from privtool.models.asr.checkpoint import is_asr_folder, load_asr, save_asr
from privtool.models.asr.features import frame_count, log_mel
from privtool.models.asr.tokenizer import AsrTokens, new_tokens
from privtool.models.lm.checkpoint import load_lm, piece_tokens
from privtool.models.lm.tokenizers import PieceSplitter
from privtool.models.lm.words import END, UNKNOWN
from tests.support.tiny_models import SENTENCES, tiny_asr
from tests.support.tones import tone


def test_a_window_starts_every_hop():
    for samples in (512, 513, 671, 672, 8000):
        clip = np.random.default_rng(1).normal(0, 0.1, samples).astype(np.float32)
        assert len(log_mel(clip)) == frame_count(samples) == 1 + (samples - 512) // 160
    assert log_mel(clip).dtype is torch.float32


@pytest.mark.parametrize("samples", [0, 1, 511])
def test_a_clip_of_less_than_a_window_is_refused(samples):
    assert frame_count(samples) == 0
    with pytest.raises(DataError, match="shorter than a window of 32 ms"):
        log_mel(np.zeros(samples, np.float32))


def test_a_tone_is_loudest_in_its_band():
    """Middles of 64 bands, by hand: 0 to 2840 mel (8 kHz) in 65 equal steps."""
    for hertz in (500, 1000, 3000):
        mel = 2595 * np.log10(1 + hertz / 700)
        wanted = mel / (2595 * np.log10(1 + 8000 / 700) / 65) - 1
        assert abs(int(log_mel(tone(hertz)).mean(0).argmax()) - wanted) <= 1


def test_bands_are_sums_of_the_power_spectrum_of_hann_windows():
    clip = np.random.default_rng(2).normal(0, 0.1, 1000).astype(np.float32)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(512) / 512)
    power = np.abs(np.fft.rfft(clip[160:672] * window)) ** 2
    mels = np.linspace(0, 2595 * np.log10(1 + 8000 / 700), 66)
    edges = 700 * (10 ** (mels / 2595) - 1)
    bins = np.linspace(0, 8000, 257)
    for band in (0, 20, 63):
        low, middle, high = edges[band : band + 3]
        shares = np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))
        wanted = np.log(power @ np.maximum(shares, 0) + 1e-7)
        found = log_mel(clip)[1, band]
        assert float(found) == pytest.approx(wanted, abs=1e-3)


def test_a_saved_model_is_loaded_unchanged(tmp_path):
    one = load_asr(tiny_asr(tmp_path / "asr", roles=("doctor",)))
    save_asr(tmp_path / "again", False, one.model, one.tokens, one.shape, one.card)
    other = load_asr(tmp_path / "again")
    for (name, weight), same in zip(
        one.model.state_dict().items(), other.model.state_dict().values(), strict=True
    ):
        assert torch.equal(weight, same), name
    assert other.shape == one.shape
    assert other.tokens.digest == one.tokens.digest == one.card["token_digest"]
    assert not other.model.training
    assert other.card == one.card


def test_files_can_be_read_by_whom_others_can(tmp_path):
    folder = tiny_asr(tmp_path / "asr")
    assert len({stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}) == 1


class TestDamage:
    def test_other_folders(self, tmp_path):
        assert not is_asr_folder(tmp_path)
        with pytest.raises(UnavailableError, match="not a folder that privtool asr-train wrote"):
            load_asr(tmp_path)
        (tmp_path / "privtool.json").write_text('{"model": "privtool lm-train"}')
        assert not is_asr_folder(tmp_path)
        with pytest.raises(UnavailableError, match="not a folder that privtool lm-train wrote"):
            load_lm(tiny_asr(tmp_path / "asr"))

    @pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
    @pytest.mark.parametrize("content", [None, b"", b"{}"])
    def test_files_that_are_missing_or_broken(self, tmp_path, name, content):
        folder = tiny_asr(tmp_path / "asr")
        (folder / name).unlink()
        if content is not None:
            (folder / name).write_bytes(content)
        with pytest.raises(UnavailableError, match="cannot be loaded|has no recognizer tokens"):
            load_asr(folder)

    def test_tokens_of_another_model(self, tmp_path):
        folder = tiny_asr(tmp_path / "asr")
        load_asr(folder)
        other = new_tokens(SENTENCES[::-1] + ["zz"] * 99, "unigram", 100, (), False, 1)
        assert other.count == load_asr(folder).tokens.count
        other.save(folder)
        with pytest.raises(UnavailableError, match="different tokens than its model"):
            load_asr(folder)

    def test_a_shape_with_fields_of_another_version(self, tmp_path):
        folder = tiny_asr(tmp_path / "asr")
        card = json.loads((folder / "privtool.json").read_text())
        card["shape"]["wings"] = 2
        (folder / "privtool.json").write_text(json.dumps(card))
        with pytest.raises(UnavailableError, match=r"cannot be loaded \(TypeError\)"):
            load_asr(folder)


@pytest.mark.parametrize("kind", ["unigram", "char"])
class TestLanguageModelTokens:
    def test_they_have_the_same_ids(self, tmp_path, kind):
        folder = tiny_asr(tmp_path / "asr", kind, ("doctor", "patient"))
        ours = AsrTokens.load(folder)
        lm = piece_tokens(folder / "tokenizer.json")
        assert [lm.ids[piece] for piece in ours.pieces] == list(range(ours.count))
        assert min(lm.ids[token] for token in (END, "<pad>", "[MASK]", "[PERSON]")) >= ours.count
        assert lm.specials.unknown == ours.pieces.index(UNKNOWN) == 0

    def test_texts_become_the_same_tokens(self, tmp_path, kind):
        folder = tiny_asr(tmp_path / "asr", kind, ("doctor",))
        ours = AsrTokens.load(folder)
        lm = piece_tokens(folder / "tokenizer.json")
        split = PieceSplitter(folder / "tokenizer.json")
        lm.tokenizer.save_pretrained(tmp_path / "lm")
        auto = AutoTokenizer.from_pretrained(tmp_path / "lm")
        for text in [*SENTENCES, "Hello, DOCTOR! it's 5.30.", "\u0416 a\u2581b"]:
            ids = ours.encode(text)
            assert [lm.ids[piece] for piece in split(text)] == ids
            assert auto(text)["input_ids"] == [lm.specials.end, *ids, lm.specials.end]
        assert split("so [PERSON] said")[1:-1].count("[PERSON]") == 1
