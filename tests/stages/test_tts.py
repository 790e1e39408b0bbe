"""Surrogates in turns of tones: private words have a tone of their own, to detect leaks."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import soundfile
from msgspec.structs import replace

from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import audio_folder
from privtool.core.errors import DataError
from privtool.core.record import Entity, NBestEntry, Record, WordTime, encode
from privtool.stages.tts import TtsStage, TurnSynthesizer
from privtool.stages.turns import TurnEditor
from tests.support.processing import processed
from tests.support.toned_voices import VOICE, Timed, Tones
from tests.support.tones import RATE, power, tone

PUBLIC, PRIVATE = 300, 1000  # hertz


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "in").mkdir()
    turn = np.concatenate([tone(PUBLIC, 1), tone(PRIVATE, 1), tone(PUBLIC, 2)])
    soundfile.write(tmp_path / "in" / "a.wav", turn, RATE)
    return tmp_path


@pytest.fixture
def stage(folder):
    def made(mode="token", match="full"):
        out = audio_folder(folder / "out", str(folder / "x.jsonl"), True)
        turns = TurnEditor(AudioRoot(str(folder / "in")), out, 0.06, 1)
        tones = Tones()
        return TtsStage(mode, TurnSynthesizer(lambda _: tones, match, turns))

    return made


TEXT = "her name is zoe, she said"
RECORD = Record(
    id="r1",
    text=TEXT,
    speaker="s",
    audio_filepath="a.wav",
    duration=4.0,
    words=(
        WordTime("her", 0.0, 0.3), WordTime("name", 0.3, 0.6), WordTime("is", 0.6, 0.9),
        WordTime("she", 2.1, 3.0), WordTime("said", 3.0, 4.0),
    ),
    entities=(Entity(12, 15, "PERSON", audio_start=1.0, audio_end=2.0),),
)  # fmt: skip


def heard(folder: Path, record: Record) -> np.ndarray:
    return soundfile.read(folder / record.audio_filepath)[0]


def test_a_surrogate_replaces_the_private_audio(stage, folder):
    counts = Counter()
    tts = stage(match="level")
    (made,) = processed(tts, [RECORD], counts)
    samples = heard(folder, made)
    assert made.text == TEXT
    assert made.duration == pytest.approx(len(samples) / RATE)
    assert power(samples, PRIVATE) < 1e-4
    assert [word.word for word in made.words] == ["her", "name", "is", "zoe", "she", "said"]
    zoe, she = made.words[3], made.words[4]
    assert zoe.end - zoe.start == pytest.approx(0.3, abs=0.06)  # three letters
    assert power(samples[int(zoe.start * RATE) : int(zoe.end * RATE)], VOICE) > 0.9
    assert power(samples[int(she.start * RATE) : int(she.end * RATE)], PUBLIC) > 0.9
    assert made.entities == (Entity(12, 15, "PERSON"),)
    assert made.offset is not made.duration
    assert (counts["turns"], counts["surrogates"], counts["whole turns"]) == (1, 1, 0)
    assert [said[0] for said in tts.synthesizer.engine_of(RECORD).spoken] == ["zoe,"]


@pytest.mark.parametrize(
    "fields",
    [
        {"entities": (Entity(12, 15, "PERSON", audio_start=1.0, audio_end=1.0),)},
        {"entities": (Entity(12, 15, "PERSON", audio_start=3.0, audio_end=9.0),)},
        {"words": (WordTime("her", 0.0, 0.3), WordTime("name", 0.3, 1e300))},
        {"words": (WordTime("her", 0.5, 0.7), WordTime("name", 0.1, 0.3))},
        {"text": "...", "entities": (), "words": ()},
        {"text": "", "entities": (), "words": ()},
        {"text": "her name is said", "entities": ()},
        {"drop_turn": True},
        {"drop_turn": True, "entities": (Entity(12, 15, "PERSON"),), "words": ()},
    ],
)
def test_uncertain_regions_remove_all_original_audio(stage, folder, fields):
    counts = Counter()
    tts = stage()
    record = replace(RECORD, **fields)
    (made,) = processed(tts, [record], counts)
    samples = heard(folder, made)
    assert counts["whole turns"] == 1
    assert len(samples)
    assert not samples.any() or max(power(samples, PRIVATE), power(samples, PUBLIC)) < 1e-3
    assert made.drop_turn is not True


def test_non_finite_samples_are_a_bad_line(stage, folder):
    soundfile.write(folder / "in" / "nan.wav", np.full(RATE, np.nan), RATE, subtype="FLOAT")
    with pytest.raises(DataError, match="not finite numbers"):
        processed(stage(), [replace(RECORD, audio_filepath="nan.wav", duration=1.0, entities=())])


def test_the_level_is_that_of_the_turn(stage, folder):
    (made,) = processed(stage(match="level"), [RECORD])
    zoe = made.words[3]
    middle = heard(folder, made)[int((zoe.start + 0.05) * RATE) : int((zoe.end - 0.05) * RATE)]
    assert np.sqrt((middle**2).mean()) == pytest.approx(0.3 / np.sqrt(2), rel=0.15)


def test_public_words_next_to_a_surrogate_are_not_spoken_again(stage):
    text = "her wife—zoe's/(ann),she said"
    entities = (
        Entity(9, 12, "PERSON", audio_start=1.0, audio_end=1.4),
        Entity(16, 19, "PERSON", audio_start=1.7, audio_end=2.0),
    )
    words = (WordTime("her", 0, 0.3), WordTime("wife", 0.3, 0.9), *RECORD.words[3:])
    tts = stage()
    (made,) = processed(tts, [replace(RECORD, text=text, words=words, entities=entities)])
    assert [word.word for word in made.words] == ["her", "wife", "zoe's", "ann", "she", "said"]
    spoken = [said[0] for said in tts.synthesizer.engine_of(RECORD).spoken]
    assert list(dict.fromkeys(spoken)) == ["—zoe's/(", "ann),"]


def test_match_options(stage):
    speeds = {}
    for match in ("level", "level+rate", "full"):
        tts = stage(match=match)
        processed(tts, [RECORD])
        speeds[match] = tts.synthesizer.engine_of(RECORD).spoken
    assert [speed for _, _, speed in speeds["level"]] == [1.0]
    # "her name is she said" are 16 letters in 2.8 s, the engine says ten in a second
    assert speeds["level+rate"][-1][2] == pytest.approx(0.6, abs=0.05)
    assert {voice for _, voice, _ in speeds["full"]} == {2}  # the nearest


def test_the_whole_turn(stage, folder):
    counts = Counter()
    tts = stage(mode="turn")
    (made,) = processed(tts, [RECORD], counts)
    assert tts.synthesizer.engine_of(RECORD).spoken[-1][0] == TEXT
    assert power(heard(folder, made), VOICE) > 0.5
    assert power(heard(folder, made), PRIVATE) < 1e-3
    assert made.words is not RECORD.words
    assert isinstance(made.words, type(Record(id="x").words))  # none
    assert counts["whole turns"] == 1


LONG = replace(
    RECORD,
    text="her name is zoe a quixley she said",
    entities=(Entity(12, 25, "PERSON", audio_start=1.0, audio_end=2.0),),
)


@pytest.mark.parametrize("mode", ["token", "turn"])
def test_words_have_the_times_of_the_engine(stage, folder, mode):
    tts = stage(mode, "level")
    tts = tts._replace(synthesizer=tts.synthesizer._replace(engine_of=lambda _: Timed()))
    (made,) = processed(tts, [LONG])
    assert " ".join(word.word for word in made.words) == LONG.text
    samples = heard(folder, made)
    for word in made.words[3:6]:
        assert word.end - word.start == pytest.approx(0.1 * len(word.word), abs=1e-3)
        inside = samples[round(word.start * RATE) : round(word.end * RATE)]
        assert power(inside, VOICE) > 0.99
    pause = samples[round(made.words[3].end * RATE) + 80 : round(made.words[4].start * RATE) - 80]
    assert np.abs(pause).max() < 0.02


def test_what_the_voice_cannot_say_is_a_bad_line(stage):
    tts = stage()
    tts = tts._replace(synthesizer=tts.synthesizer._replace(engine_of=lambda _: Timed()))
    record = replace(LONG, text="her name is unspeakable a she said",
                     entities=(LONG.entities[0],))  # fmt: skip
    reason, made = tts.process([record, LONG], Counter())
    assert reason == "the voice has no sounds for a word"
    assert made[0].text == LONG.text


def test_a_turn_without_surrogates_is_copied_out_of_its_recording(stage, folder):
    plain = Record(id=7, text="ah", audio_filepath="a.wav", offset=0.5, duration=0.4, entities=())
    (made,) = processed(stage(), [plain])
    assert np.allclose(heard(folder, made), tone(PUBLIC, 0.9)[RATE // 2 :], atol=1e-4)
    assert made.duration == 0.4
    assert made.audio_filepath.startswith("out/")
    assert len(list((folder / "out").iterdir())) == 1


def test_a_copied_turn_drops_recognition_results(stage):
    said = (WordTime("Zebulon", 0.0, 0.3),)
    plain = Record(
        id=7, text="ah", audio_filepath="a.wav", entities=(), hyp="zebulon", hyp_words=said,
        nbest=(NBestEntry(text="zebulon", score=-1.0),), tokens=["Zebulon"],
    )  # fmt: skip
    (made,) = processed(stage(), [plain])
    assert b"ebulon" not in encode(made)


def test_records_are_independent(stage, folder):
    (alone,) = processed(stage(), [RECORD])
    _, second = processed(
        stage(), [Record(id="x", text="", audio_filepath="a.wav", entities=()), RECORD]
    )
    assert second == alone


def test_bad_records(stage):
    for change, said in [
        ({"audio_filepath": "b.wav"}, "the audio file is missing"),
        ({"entities": (Entity(20, 99, "PERSON"),)}, "entities"),
        ({"duration": 9.0}, "the audio ends"),
        ({"entities": (Entity(12, 15, "PERSON"),)}, "surrogate"),
    ]:
        with pytest.raises(DataError) as caught:
            processed(stage(), [replace(RECORD, **change)])
        assert said in str(caught.value)
        assert "zoe" not in str(caught.value)
