"""The commands with the models that come with the package, which they use by default."""

import json
import subprocess
import sys

import pytest

RAW = b'{"id":1,"text":"my name is anna kowalski and i live in boston ."}\n'


@pytest.fixture(scope="module")
def masked(call) -> bytes:
    return call("mask", "--method", "allowList", "-q", input=RAW).out


def test_fill_replaces_the_markers_and_nothing_else(call, embedded, masked):
    embedded("mini")
    done = call("fill", "--provenance", input=masked).checked()
    (before,), (after,) = [json.loads(masked)], done.records
    pieces = before["text"].split("[MASK]")
    assert len(pieces) > 1
    rest = after["text"]
    for fill in reversed(after["fills"]):
        assert rest[fill["start"] : fill["end"]].strip()
        rest = rest[: fill["start"]] + "\0" + rest[fill["end"] :]
    assert rest.replace("\0", "[MASK]") == before["text"]
    assert "masks" not in after
    assert "word_lists" not in after


def test_the_tagger_finds_names_next_to_emoji_and_in_any_font(call, embedded):
    embedded("mini-ner")
    raw = '{"text":"love from Barbara❤️ and 𝓑𝓪𝓻𝓫𝓪𝓻𝓪"}'.encode()
    done = call("mask", "--method", "entityTagger", "-q", input=raw)
    assert done.records[0]["text"].endswith("from [MASK]❤️ and [MASK]")


def test_joined_with_a_list_the_tagger_masks_what_it_doubts(call, embedded, tmp_path):
    embedded("mini-ner")
    text = b"she talked about april the whole time"
    every_word = tmp_path / "words.txt"
    every_word.write_bytes(text.lower().replace(b" ", b"\n"))
    tagger = ("--tagger", "mini-ner", "-q")
    joined = ("--method", "allowList+entityTagger", "--list", every_word)
    found = [
        b"april" not in call("mask", *method, *tagger, input=b'{"text":"%s"}\n' % text).out
        for method in (("--method", "entityTagger"), joined, (*joined, "--threshold", "0.11"))
    ]
    assert found == [False, True, False]


def test_annotating_by_several_taggers_finds_what_each_of_them_finds(call, embedded):
    embedded("mini-ner")
    line = b'{"id":1,"text":"call 415 555 2671 and ask for Anna Kowalski in Paris"}\n'
    found = {}
    for tagger in ("patterns", "mini-ner", "patterns+mini-ner", "mini-ner+patterns"):
        options = ["--method", "entityTagger", "--annotate", "--tagger", tagger, "-q"]
        (record,) = call("mask", *options, input=line).records
        found[tagger] = {at for e in record["entities"] for at in range(e["start"], e["end"])}
    assert found["patterns"]
    assert found["mini-ner"]
    each = found["patterns"] | found["mini-ner"]
    assert found["patterns+mini-ner"] == found["mini-ner+patterns"] == each


def test_the_tagger_finds_the_same_in_several_processes(call, warm, embedded):
    embedded("mini-ner")
    names = ("anna kowalski", "Zebulon Quixley", "rose", "nobody")
    lines = "".join(f'{{"id":{n},"text":"{n} calls {name}"}}\n' for n, name in enumerate(names * 9))
    args = ("mask", "--method", "entityTagger", "-q", "--device", "cpu")
    command = [warm, *args, "--jobs", "2"]
    two = subprocess.run(command, input=lines.encode(), capture_output=True, check=True).stdout
    assert call(*args, input=lines.encode()).out == two
    assert b"Quixley" not in two


SLOW = {"transformers", "peft", "flair", "accelerate", "huggingface_hub", "sklearn", "sympy"}
MASKED = (
    b'{"text":"call [MASK] now","masks":[{"start":5,"end":11,"label":"PERSON","method":"vocab"}]}\n'
)


def test_the_embedded_filler_needs_no_library_that_is_slow_to_import(embedded):
    embedded("mini")
    script = (
        "import sys; from privtool.cli.main import app;"
        "app(sys.argv[1:], standalone_mode=False);"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    args = ("fill", "--topk", "10", "--rare", "vocab-en", "-q")
    command = [sys.executable, "-c", script, *args]
    done = subprocess.run(command, input=MASKED, capture_output=True, check=True)
    assert "[MASK]" not in json.loads(done.stdout)["text"]
    loaded = set(done.stderr.decode().split())
    assert {"onnxruntime", "tokenizers"} <= loaded
    assert not loaded & SLOW
