"""`mask --annotate`: entities instead of markers, for `surrogate`."""

import json
import re

import pytest

from tests.support.jsonl import jsonl


def line(**fields):
    return jsonl(fields)


def test_the_pipeline_from_tagger_to_surrogate(call, key_file):
    words = ["call", "me", "at", "five", "five", "five", "oh", "one", "four", "two"]
    timed = [{"word": w, "start": k / 2, "end": k / 2 + 0.4} for k, w in enumerate(words)]
    given = line(
        id=1, text=" ".join(words), words=timed, audio_filepath="a.wav", duration=9.0, note="x"
    )
    args = ("mask", "-q", "--method", "entityTagger", "--tagger", "patterns", "--annotate")
    annotated = call(*args, input=given)
    record = json.loads(given)
    del record["note"]
    (with_entities,) = annotated.records
    assert {k: v for k, v in with_entities.items() if k != "entities"} == record
    surrogate = ("surrogate", "-q", "--key-file", key_file, "--transcript", "exact")
    (safe,) = call(*surrogate, input=annotated.out).records
    assert safe["text"].startswith("call me at five five five oh one ")
    (entity,) = safe["entities"]
    assert [word["word"] for word in safe["words"]] == ["call", "me", "at"]
    assert entity["audio_start"] == 1.5
    assert entity["audio_end"] == timed[-1]["end"]


@pytest.mark.parametrize("method", ["allowList", "vocabThres", "allowList+entityTagger"])
def test_annotating_says_what_each_method_would_mask(call, method):
    how = ("mask", "-q", "--method", method)
    how += ("--tagger", "patterns") if "entityTagger" in method else ()
    given = b'{"id": 1, "text": "call Wojciechowska on 415 555 2671"}\n'
    (annotated,) = call(*how, "--annotate", input=given).records
    (masked,) = call(*how, "--merge", input=given).records
    text, at = "", 0
    for entity in annotated["entities"]:
        text, at = text + annotated["text"][at : entity["start"]] + "[MASK]", entity["end"]
    text += annotated["text"][at:]
    assert re.sub(r"\[MASK\]( \[MASK\])+", "[MASK]", text) == masked["text"]
    assert masked["text"].startswith("call [MASK] on")
