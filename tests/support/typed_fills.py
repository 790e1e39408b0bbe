"""Records with masks of a class, and their texts after phrases have filled them."""

from privtool.core.record import Mask, Record
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.typed_phrases import TypedPhrases
from tests.support.fake_filler import FakeFiller, find_list
from tests.support.processing import processed


class Lengths:
    """Prefers long phrases; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def phrase_scores(self, questions):
        self.asked += [len(question.phrases) for question in questions]
        return [[float(sum(map(len, p))) for p in question.phrases] for question in questions]


def masked(*pieces, id=1):
    """A record of texts and masks: (label, entity), with further fields of the mask."""
    text, masks = "", []
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
            continue
        label, entity, *more = piece
        fields = {"method": "t", "entity": entity} | (more[0] if more else {})
        masks.append(Mask(len(text), len(text) + 6, label, **fields))
        text += "[MASK]"
    return Record(id=id, text=text, masks=tuple(masks))


def filled(records, seed=1, scorer=None, **options):
    typed = TypedPhrases(seed, scorer or Lengths())
    stage = FillStage(
        FillSettings(TopKSampler(4), find_list, seed=seed, merge=False, **options),
        FakeFiller(),
        typed=typed,
    )
    return [record.text for record in processed(stage, records)]
