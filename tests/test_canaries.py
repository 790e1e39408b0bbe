"""No word of a record may come out where it should not: unlikely words are planted in records, and
looked for in everything that a command leaves behind, above all when something goes wrong."""

import os

import pytest

from tests.support.canary import AUDIO, CANARY, FEEDS, TEXT, everything, line
from tests.support.jsonl import jsonl

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


def test_a_full_disk_is_reported_without_the_data(call, command):
    name = command[0] if command[0] in FEEDS else "-".join(command[:2])
    given = FEEDS[name][1]
    if command[0] == "fill":
        command = (*command, "--marker-text", "[MASK]")
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = call(*command, "--debug", input=given, stdout=full)
    finally:
        os.close(full)
    assert done.status == 1
    assert CANARY.lower() not in everything(done)
