"""`privtool fill` with models that generate: LLaMA and its kin."""

from __future__ import annotations

import json
import shutil

import pytest


class TestCausal:
    """Models that generate: LLaMA and its kin."""

    @pytest.fixture(scope="class")
    @staticmethod
    def llama(tmp_path_factory):
        from tests.support.tiny_causal_lms import tiny_llama

        return tiny_llama(tmp_path_factory.mktemp("causal") / "llama")

    LINES = (
        b'{"id": 1, "text": "[MASK]", "masks": '
        b'[{"start": 0, "end": 6, "label": "WORD", "method": "allowList"}]}\n',
        b'{"id": 2, "text": "she saw [MASK] .", "masks": '
        b'[{"start": 8, "end": 14, "label": "WORD", "method": "allowList"}]}\n',
        b'{"id": 3, "text": "nothing here"}\n',
    )

    def test_slots_are_filled_and_nothing_else_changes(self, call, llama):
        done = call(
            "fill", "--model", llama, "--device", "cpu", "--provenance", "-q",
            input=b"".join(self.LINES[:2]),
        )  # fmt: skip
        assert (done.status, done.err) == (0, "")
        one, two = done.records
        assert " " not in one["text"]
        assert two["text"].startswith("she saw ")
        assert two["text"].endswith(" .")
        assert two["text"][two["fills"][0]["start"] : two["fills"][0]["end"]].isalpha()

    def test_free_text_that_does_not_align_is_set_aside(self, call, llama, tmp_path):
        args = ("fill", "--free", "--model", llama, "--device", "cpu")
        marker = ("--marker-text", "[MASK]")
        done = call(*args, *marker, "--rejects", tmp_path / "r", input=b"".join(self.LINES))
        assert done.status == 0
        assert [r["id"] for r in done.records] == [1, 3]
        assert done.err.startswith(
            "privtool fill: 2 records, 1 filled, 1 rejected that did not align, "
            "ids kept, 1 rejected"
        )
        (row,) = map(json.loads, (tmp_path / "r").read_bytes().splitlines())
        assert (row["line"], row["id"]) == (2, 2)
        assert row["reason"] == "what the model wrote does not align to the text"
        stopped = call(*args, *marker, input=b"".join(self.LINES))
        assert stopped.status == 65
        assert stopped.err == (
            "privtool: stdin:2: what the model wrote does not align to the text\n"
        )
        assert [r["id"] for r in stopped.records] == [1]
        assert call(*args, *marker, "-q", input=self.LINES[0]).out == stopped.out

    def test_free_text_follows_the_options_not_the_checkpoint(self, call, llama, tmp_path):
        from transformers import GenerationConfig

        own = GenerationConfig(do_sample=True, temperature=5.0, repetition_penalty=3.0)
        folder = shutil.copytree(llama, tmp_path / "llama")
        own.save_pretrained(folder)
        args = ("fill", "--free", "-q", "--device", "cpu", "--dtype", "fp32")
        for options in (("--topk", 1), ("--topk", 9)):
            theirs = call(*args, *options, "--model", folder, input=self.LINES[0])
            assert theirs.out == call(*args, *options, "--model", llama, input=self.LINES[0]).out
            assert theirs.status in (0, 65)

    def test_free_needs_a_causal_model(self, call, tiny_filler):
        done = call("fill", "--free", "--model", tiny_filler, "--device", "cpu", input=b"")
        assert done.status == 2
        assert "--free needs a causal LM" in done.err
