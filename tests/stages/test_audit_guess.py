"""Attacks on masked and filled records, by hand."""

from collections import Counter

import pytest

from privtool.audit.counts import SCALE, Key, names_of
from privtool.audit.raw_texts import RareNgrams, RawTexts
from privtool.core.record import Fill, Mask, Record
from privtool.stages.audit_guess import AuditGuessStage, GuessData
from privtool.stages.fill import FillSettings
from privtool.stages.fill_job import TopKSampler
from privtool.stages.guess_attack import PriorWords
from privtool.text.known_names import WordListRegistry
from tests.support.fake_guesser import FakeGuesser

WORDS = ["the", "red", "anna", "paris", "blue"]
PRIOR = PriorWords([("the", 50), ("red", 30), ("anna", 20)])
SETTINGS = FillSettings(TopKSampler(1), WordListRegistry([]), merge=False)
RAW = {1: "ask Anna about Paris", 2: "ask Zed about Paris", 3: "nothing here"}


def masked(number, text):
    masks, at = [], text.find("[MASK]")
    while at >= 0:
        masks.append(Mask(at, at + 6, "PERSON", "x"))
        at = text.find("[MASK]", at + 1)
    return Record(id=number, text=text, masks=tuple(masks))


def stage_of(model=None, held=(), raw=RAW, masked_given=True):
    texts = RawTexts(())
    for number, text in raw.items():
        texts.add(Record(id=number, text=text))
    ngrams = RareNgrams(2, texts.words)
    for record in texts:
        ngrams.add(texts.keys(record.text))
    data = GuessData(texts, ngrams, frozenset(held), masked_given)
    models = {"m": model or FakeGuesser(WORDS)}
    return AuditGuessStage(data, SETTINGS, PRIOR, models, 0)


def total(outcomes):
    counts = Counter()
    for outcome in outcomes:
        assert not isinstance(outcome, str), outcome
        counts.update(outcome.counts)
    return counts


def share(counts, figure, group="", role="attack"):
    hits, of = names_of(Key(figure, group, role))
    return counts[hits], counts[of]


def test_ranks_of_original_words_are_counted_by_attacker_label_and_rarity():
    records = [masked(1, "ask [MASK] about [MASK]"), masked(2, "ask [MASK] about Paris")]
    found = list(stage_of().audit(records))
    counts = total(found)
    # anna is 3rd, paris 4th, zed unknown; prior: anna 3rd, the others are not public
    assert share(counts, "guess_at_1", "m") == (0, 3)
    assert share(counts, "guess_at_10", "m") == (2, 3)
    assert share(counts, "guess_at_10", "m/PERSON") == (2, 3)
    assert share(counts, "guess_at_10", "m/1 unit") == (1, 2)
    assert share(counts, "guess_at_10", "m/2-4 units") == (1, 1)
    assert share(counts, "guess_at_10") == (2, 3)
    assert share(counts, "guess_at_10", "prior") == (1, 3)
    assert share(counts, "guess_at_10", "", "baseline") == (1, 3)
    assert share(counts, "guess_at_10", "m", "baseline") == (1, 3)
    bits = round(SCALE * 1.584963) + 2 * SCALE + round(SCALE * 2.584963)  # of ranks 3, 4, 6
    assert share(counts, "guess_rank_bits", "m") == (bits, 3 * SCALE)
    assert [place["phrase"] for place in found[0].places] == ["Anna", "Paris"]
    assert [place["rank"] for place in found[0].places] == [3, 4]


def test_held_out_records_are_the_control_and_not_counted():
    raw = {**RAW, 9: "ask Paul now"}
    records = [masked(1, "ask [MASK] about Paris"), masked(9, "ask [MASK] now")]
    stage = stage_of(FakeGuesser([*WORDS, "paul"]), held=[9], raw=raw)
    found = list(stage.audit(records))
    counts = total(found)
    assert share(counts, "guess_at_10", "m") == (1, 1)
    assert share(counts, "guess_at_10", "m", "control") == (1, 1)
    assert share(counts, "guess_at_1", "", "control") == (0, 1)
    assert [each.counted for each in found] == [True, False]
    assert found[1].places == []


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (masked(7, "ask [MASK]"), "no raw record has this id"),
        (masked(1, "tell [MASK] about Paris"), "does not fit the masks"),
        (Record(text="a"), "'id' is missing"),
        (Record(id=1, text="ask x", fills=(Fill(4, 9, "PERSON"),)), "fills"),
    ],
)
def test_records_that_do_not_fit_are_rejected_without_their_words(record, reason):
    (outcome,) = stage_of().audit([record])
    assert isinstance(outcome, str)
    assert reason in outcome
    assert "Paris" not in outcome


def test_fills_are_compared_with_kept_words():
    filled = Record(id=1, text="the blue about red", fills=(Fill(4, 8, "PERSON"),))
    raw = {1: "the anna about red"}
    counts = total(stage_of(raw=raw, masked_given=False).audit([filled]))
    assert share(counts, "fill_detection") == (1, 1)  # blue is 5th, the and red are before it
    counts = total(stage_of(FakeGuesser(WORDS[::-1]), raw=raw).audit([filled]))
    assert share(counts, "fill_detection") == (0, 1)


def test_linkage_is_that_of_each_text():
    records = [
        masked(1, "ask [MASK] about [MASK]"),
        masked(2, "ask Zed about [MASK]"),
        Record(id=3, text="nothing here"),
    ]
    counts = total(stage_of().audit(records))
    assert share(counts, "search_linkage", "masked") == (1, 2)
    assert share(counts, "search_linkage", "filled") == (0, 1)


def test_a_canary_is_guessed_by_who_saw_it_alone():
    """The planted corpus: one secret word for each context; half of the records are held out."""
    names = [f"name{chr(97 + n)}" for n in range(20)]
    raw = {n: f"agent {n} is {names[n]} ok" for n in range(20)}
    records = [masked(n, f"agent {n} is [MASK] ok") for n in range(20)]
    memory = {f"agent {n} is ": names[n] for n in range(10)}
    words = [*WORDS, *names]
    for model, hits in ((FakeGuesser(words, memory), 10), (FakeGuesser(words), 0)):
        counts = total(stage_of(model, held=range(10, 20), raw=raw).audit(records))
        assert share(counts, "guess_at_1", "m") == (hits, 10)
        assert share(counts, "guess_at_1", "m", "control") == (0, 10)
