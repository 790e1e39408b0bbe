"""No word of a record may come out where it should not: unlikely words are planted in records, and
looked for in everything that a command leaves behind, above all when something goes wrong."""

import shutil
from functools import reduce

import pytest
import soundfile

from tests.support.canary import AUDIO, CANARY, FEEDS, PRIVATE, SAID, TEXT, everything, line
from tests.support.jsonl import jsonl
from tests.support.tables import rows, unescaped

pytestmark = pytest.mark.usefixtures("loaded_spotters")

COMMANDS = {
    "vocab": ("vocab",),
    "mask": ("mask",),
    "mask-keep": ("mask", "--keep", "note", "--merge", "--marker", "class"),
    "mask-patterns": ("mask", "--method", "entityTagger", "--tagger", "patterns"),
    "mask-tagger": ("mask", "--method", "entityTagger", "--tagger", "{tiny_tagger}"),
    "mask-annotate": ("mask", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
    "surrogate": ("surrogate", "--quiet"),
    "fill": ("fill", "--device", "cpu", "--model", "{tiny_filler}"),
    "lm-score": ("lm-score", "--device", "cpu", "--model", "{tiny_lm}"),
    "align": ("align", "--audio-root", "{spoken}"),
    "redact": ("redact", *AUDIO),
    "tts": ("tts", *AUDIO),
    "splice": ("splice", "--fallback", "drop-part", "--corpus", "{speech_corpus}", *AUDIO),
    "audit-audio": FEEDS["audit-audio"][0],
    "asr-eval": ("asr-eval", "--hyp-field", "text", "--categories", "numbers,names", "--table"),
}


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Every command in turn, with options."""
    return tuple(
        str(request.getfixturevalue(part[1:-1])) if part.startswith("{") else part
        for part in COMMANDS[request.param]
    )


BAD_LINES = {
    "not json": f"{CANARY} {CANARY}\n".encode(),
    "half a line": line(id=1, text=TEXT)[:-3] + b"\n",
    "more after it": line(id=1, text=TEXT)[:-1] + f" {CANARY}\n".encode(),
    "not utf-8": line(id=1, text=TEXT).replace(b"hello", b"\xff"),
    "a lone surrogate": line(id=1, text=TEXT).replace(b"hello", rb"\ud800"),
    "a control character": line(id=1, text=TEXT).replace(b"hello", b"\x01"),
    "a list": jsonl([TEXT]),
    "a string": jsonl(TEXT),
    "a list as text": line(id=1, text=[TEXT]),
    "an object as text": line(id=1, text={CANARY: TEXT}),
    "a number as text": line(id=1, text=5, note=TEXT),
    "no text": line(id=1, note=TEXT, **{CANARY: TEXT}),
    "a wrong known field": line(id=1, text=TEXT, offset=CANARY),
    "a wrong field inside": line(id=1, text=TEXT, words=[{"word": CANARY, "start": CANARY}]),
    "a key that is wrong": line(id=1, text=TEXT, word_lists={CANARY: 5}),
    "a field without a name": line(**{"id": 1, "text": TEXT, "": TEXT}),
    "nested too deeply": f'{{"{CANARY}":{"[" * 9999}"{CANARY}"{"]" * 9999}}}\n'.encode(),
    "too long": line(id=1, text=TEXT + CANARY * 20_000),
}
LIMIT = ("--max-line-bytes", "100000")


@pytest.mark.parametrize("bad", BAD_LINES)
@pytest.mark.parametrize("options", [["--debug"], ["--output-format", "text"]], ids=str)
def test_a_bad_line_is_not_quoted(call, command, bad, options, tmp_path):
    if "text" in options and (command[0] == "vocab" or "--annotate" in command):
        options = ["--quiet"]  # they write no text
    done = call(*command, *LIMIT, *options, input=BAD_LINES[bad]).ended(65)
    assert CANARY.lower() not in everything(done)
    assert done.err.endswith("\n")
    assert "Error" not in done.err.splitlines()[-1]


def test_bad_lines_that_are_set_aside_are_not_quoted(call, command, tmp_path):
    aside, out = tmp_path / "aside", tmp_path / "out"
    many = b"".join(BAD_LINES.values())
    done = call(*command, *LIMIT, "--rejects", aside, "-o", out, "--debug", input=many).checked()
    assert len(aside.read_bytes().splitlines()) == len(BAD_LINES)
    assert CANARY.lower() not in everything(done, tmp_path)


def test_bad_text_is_not_quoted(call, command, tmp_path):
    if command[0] == "fill":
        command = (*command, "--marker-text", "[MASK]")
    done = call(*command, "--input-format", "text", input=f"{CANARY} \xff".encode("latin-1"))
    assert done.status == 65
    assert CANARY.lower() not in everything(done)


def test_files_that_are_broken_are_not_quoted(call, command, tmp_path):
    import gzip

    packed = gzip.compress(line(id=1, text=TEXT) * 1000)[:-4]
    (tmp_path / "in.gz").write_bytes(packed)
    options = ("-o", tmp_path / "out") if command[0] != "mask" else ()
    call(*command, *options, "--debug", tmp_path / "in.gz").ended(65)
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_reported_without_the_data(call, command, full_disk):
    name = command[0] if command[0] in FEEDS else "-".join(command[:2])
    given = FEEDS[name][1]
    if command[0] == "fill":
        command = (*command, "--marker-text", "[MASK]")
    done = call(*command, "--debug", input=given, stdout=full_disk)
    assert done.status == 1
    assert CANARY.lower() not in everything(done)


# No private word comes out in what a command writes, wherever the record holds it.
FORMS = {"{}": CANARY, "{lower}": CANARY.lower(), "{upper}": CANARY.upper()}
HIDING_PLACES = [
    reduce(lambda text, form: text.replace(form, FORMS[form]), FORMS, unescaped(cell).decode())
    for (cell,) in rows("hiding_places")
] + ["".join(f"{letter}\u200d" for letter in CANARY)]


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
    safe = {**SAID, "id": CANARY, "speaker": "x", "entities": [PRIVATE], **planted}
    original = {key: value for key, value in safe.items() if key != "fills"}
    (tmp_path / "before.jsonl").write_bytes(line(**original))
    args = ("--before", tmp_path / "before.jsonl", "--before-root", tagged_audio)
    done = call(
        *("audit", "audio", *args, "--audio-root", tagged_audio, "--unit", "speaker", "--table"),
        input=line(**safe),
    ).checked()
    figures = {(each["name"], each.get("group", "")): each for each in done.records[0]["figures"]}
    assert figures["side_channel", "tags"]["attack"] == {"hits": 1, "of": 1, "value": 1.0}
    assert CANARY.lower() not in everything(done)
    report = call("report", input=done.out).checked()
    assert CANARY.lower() not in everything(report)
