import numpy as np
import pytest

from privtool.audio.dsp.levels import active_level
from privtool.audio.editing.regions import Region, private_regions, scrub
from privtool.core.record import Entity, WordTime

RATE = 16_000


def entity(start: float, end: float) -> Entity:
    return Entity(0, 1, "PERSON", audio_start=start, audio_end=end)


def word(start: float, end: float) -> WordTime:
    return WordTime("word", start, end)


def noise(level: float, seconds: float, seed: int = 1) -> np.ndarray:
    draw = np.random.default_rng(seed)
    return (level * draw.normal(size=round(seconds * RATE))).astype(np.float32)


class TestPrivateRegions:
    def test_a_margin_ends_at_the_middle_of_a_neighbor(self):
        words = [word(0.90, 0.98), word(1.52, 1.56)]
        (found,) = private_regions([entity(1.0, 1.5)], words, 3.0, 0.06)
        assert found.start == pytest.approx(0.94)
        assert found.end == pytest.approx(1.54)
        assert found.entities == (0,)

    def test_it_stays_inside_the_turn(self):
        assert private_regions([entity(0.02, 0.98)], [], 1.0, 0.06) == [Region(0.0, 1.0, (0,))]

    def test_adjacent_regions_are_merged(self):
        found = private_regions([entity(1.0, 1.2), entity(1.25, 1.5), entity(3, 4)], [], 9.0, 0.06)
        assert [region.entities for region in found] == [(0, 1), (2,)]
        assert found[0][:2] == pytest.approx((0.94, 1.56))

    def test_a_short_word_between_two_entities_is_part_of_their_region(self):
        entities = [entity(1.0, 1.2), entity(1.35, 1.5)]
        (found,) = private_regions(entities, [word(1.2, 1.35)], 9.0, 0.06)
        assert found[:2] == pytest.approx((0.94, 1.56))
        assert found.entities == (0, 1)

    def test_a_word_that_an_entity_mostly_covers_makes_a_turn_unusable(self):
        assert private_regions([entity(1.0, 1.5)], [word(1.1, 1.4)], 3.0, 0.06) is None

    def test_words_that_overlap_do_not_shrink_it(self):
        (found,) = private_regions([entity(1.0, 1.5)], [word(0.5, 1.2), word(1.4, 2)], 3.0, 0.06)
        assert found.start <= 1.0
        assert found.end >= 1.5

    @pytest.mark.parametrize(
        "entities",
        [[Entity(0, 1, "PERSON")], [entity(2, 1)], [entity(-1, 1)], [entity(3, 4), entity(1, 2)]],
    )
    def test_entities_without_valid_times(self, entities):
        assert private_regions(entities, [], 9.0, 0.06) is None


class TestScrub:
    def test_samples_outside_are_kept_and_inside_replaced(self):
        turn = noise(0.001, 3)
        turn[RATE : 2 * RATE] += noise(0.3, 1, seed=2)
        made = scrub(turn, RATE, [Region(1.0, 2.0, (0,))], [word(2.5, 3.0)], 5)
        assert np.array_equal(made.samples[:RATE], turn[:RATE])
        assert np.array_equal(made.samples[2 * RATE :], turn[2 * RATE :])
        inside = made.samples[RATE : 2 * RATE]
        assert active_level(inside, RATE) == pytest.approx(0.001, rel=0.3)
        assert abs(np.corrcoef(inside, turn[RATE : 2 * RATE])[0, 1]) < 0.05
        assert made.pauses == [(0.0, 0.98), (2.02, 2.48)]

    def test_a_click_next_to_a_region_is_removed_and_half_a_word_kept(self):
        turn = noise(0.001, 3)
        turn[round(0.97 * RATE) : RATE] *= 20
        turn[2 * RATE : round(2.5 * RATE)] *= 20
        made = scrub(turn, RATE, [Region(1.0, 2.0, (0,))], [word(1.9, 2.5)], 5)
        click = made.samples[round(0.97 * RATE) : RATE]
        assert np.abs(click).max() < 0.01 < np.abs(turn[round(0.97 * RATE) : RATE]).max()
        assert np.array_equal(made.samples[2 * RATE :], turn[2 * RATE :])
        assert made.pauses == [(0.0, 0.95), (2.52, 3.0)]

    def test_a_turn_that_is_private_throughout_becomes_silence(self):
        assert not scrub(noise(0.3, 1), RATE, [Region(0.0, 1.0, (0,))], [], 5).samples.any()

    def test_room_tone(self):
        turn = np.concatenate([noise(0.01, 1), noise(0.3, 1)])
        room = scrub(turn, RATE, [], [word(1.0, 2.0)], 5)
        tone = room.tone(RATE, 7)
        assert np.sqrt((tone**2).mean()) == pytest.approx(0.01, rel=0.2)
        assert np.array_equal(tone, room.tone(RATE, 7))
        assert not np.array_equal(tone, room.tone(RATE, 8))
