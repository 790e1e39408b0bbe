"""`privtool fill` with models that generate: LLaMA and its kin."""

from __future__ import annotations

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
