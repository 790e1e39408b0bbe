"""Speech in other languages than English: which voices speak it, and which aligners know it."""

import json

import numpy as np
import pytest
import soundfile

from privtool.models.tts.espeak import speak, voices_of
from privtool.text.languages import languages, spoken_language

TEXT = "der Mann aus Köln ruft morgen noch einmal an"


@pytest.mark.parametrize("language", languages())
def test_each_voice_of_a_language_speaks_in_its_own_way(language):
    names = voices_of(language)
    assert len(names) >= 8
    spoken = {speak("une maison", name).samples.tobytes() for name in (*names, "en-us")}
    assert len(spoken) == len({*names, "en-us"})


@pytest.mark.parametrize(
    ("stated", "chosen", "language"),
    [
        ("de-AT", "fr", "de"),
        ("pl", "", "pl"),
        ("pl", "en", "en"),
        ("German", "", "en"),
        (7, "", "en"),
    ],
)
def test_the_language_of_a_record_comes_before_the_one_of_all(stated, chosen, language):
    assert spoken_language(stated, chosen) == language


def record(folder, **fields) -> bytes:
    soundfile.write(folder / "a.wav", np.zeros(16000), 16000)
    entity = {"start": 9, "end": 17, "label": "PERSON"}
    line = {"id": 1, "text": TEXT, "audio_filepath": "a.wav"}
    return json.dumps({**line, "entities": [entity], **fields}).encode()


def test_tts_speaks_the_language_of_a_record(call, tmp_path):
    def tts(line, *options):
        where = ("--out-dir", tmp_path / "w", "--force", "--audio-root", tmp_path)
        return call("tts", *where, *options, input=line)

    def spoken(*options, **fields):
        (new,) = tts(record(tmp_path, drop_turn=True, **fields), *options).records
        return next(
            (tmp_path / "w").glob(f"**/{new['audio_filepath'].split('/')[-1]}")
        ).read_bytes()

    german = spoken(language="de")
    assert german == spoken() == spoken("--language", "de") != spoken("--language", "en")
    done = tts(record(tmp_path, drop_turn=True, language="pl"))
    done.failed(65, "the language of the text is 'pl', which espeak does not know: --engine")


def test_an_aligner_is_told_that_a_text_is_english(call, tmp_path):
    line = record(tmp_path, text=TEXT)
    assert call("align", "--audio-root", tmp_path, "--language", "en", input=line).status == 0
