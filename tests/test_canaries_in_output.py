"""No private word comes out in what a command writes, wherever the record holds it."""

import shutil

import pytest
import soundfile

from tests.support.canary import CANARY, PRIVATE, SAID, TEXT, everything, line

pytestmark = pytest.mark.usefixtures("loaded_spotters")

HIDING_PLACES = [
    CANARY,
    CANARY.lower(),
    CANARY.upper(),
    f"{CANARY}'s",
    f"({CANARY})",
    f"'{CANARY}'",
    f"{CANARY},{CANARY};{CANARY}",
    f"the-{CANARY}-of",
    f"the_{CANARY}_of",
    f"{CANARY}@the.com",
    f"https://the.com/{CANARY}?of={CANARY}",
    f"the.{CANARY}.com",
    f"@{CANARY} #{CANARY}",
    f"<b>{CANARY}</b>",
    f"[{CANARY.upper()}]",
    f"<|{CANARY}|>",
    f"&amp;{CANARY};",
    f"the\t{CANARY}\nof\r\n{CANARY}\u2028{CANARY}",
    f"the\0{CANARY}\x0b{CANARY}\x1c{CANARY}",
    f"\ufeff{CANARY}\u200b{CANARY}\u00ad",
    f"{CANARY}\u0301 \u202e{CANARY}",
    f"{CANARY}…{CANARY}—{CANARY}",
    f"4{CANARY}2 {CANARY}7 v{CANARY}",
    f"😀{CANARY}😀",
    f"안{CANARY}녕 日{CANARY}本",
    f"don't{CANARY} {CANARY}n't",
    "".join(f"{letter}\u200d" for letter in CANARY),
]


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_a_word_of_no_list_is_masked_in_any_context(call, place):
    given = line(id=1, text=f"and then {place} came")
    for options in (
        ("--method", "allowList"),
        ("--method", "vocabThres", "--marker", "class"),
        ("--method", "allowList+vocabThres", "--merge", "--output-format", "text"),
    ):
        done = call("mask", "-q", *options, input=given).checked()
        left = done.out.decode().lower()
        for invisible in ("\u200d", "\u200b", "\u00ad"):
            left = left.replace(invisible, "")
        assert CANARY.lower() not in left
        assert b"and then" in done.out
        assert b"came" in done.out


SIDE_FIELDS = {
    "note": CANARY,
    CANARY: 1,
    "nested": {"deep": [{CANARY: CANARY}]},
    "extra": {"text": CANARY},
    "speaker": CANARY,
    "audio_filepath": f"/calls/{CANARY}.wav",
    "words": [{"word": CANARY, "start": 0.0, "end": 1.0}],
    "entities": [{"start": 0, "end": 1, "label": CANARY}],
    "fills": [{"start": 0, "end": 1, "label": CANARY}],
    "word_lists": {CANARY: CANARY},
    "sample": 3,
    "offset": 1.5,
    "hyp": CANARY,
    "hyp_words": [{"word": CANARY, "start": 0.0, "end": 1.0}],
    "nbest": [{"text": CANARY, "score": -1.0}],
    "lm_weight": 0.5,
}


@pytest.mark.parametrize("name", SIDE_FIELDS)
@pytest.mark.parametrize("options", [[], ["--keep", "duration"], ["--keep", "kept"]], ids=str)
def test_no_other_field_comes_through_mask(call, name, options):
    given = line(**{"id": 1, "text": TEXT, "kept": 1, name: SIDE_FIELDS[name]})
    done = call("mask", "-q", *options, input=given).checked()
    (record,) = done.records
    expected = {"id", "text", "masks", "word_lists"} | ({"kept"} if "kept" in options else set())
    assert set(record) == expected
    assert CANARY.lower() not in done.out.decode().lower()


def test_what_fill_no_longer_knows_to_fit_is_dropped(call, tiny_filler):
    given = line(
        id=1,
        text="she saw [MASK] .",
        masks=[{"start": 8, "end": 14, "label": "PERSON", "method": "entityTagger"}],
        words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        entities=[{"start": 8, "end": 14, "label": CANARY}],
        hyp=CANARY,
        hyp_words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        nbest=[{"text": CANARY, "score": -1.0}],
    )
    done = call("fill", "-q", "--device", "cpu", "--model", tiny_filler, input=given).checked()
    assert CANARY.lower() not in everything(done)


def test_no_hypothesis_comes_through_surrogate(call):
    given = line(
        id=1,
        text=f"hello {CANARY}",
        entities=[{"start": 6, "end": 6 + len(CANARY), "label": "PERSON"}],
        hyp=CANARY,
        hyp_words=[{"word": CANARY, "start": 0.0, "end": 1.0}],
        nbest=[{"text": CANARY, "score": -1.0}],
    )
    done = call("surrogate", "-q", input=given).checked()
    assert CANARY.lower() not in everything(done)


@pytest.fixture(scope="module")
def tagged_audio(tmp_path_factory, spoken):
    """A folder of recordings that are named by the canary, with tags that hold it."""
    folder = tmp_path_factory.mktemp("tagged")
    samples, rate = soundfile.read(spoken / "a.wav")
    with soundfile.SoundFile(folder / f"{CANARY}.wav", "w", rate, 1) as file:
        file.title = CANARY
        file.write(samples)
    shutil.copy(folder / f"{CANARY}.wav", folder / "a.wav")
    return folder


OF_AUDIO = {**SIDE_FIELDS, "audio_filepath": f"{CANARY}.wav", "words": SAID["words"]}
OF_AUDIO |= {"entities": [{**PRIVATE, "label": CANARY}], "offset": 0.0}


@pytest.mark.parametrize("name", [*OF_AUDIO, "all of them"])
def test_no_field_comes_through_audit_audio(call, tagged_audio, tmp_path, name):
    """Wherever the originals and the safe records hold a private word, the result has numbers."""
    planted = OF_AUDIO if name == "all of them" else {name: OF_AUDIO[name]}
    original = {**SAID, "id": CANARY, "speaker": "x", "entities": [PRIVATE], **planted}
    (tmp_path / "before.jsonl").write_bytes(line(**original))
    args = ("--before", tmp_path / "before.jsonl", "--before-root", tagged_audio)
    done = call(
        *("audit", "audio", *args, "--audio-root", tagged_audio, "--unit", "speaker", "--table"),
        input=line(**original),
    ).checked()
    figures = {(each["name"], each.get("group", "")): each for each in done.records[0]["figures"]}
    assert figures["side_channel", "tags"]["attack"] == {"hits": 1, "of": 1, "value": 1.0}
    assert CANARY.lower() not in everything(done)
    report = call("report", input=done.out).checked()
    assert CANARY.lower() not in everything(report)
