"""What is left of the audio of private words, and in turns without their times."""

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, WordTime
from privtool.interfaces.speech import Hypothesis, SpottedWord
from privtool.stages.audit_audio import AuditAudioStage
from privtool.stages.compared_audio import AudioPair, Originals
from privtool.stages.hearing import RecognizerSpotter, hear
from tests.support.private_turn import PRIVATE, RATE, RECORD, WORDS, Hears, noise, share, without

NO_EARS = (Hears(),)


@pytest.fixture
def audit(tmp_path):
    """Audit recordings against that of a record: gives the counts, as in figures."""

    def run(after, record=RECORD, safe=None, spotters=NO_EARS, before=None, others=()):
        soundfile.write(tmp_path / "r1.wav", noise() if before is None else before, RATE)
        soundfile.write(tmp_path / "safe.wav", after, RATE)
        reader = AudioRoot(str(tmp_path))
        originals = Originals((), reader)
        for each in (record, *others):
            originals.add(each)
        stage = AuditAudioStage(originals, reader, reader, spotters)
        safe = safe or Record(id="r1", text="ask [MASK] now", audio_filepath="safe.wav")
        (outcome,) = stage.audit([safe])
        if isinstance(outcome, str):
            raise DataError(outcome)
        return outcome

    return run


def test_audio_that_is_replaced_is_covered_and_audio_that_is_left_is_not(audit):
    gone = audit(without(noise(), *PRIVATE))
    assert share(gone, "uncovered") == (0, 2)
    assert share(gone, "residue") == (0, 2)
    assert share(gone, "unmatched") == (0, 2)
    changed, of = share(gone, "changed_outside", "words")
    assert of == round(0.4 * RATE)
    assert changed == pytest.approx(0.1 * RATE, abs=2)  # few samples are equal by chance
    one = audit(without(noise(), PRIVATE[0]))
    assert share(one, "uncovered") == (1, 2)
    assert share(one, "residue") == (1, 2)
    assert share(one, "residue", role="baseline") == (0, 2)
    assert [place["word"] for place in one.places] == ["Quixley"]


@pytest.mark.parametrize("replaced", [0.3, 0.9])
def test_a_word_of_which_a_part_is_left_is_uncovered(audit, replaced):
    """Of "Anna", from 0.4 to 0.8 s, a part is replaced."""
    outcome = audit(without(noise(), (0.4, 0.4 + 0.4 * replaced), (0.85, 1.35)))
    assert share(outcome, "uncovered") == (1, 2)


def test_a_copy_is_found_at_another_level_and_150_ms_away(audit):
    moved = without(noise(), *PRIVATE)
    moved[round(0.5 * RATE) : round(0.9 * RATE)] = (
        0.05 * noise()[round(0.4 * RATE) : round(0.8 * RATE)]
    )
    outcome = audit(moved)
    assert share(outcome, "residue") == (1, 2)
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
    swapped = audit(before[:, ::-1], before=before)
    assert share(swapped, "uncovered") == share(swapped, "residue") == (2, 2)
    assert share(audit(without(before, *PRIVATE)[:, ::-1], before=before), "uncovered") == (0, 2)
    mono = audit(noise(channels=2).mean(1), before=before)
    assert share(mono, "residue") == (2, 2)
    single = audit(before[:, 1], before=before)
    assert share(single, "uncovered") == share(single, "residue_mel") == (2, 2)
    assert share(audit(without(before, *PRIVATE)[:, 1], before=before), "uncovered") == (0, 2)


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
    assert pair.is_left(interval)
    assert not pair.replaced
    assert pair.residue(interval).samples == pytest.approx(1)
    other = AudioPair(Audio(before, RATE, "", ""), Audio(noise(seed + 1, 1.0), RATE, "", ""))
    assert not other.is_left(interval)
    assert other.replaced
    assert other.residue(interval).samples < 0.5


# Which original records can be audited.
@pytest.mark.parametrize(
    ("record", "said"),
    [
        (replace(RECORD, entities=UNSET), "mask --annotate"),
        (replace(RECORD, entities=(Entity(4, 99, "NAME"),)), "outside the text"),
        (replace(RECORD, masks=()), "have no 'masks'"),
        (replace(RECORD, id=UNSET), "'id' is missing"),
    ],
)
def test_originals_that_are_none_are_refused(record, said):
    with pytest.raises(DataError, match=said):
        Originals((), AudioRoot(".")).add(record)


def test_an_id_has_one_original():
    originals = Originals(("speaker",), AudioRoot("."))
    originals.add(RECORD)
    assert originals.of(Record(id="r1"))[1] == "str:s"
    with pytest.raises(DataError, match="the same id"):
        originals.add(RECORD)
    with pytest.raises(DataError, match="has this id"):
        originals.of(Record(id=1))


# Which private words are heard, and where a word that is heard counts.
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


# Private words beside the audio: in paths, tags and other records of the file.
def test_paths_and_tags_are_side_channels(audit, tmp_path):
    clean = without(noise(), *PRIVATE)
    assert share(audit(clean), "side_channel") == (0, 1)
    audit(clean)
    (tmp_path / "safe.wav").rename(tmp_path / "x_quixley.wav")
    safe = Record(id="r1", text="ask [MASK] now", audio_filepath="x_quixley.wav")
    outcome = audit(clean, safe=safe)
    assert share(outcome, "side_channel", "path") == (1, 1)
    with soundfile.SoundFile(tmp_path / "tagged.wav", "w", RATE, 1) as file:
        file.title = "call of Anna"
        file.write(clean)
    tagged = audit(clean, safe=replace(safe, audio_filepath="tagged.wav"))
    assert share(tagged, "side_channel", "tags") == (1, 1)
    assert tagged.places[0]["how"] == ["in the tags"]


def test_private_words_of_other_records_of_the_file_are_a_side_channel(audit):
    other = Record(
        id="r2", text="Otto", audio_filepath="r1.wav", offset=1.5,
        words=(WordTime("Otto", 0.1, 0.4),), entities=(Entity(0, 4, "NAME"),),
    )  # fmt: skip
    outcome = audit(without(noise(), *PRIVATE), others=[other])
    assert share(outcome, "side_channel", "overlap") == (1, 1)
    outcome = audit(without(noise(), *PRIVATE, (1.55, 1.95)), others=[other])
    assert share(outcome, "side_channel", "overlap") == (0, 1)
    elsewhere = replace(other, offset=2.0)
    short = replace(RECORD, duration=2.0)
    outcome = audit(without(noise(), *PRIVATE), short, others=[elsewhere])
    assert share(outcome, "side_channel", "overlap") == (0, 0)
