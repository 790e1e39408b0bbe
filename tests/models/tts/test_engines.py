from __future__ import annotations

import sys

import numpy as np
import pytest
import torch

from privtool.audio.dsp.pitch import median_pitch
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.models.tts.engines import Command, load_engine
from privtool.models.tts.speecht5 import SpeechT5

WAV = (
    "import io,sys,soundfile,numpy;b=io.BytesIO();n=len(sys.stdin.read());"
    "soundfile.write(b,numpy.full(n*100,0.25),8000,format='WAV');sys.stdout.buffer.write(b.getvalue())"
)


class TestEspeak:
    def test_voices_differ_and_are_deterministic(self):
        engine = load_engine("espeak", ModelSource(), "cpu")
        clips = [engine.speak("anna lives here", voice, 1.0, 1).clip for voice in (0, 4)]
        assert engine.voices == 11
        assert median_pitch(clips[1].samples, clips[1].rate) > 1.3 * median_pitch(
            clips[0].samples, clips[0].rate
        )
        again = engine.speak("anna lives here", 4, 1.0, 2).clip
        assert np.array_equal(again.samples, clips[1].samples)

    def test_speed(self):
        engine = load_engine("espeak", ModelSource(), "cpu")
        slow, fast = (engine.speak("a long way home", 0, s, 1).clip.seconds for s in (0.7, 1.5))
        assert slow > 1.5 * fast

    @pytest.mark.parametrize("hertz", [85, 140, 210])
    def test_the_voice_nearest_in_pitch(self, hertz):
        engine = load_engine("espeak", ModelSource(), "cpu")
        clip = engine.speak("we met in town and went home", engine.nearest(hertz), 1.0, 1).clip
        assert median_pitch(clip.samples, clip.rate) == pytest.approx(hertz, rel=0.2)


class TestCommand:
    def test_a_wav_of_any_program(self):
        engine = Command(f'{sys.executable} -c "{WAV}"')
        clip, words = engine.speak("seven.", 0, 1.0, 1)
        assert words is None
        assert (len(clip.samples), clip.rate) == (600, 8000)
        assert clip.samples[0] == pytest.approx(0.25, abs=1e-3)
        assert engine.nearest(100) == 0

    @pytest.mark.parametrize(
        ("command", "error", "message"),
        [
            ("'", UsageError, "not a command line"),
            ("", UsageError, "not a command line"),
            ("/no/such/program", UnavailableError, "program not found"),
            ("false", PrivtoolError, "status 1"),
            ("cat", PrivtoolError, "wrote no readable audio"),
        ],
    )
    def test_errors_do_not_quote_the_phrase(self, command, error, message):
        with pytest.raises(error, match=message) as caught:
            Command(command).speak("zqxwary", 0, 1.0, 1)
        assert "zqxwary" not in str(caught.value)


@pytest.fixture(scope="module")
def speech_t5_folder(tmp_path_factory):
    """A SpeechT5 with random weights and two speakers, tiny."""
    import sentencepiece
    from safetensors.torch import save_file
    from transformers import (
        SpeechT5Config,
        SpeechT5ForTextToSpeech,
        SpeechT5HifiGan,
        SpeechT5HifiGanConfig,
        SpeechT5Tokenizer,
    )

    folder = tmp_path_factory.mktemp("speecht5")
    (folder / "text").write_text("a quick brown fox jumps over the lazy dog\n" * 20)
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"), model_prefix=str(folder / "spm"), model_type="char",
        vocab_size=32, hard_vocab_limit=False, minloglevel=3,
        pad_id=1, bos_id=0, eos_id=2, unk_id=3,
    )  # fmt: skip
    tokenizer = SpeechT5Tokenizer(str(folder / "spm.model"))
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = SpeechT5Config(
        vocab_size=len(tokenizer), hidden_size=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16,
        decoder_ffn_dim=16, num_mel_bins=8, speech_decoder_prenet_units=16,
        speech_decoder_postnet_units=8, speech_decoder_postnet_layers=1,
        speaker_embedding_dim=4, max_text_positions=64, max_speech_positions=64,
    )  # fmt: skip
    SpeechT5ForTextToSpeech(config).save_pretrained(folder)
    vocoder = SpeechT5HifiGanConfig(
        model_in_dim=8, upsample_initial_channel=8, upsample_rates=[4, 4],
        upsample_kernel_sizes=[8, 8], resblock_kernel_sizes=[3], resblock_dilation_sizes=[[1]],
    )  # fmt: skip
    SpeechT5HifiGan(vocoder).save_pretrained(folder / "vocoder")
    speakers = {"anna": torch.ones(4), "bob": -torch.ones(4)}
    save_file(speakers, folder / "speakers.safetensors")
    return folder


def test_a_model_of_another_kind_is_called_by_its_kind():
    with pytest.raises(UnavailableError, match="^'mini' is a masked language model, not a VITS"):
        load_engine("mini", ModelSource(), "cpu")


class TestSpeechT5:
    def test_speech_depends_on_voice_and_seed(self, speech_t5_folder):
        engine = load_engine(str(speech_t5_folder), ModelSource(), "cpu")
        assert isinstance(engine, SpeechT5)
        assert engine.voices == 2
        clip, again, other = (
            engine.speak("a fox", v, 1.0, c).clip for v, c in ((0, 1), (0, 1), (1, 1))
        )
        assert clip.rate == 16_000
        assert len(clip.samples)
        assert np.array_equal(clip.samples, again.samples)
        assert len(other.samples) != len(clip.samples) or (other.samples != clip.samples).any()
        assert engine.nearest(120.0) in (0, 1)

    @pytest.mark.parametrize("part", ["vocoder", "speakers.safetensors"])
    def test_missing_parts_are_reported(self, speech_t5_folder, tmp_path, part):
        for path in speech_t5_folder.iterdir():
            if path.name != part:
                (tmp_path / path.name).symlink_to(path)
        with pytest.raises(UnavailableError, match=f"has no {part}"):
            load_engine(str(tmp_path), ModelSource(), "cpu")

    def test_broken_weights(self, speech_t5_folder, tmp_path):
        for path in speech_t5_folder.iterdir():
            (tmp_path / path.name).symlink_to(path)
        (tmp_path / "speakers.safetensors").unlink()
        (tmp_path / "speakers.safetensors").write_bytes(b"zqx")
        with pytest.raises(UnavailableError, match="cannot be loaded as a SpeechT5"):
            load_engine(str(tmp_path), ModelSource(), "cpu")
