"""Which private words are heard, and where a word that is heard counts."""

import numpy as np
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.record import Entity, Record, WordTime
from privtool.interfaces.recognition import Hypothesis, SpottedWord
from privtool.stages.hearing import RecognizerSpotter, hear
from tests.support.private_turn import RATE, RECORD, WORDS, Hears, noise, share


def test_what_is_heard_counts_where_it_was_heard_before(audit):
    """In noise, and after, the same is heard: only what the recognizer has no ears for differs."""
    outcome = audit(noise(), spotters=[Hears(("anna", 0.5, 0.7))])
    assert share(outcome, "heard_before") == (1, 2)
    assert share(outcome, "heard") == (1, 1)
    assert share(outcome, "heard", "fake", "baseline") == (1, 1)
    far = audit(noise(), spotters=[Hears(("anna", 1.2, 1.6))])
    assert share(far, "heard_before") == (0, 2)
    assert share(far, "heard") == (0, 0)


def test_one_sound_is_one_word_and_public_words_are_their_own(audit):
    five = replace(
        RECORD, text="five Five Five now", entities=(Entity(5, 14, "PHONE"),),
        words=(*(replace(word, word="five") for word in WORDS[:3]), WORDS[3]),
    )  # fmt: skip
    public, first, second = ("five", 0.25, 0.39), ("five", 0.5, 0.7), ("five", 0.8, 1.0)
    assert share(audit(noise(), five, spotters=[Hears(public)]), "heard_before") == (0, 2)
    assert share(audit(noise(), five, spotters=[Hears(public, first)]), "heard_before") == (1, 2)
    both = audit(noise(), five, spotters=[Hears(public, first, second)])
    assert share(both, "heard_before") == (2, 2)


def test_in_turns_of_another_length_words_of_the_safe_text_are_not_private(audit):
    safe = Record(id="r1", text="ask Anna Miller now", audio_filepath="safe.wav")
    spotters = [Hears(("anna", 0.5, 0.7), ("quixley", 0.1, 0.2))]
    outcome = audit(noise(seconds=3), safe=safe, spotters=spotters)
    assert share(outcome, "heard_before") == (1, 2)  # "quixley", which can be heard anywhere
    assert share(outcome, "heard") == (1, 1)


def test_words_of_surrogates_compete_with_private_ones(audit):
    class Asked(Hears):
        asked = ()

        def spot(self, samples, keywords):
            self.asked = keywords
            return super().spot(samples, keywords)

    safe, spotter = Record(id="r1", text="ask Mary now", audio_filepath="safe.wav"), Asked()
    audit(noise(seconds=3), safe=safe, spotters=[spotter])
    assert spotter.asked == ["anna", "ask", "mary", "now", "quixley"]
    audit(noise(), spotters=[spotter])
    assert spotter.asked == ["anna", "quixley"]


def test_words_without_a_time_count_anywhere_unless_they_are_public_too(audit):
    """Labels are not in the order of the text."""
    record = replace(
        RECORD, text="anna met Quixley and Anna", words=UNSET,
        entities=(Entity(9, 16, "PHONE"), Entity(21, 25, "NAME")),
    )  # fmt: skip
    spotters = [Hears(("anna", 1.7, 1.9), ("quixley", 0.0, 0.1))]
    outcome = audit(noise(), record, spotters=spotters)
    assert share(outcome, "heard_before") == (1, 2)
    assert outcome.places[0]["how"][0] == "heard by fake"


class Recognizes:
    rate, weights = RATE, (0.0,)

    def __init__(self, *hypotheses):
        self.hypotheses = list(hypotheses)

    def recognize(self, clips):
        return [[self.hypotheses] for _ in clips]


def test_recognizers_spot_the_spoken_forms_of_their_words():
    timed = Hypothesis("PAY 5", 0.0, (WordTime("PAY", 0.1, 0.2), WordTime("5", 0.3, 0.4)))
    keywords = ["five", "pay", "six"]
    spotter = RecognizerSpotter("model", Recognizes(timed))
    assert spotter.spot(np.zeros(9), keywords) == [
        SpottedWord("pay", Interval(0.1, 0.2)),
        SpottedWord("five", Interval(0.3, 0.4)),
    ]
    untimed = RecognizerSpotter("model", Recognizes(Hypothesis("six pay", 0.0)))
    assert untimed.spot(np.zeros(9), keywords) == [
        SpottedWord("six", None),
        SpottedWord("pay", None),
    ]
    assert RecognizerSpotter("model", Recognizes()).spot(np.zeros(9), keywords) == []


def test_windows_are_merged_and_times_are_those_of_the_clip():
    clip = Clip(np.full(20 * RATE, 0.1, np.float32), RATE)
    spotter = Hears(("a", 0.0, 1.0))
    found = hear(spotter, clip, [Interval(2, 3), Interval(4, 5), Interval(12, 13)], ["a"])
    assert [word.time for word in found] == [(0.5, 1.5), (10.5, 11.5)]
    assert hear(spotter, clip, [Interval(2, 3)], []) == []
