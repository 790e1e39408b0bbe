import sys

import numpy as np
import pytest

from privtool.audio.dsp.pitch import median_pitch
from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.core.model_options import ModelSource
from privtool.models.tts.engines import Command, load_engine

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


def test_a_model_of_another_kind_is_called_by_its_kind():
    with pytest.raises(UnavailableError, match="^'mini' is a masked language model, not a VITS"):
        load_engine("mini", ModelSource(), "cpu")
