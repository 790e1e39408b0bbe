"""Free filling with a model that writes what it is told: what aligns, and what becomes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from privtool.core.record import Fill, Mask, Record
from privtool.stages.fill import FillSettings
from privtool.stages.free_fill import FreeFillStage, aligned
from privtool.stages.sampling import TopKSampler


@pytest.mark.parametrize(
    ("segments", "written", "words"),
    [
        (["she saw ", " ."], "she saw Anna .", ("Anna",)),
        (["she saw ", " ."], "  she  saw two old men .\n", ("two old men",)),
        (["", " met ", ""], "Ann met Bo", ("Ann", "Bo")),
        (["", " met ", ""], "Ann met Bo met Cy", ("Ann", "Bo met Cy")),
        (["", " ", ""], "Ann Bo", ("Ann", "Bo")),
        (["", ""], "anything at all", ("anything at all",)),
        (["a (", ") b"], "a (x) b", ("x",)),
        (["a ", " b"], "a b", None),
        (["a ", " b"], "a  b", None),
        (["a ", " b"], "A x b", None),
        (["a ", " b"], "a x b c", None),
        (["a ", " b"], "a x", None),
        (["a ", " b"], "a [MASK] b", None),
        (["", ""], "", None),
        (["", " a" * 30, ""], "a" * 5000, None),
        ([".*", "+"], ".*x+", ("x",)),
    ],
)
def test_what_is_between_the_segments(segments, written, words):
    assert aligned(segments, written) == words


class Parrot:
    """Writes what it was told, and remembers what it was asked."""

    def __init__(self, *texts):
        self.texts, self.asked = list(texts), []

    def write(self, segments, topk, number):
        self.asked.append((tuple(segments), topk, number))
        return self.texts.pop(0)


def record(id, text, **fields):
    start = text.index("[MASK]")
    return Record(
        id=id, text=text, masks=(Mask(start, start + 6, "PERSON", "allowList"),), **fields
    )


def stage(writer, **settings):
    return FreeFillStage(
        FillSettings(sampler=TopKSampler(3), find_list=lambda name: None, **settings), writer
    )


def test_records_are_filled_or_told_why_not():
    writer = Parrot("he met Ann  .", "nothing of it", "he met Ann .")
    counts = Counter()
    given = [
        record(1, "he met  [MASK] .", logprob=1.0, speaker="x"),
        record(2, "he met [MASK] ."),
        Record(id=3, text="no slot", masks=()),
        record(4, "he met [MASK] ."),
    ]
    one, two, three, four = stage(writer, provenance=True).process(given, counts)
    assert one == [Record(id=1, text="he met  Ann .", fills=(Fill(8, 11, "PERSON"),), speaker="x")]
    assert two == "what the model wrote does not align to the text"
    assert [r.text for r in three] == ["no slot"]
    assert [r.text for r in four] == ["he met Ann ."]
    assert counts == {"filled": 2, "unaligned": 1, "written": 3}


def test_draws_depend_on_seed_and_id_alone():
    def asked(id, seed):
        writer = Parrot("x")
        list(stage(writer, seed=seed).process([record(id, "[MASK]")], Counter()))
        return writer.asked

    assert asked(1, 1) == asked(1, 1)
    assert len({asked(1, 1)[0], asked(2, 1)[0], asked(1, 2)[0]}) == 3
