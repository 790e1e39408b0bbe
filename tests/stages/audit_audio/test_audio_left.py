"""What is left of the audio of private words, and in turns without their times."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.intervals import Interval
from privtool.audio.io.decode import Audio
from privtool.core.errors import DataError
from privtool.core.record import Mask, Record, WordTime
from privtool.stages.audio_pair import AudioPair
from tests.support.private_turn import PRIVATE, RATE, RECORD, WORDS, noise, share, without


def test_audio_that_is_replaced_is_covered_and_audio_that_is_left_is_not(audit):
    gone = audit(without(noise(), *PRIVATE))
    assert share(gone, "uncovered") == (0, 2)
    assert share(gone, "residue", "over 0.3") == (0, 2)
    assert share(gone, "unmatched") == (0, 2)
    changed, of = share(gone, "changed_outside", "words")
    assert of == round(0.4 * RATE)
    assert changed == pytest.approx(0.1 * RATE, abs=2)  # few samples are equal by chance
    one = audit(without(noise(), PRIVATE[0]))
    assert share(one, "uncovered") == (1, 2)
    assert share(one, "residue") == (1, 2)
    assert share(one, "residue", role="baseline") == (0, 2)
    assert [place["word"] for place in one.places] == ["Quixley"]


@pytest.mark.parametrize(("replaced", "under"), [(0.3, (1, 1)), (0.6, (0, 1)), (0.9, (0, 0))])
def test_coverage_is_the_share_of_time(audit, replaced, under):
    """Of "Anna", from 0.4 to 0.8 s, a part is replaced."""
    outcome = audit(without(noise(), (0.4, 0.4 + 0.4 * replaced), (0.85, 1.35)))
    assert share(outcome, "uncovered") == (1, 2)
    found = tuple(share(outcome, "uncovered", f"under {n} %")[0] for n in (50, 80))
    assert found == under


def test_a_copy_is_found_at_another_level_and_150_ms_away(audit):
    moved = without(noise(), *PRIVATE)
    moved[round(0.5 * RATE) : round(0.9 * RATE)] = (
        0.05 * noise()[round(0.4 * RATE) : round(0.8 * RATE)]
    )
    outcome = audit(moved)
    assert share(outcome, "residue", "over 0.9") == (1, 2)
    assert share(outcome, "residue_mel") == (1, 2)
    assert share(outcome, "uncovered") == (0, 2)


def test_all_channels_count(audit):
    before = noise(channels=2)
    outcome = audit(without(before, *PRIVATE, channel=0), before=before)
    assert share(outcome, "uncovered") == (2, 2)
    assert share(outcome, "side_channel", "channel") == (1, 1)
    assert share(outcome, "residue") == (2, 2)
    clean = audit(without(before, *PRIVATE), before=before)
    assert share(clean, "side_channel", "channel") == (0, 1)
    mono = audit(noise(channels=2).mean(1), before=before)
    assert share(mono, "residue") == (2, 2)


def test_turns_of_another_length_are_searched_throughout(audit):
    start, end = round(0.4 * RATE), round(0.8 * RATE)
    longer = np.concatenate([noise(5, 1.7), noise()[start:end], noise(6, 1.0)])
    safe = Record(id="r1", text="ask Mary Miller now", audio_filepath="safe.wav")
    outcome = audit(longer, safe=safe)
    assert share(outcome, "residue") == (1, 2)
    assert share(outcome, "uncovered") == (0, 0)
    assert share(outcome, "voice_kept") == (1, 1)
    assert share(audit(noise(5, 2.5), safe=safe), "voice_kept") == (0, 1)
    with pytest.raises(DataError, match="another length or rate than the original"):
        audit(longer, safe=replace(safe, masks=(Mask(4, 8, "NAME", "redact"),)))


@pytest.mark.parametrize(
    ("changes", "private"),
    [
        ({"words": UNSET}, 2),
        ({"words": WORDS[:1]}, 2),
        ({"words": (*WORDS[:2], WordTime("Quixley", 1.3, 1.3), WORDS[3])}, 1),
        ({"words": (*WORDS[:2], WordTime("Quixley", 1.9, 2.2), WordTime("now", 2.2, 2.3))}, 1),
        ({"drop_turn": True, "entities": ()}, 4),
    ],
)
def test_words_without_a_time_need_a_turn_that_is_replaced(audit, changes, private):
    record = replace(RECORD, **changes)
    kept = audit(without(noise(), *PRIVATE), record)
    assert share(kept, "unmatched")[0] == private
    replaced = audit(noise(8), record)
    assert share(replaced, "unmatched")[0] == 0
    assert share(replaced, "voice_kept") == (0, 1)


@given(st.integers(0, 10**6), st.floats(0.05, 0.6), st.floats(0.05, 0.4))
@settings(max_examples=20, deadline=None)
def test_an_interval_is_left_in_a_copy_and_not_in_other_noise(seed, start, length):
    before, interval = noise(seed, 1.0), Interval(start, start + length)
    pair = AudioPair(Audio(before, RATE, "", ""), Audio(before, RATE, "", ""))
    assert pair.share_left(interval) == 1
    assert not pair.replaced
    assert pair.residue(interval).samples == pytest.approx(1)
    other = AudioPair(Audio(before, RATE, "", ""), Audio(noise(seed + 1, 1.0), RATE, "", ""))
    assert other.share_left(interval) == 0
    assert other.replaced
    assert other.residue(interval).samples < 0.5
