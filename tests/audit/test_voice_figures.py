"""Links of turns to speakers and equal error rates, beside plain loops over all trials."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.figures import Share
from privtool.audit.gate import read_limits, verdicts_of
from privtool.audit.voice_figures import NO_TRIALS, NOT_RECOGNIZED, TurnVoice, voice_figures
from privtool.core.errors import DataError
from privtool.text.scoring.bootstrap import Resampling, bootstrap_weights

RESAMPLING = Resampling(20, 0)
FIGURES = ["voice_linked", "voice_linked_before", "speaker_eer", "speaker_eer_before"]


def unit(vector):
    return (np.array(vector) / np.linalg.norm(vector)).astype(np.float32)


def voices_of(speakers, *, spread=0.3, safe=None, size=8, seed=0):
    """Turns of speakers around a direction of each; `safe` makes the embedding of a safe turn."""
    draw = np.random.default_rng(seed)
    centers = {speaker: draw.normal(size=size) for speaker in sorted(set(speakers))}
    voices = []
    for number, speaker in enumerate(speakers):
        before = unit(centers[speaker] + spread * draw.normal(size=size))
        after = before if safe is None else unit(safe(draw, before))
        voices.append(TurnVoice(f"r{number}", speaker, before, after))
    return voices


def at_random(draw, before):
    return draw.normal(size=len(before))


def figures_of(voices, resampling=RESAMPLING):
    figures, notes = voice_figures(voices, resampling)
    assert [figure.name for figure in figures] == FIGURES
    return {figure.name: figure for figure in figures}, notes


def trials_of(voices, field):
    """All trials, by loops: (number of the turn, enrolled speaker, cosine)."""
    trials = []
    for number, voice in enumerate(voices):
        for speaker in sorted({each.speaker for each in voices}):
            others = {each.id: each.before for each in voices if each.speaker == speaker}
            others.pop(voice.id, None)
            if others:
                mean = np.mean([each.astype(float) for each in others.values()], axis=0)
                cosine = getattr(voice, field) @ mean / np.linalg.norm(mean)
                trials.append((number, speaker, cosine))
    return trials


def links_of(voices, field):
    """How many turns are most similar to their speaker, of those that can be."""
    best, linkable = {}, set()
    for number, speaker, cosine in trials_of(voices, field):
        best[number] = max(best.get(number, (-2, "")), (cosine, speaker))
        if speaker == voices[number].speaker:
            linkable.add(number)
    return Share(sum(best[n][1] == voices[n].speaker for n in linkable), len(linkable))


def rate_of(voices, field, weights):
    """The equal error rate of trials that are copied as often as speakers are drawn."""
    own, other = [], []
    for number, speaker, cosine in trials_of(voices, field):
        of_turn = voices[number].speaker
        copies = weights[of_turn] * (1 if speaker == of_turn else weights[speaker])
        (own if speaker == of_turn else other).extend([cosine] * copies)
    own, other = np.array(own), np.array(other)
    points = [(0.0, 1.0)]  # shares of others accepted and of own ones missed, by threshold
    for threshold in sorted({*own, *other}, reverse=True):
        points.append(((other >= threshold).mean(), (own < threshold).mean()))
        (low, high), (accepted, missed) = points[-2:]
        if accepted >= missed:
            part = (high - low) / (high - low + accepted - missed)
            return low + part * (accepted - low)
    raise AssertionError("the curves meet")


SPEAKERS = ["a"] * 4 + ["b"] * 3 + ["c"] * 5 + ["d"]


@pytest.mark.parametrize("spread", [0.5, 1.5])
@pytest.mark.parametrize("seed", range(3))
def test_figures_are_those_of_plain_loops(spread, seed):
    voices = voices_of(
        SPEAKERS, spread=spread, seed=seed, safe=lambda draw, e: e + 0.3 * at_random(draw, e)
    )
    found, _ = figures_of(voices)
    ones = dict.fromkeys("abcd", 1)
    assert found["voice_linked"].attack == links_of(voices, "after")
    assert found["voice_linked_before"].attack == links_of(voices, "before")
    assert found["voice_linked"].baseline == Share(1, 4)
    expected = pytest.approx(rate_of(voices, "before", ones))
    assert found["speaker_eer_before"].value == expected
    if found["speaker_eer"].value is not None:
        assert found["speaker_eer"].value == pytest.approx(rate_of(voices, "after", ones))


def test_the_interval_is_that_of_copied_speakers():
    voices = voices_of(SPEAKERS, spread=1.0)
    found, _ = figures_of(voices)
    drawn = {speaker: bootstrap_weights(speaker, RESAMPLING) for speaker in "abcd"}
    rates = []
    for sample in range(RESAMPLING.samples):
        weights = {speaker: int(each[sample]) for speaker, each in drawn.items()}
        if any(weights[speaker] for speaker in "abc") and np.count_nonzero([*weights.values()]) > 1:
            rates.append(rate_of(voices, "before", weights))
    low, high = np.percentile(rates, [2.5, 97.5])
    interval = found["speaker_eer_before"].interval
    assert (interval.low, interval.high) == pytest.approx((low, high))
    assert interval.low < interval.high


def test_safe_turns_that_are_the_originals_are_linked_as_often_and_noise_is_not():
    speakers = [f"s{number % 6}" for number in range(60)]
    kept, notes = figures_of(voices_of(speakers))
    assert notes == []
    assert kept["voice_linked"].attack == kept["voice_linked_before"].attack == Share(60, 60)
    assert kept["speaker_eer"].value == kept["speaker_eer_before"].value < 0.05
    assert kept["speaker_eer"].above_baseline
    gone, _ = figures_of(voices_of(speakers, safe=at_random))
    assert gone["voice_linked"].interval.low < 1 / 6
    assert gone["voice_linked_before"].attack == Share(60, 60)
    assert gone["speaker_eer"].value == pytest.approx(0.5, abs=0.15)


def test_a_turn_is_not_compared_with_itself():
    """The turns of `x` are alike in nothing: only its own original would give one of them away."""
    a, b, c = np.eye(3)
    turns = [("x", a), ("x", b), ("y", c), ("y", a + b + 2 * c)]
    voices = [
        TurnVoice(number, speaker, unit(each), unit(each))
        for number, (speaker, each) in enumerate(turns)
    ]
    assert figures_of(voices)[0]["voice_linked_before"].attack == Share(2, 4)
    twice = [*voices, voices[0]]  # an original that is given twice enrolls once
    assert figures_of(twice)[0]["voice_linked_before"].attack == Share(2, 5)


def test_a_verifier_that_knows_no_voice_measures_nothing(tmp_path):
    speakers = [f"s{number % 4}" for number in range(40)]
    found, notes = figures_of(voices_of(speakers, spread=50.0))
    assert NOT_RECOGNIZED in notes
    assert found["voice_linked"].value is None
    assert found["speaker_eer"].value is None
    assert found["voice_linked_before"].value is not None
    gate = tmp_path / "gate.toml"
    gate.write_text("[limits]\nvoice_linked = 1.0\n")
    limits = read_limits(str(gate), "audit audio")
    (verdict,) = verdicts_of(limits, found.values())
    assert verdict.outcome == "undetermined"
    known, _ = figures_of(voices_of(speakers))
    (verdict,) = verdicts_of(limits, known.values())
    assert verdict.outcome == "met"


@pytest.mark.parametrize("name", ["speaker_eer", "speaker_eer_before"])
def test_an_error_rate_has_no_upper_limit(tmp_path, name):
    (tmp_path / "gate.toml").write_text(f"[limits]\n{name} = 0.5\n")
    with pytest.raises(DataError, match="measures what remains"):
        read_limits(str(tmp_path / "gate.toml"), "audit audio")


@pytest.mark.parametrize("speakers", ["", "a", "aa", "ab"])
def test_without_trials_there_is_no_figure(speakers):
    assert voice_figures(voices_of(speakers), RESAMPLING) == ([], [NO_TRIALS])


def test_speakers_with_one_turn_are_named():
    _, notes = figures_of(voices_of("aaabbbc", spread=0.1))
    assert "1 of 3 speakers have one turn, which cannot be linked" in notes


@given(st.permutations(range(8)))
def test_the_order_of_turns_does_not_matter(order):
    voices = voices_of("aabbccdd", spread=1.0)
    figures, _ = voice_figures([voices[number] for number in order], RESAMPLING)
    expected, _ = voice_figures(voices, RESAMPLING)
    for figure, other in zip(figures, expected, strict=True):
        assert figure.value == pytest.approx(other.value)
        assert figure.interval[:2] == pytest.approx(other.interval[:2])
