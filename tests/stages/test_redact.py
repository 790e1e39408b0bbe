import math
import re
from collections import Counter

import pytest
import soundfile
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.intervals import Interval
from privtool.core.errors import DataError
from privtool.core.record import Entity, NBestEntry, Record, WordTime
from privtool.interfaces.speech import SpottedWord
from tests.support.noise import write_noise
from tests.support.processing import processed
from tests.support.redacted_turns import changed_seconds, redact_stage
from tests.support.tables import tabled

RATE = 8000
WORDS = (
    WordTime("I'm", 0.2, 0.4, -1.0), WordTime("Anna", 0.4, 0.8, -1.0),
    WordTime("Quixley", 0.9, 1.3, -1.0), WordTime("here", 1.4, 1.6, -1.0),
)  # fmt: skip
RECORD = Record(
    id="r1", text="I'm Anna Quixley, here.", speaker="Anna", audio_filepath="anna.wav",
    words=WORDS, entities=(Entity(4, 16, "NAME"),), align_status="aligned",
)  # fmt: skip


@pytest.fixture
def make(tmp_path):
    write_noise(tmp_path / "anna.wav", 2, channels=2, subtype="PCM_24")
    (tmp_path / "out").mkdir()

    def stage(spotters=(), **options):
        return redact_stage(tmp_path, spotters, **options)

    return stage


def run(stage, *records):
    counts: Counter[str] = Counter()
    return processed(stage, list(records), counts), counts


def changed(tmp_path, new):
    return changed_seconds(tmp_path / "anna.wav", new)


def test_private_words_are_removed_from_audio_text_and_fields(make, tmp_path):
    (new,), counts = run(make(), RECORD)
    assert new.text == "I'm [MASK], here."
    assert new.words == (WordTime("I'm", 0.2, 0.4), WordTime("here", 1.4, 1.6))
    assert (new.speaker, new.entities, new.align_status) == (UNSET, UNSET, UNSET)
    assert (new.offset, new.duration) == (0.0, 2.0)
    (mask,) = new.masks
    assert (mask.start, mask.end, mask.label, mask.method) == (4, 10, "PERSON", "redact")
    assert changed(tmp_path, new) == pytest.approx((0.34, 1.36), abs=1e-3)
    assert "anna" not in new.audio_filepath
    assert (counts["private"], counts["intervals"], counts["whole_turns"]) == (2, 1, 0)
    again, _ = run(make(), RECORD)
    assert again == [new]


def test_recognition_results_are_dropped(make):
    heard = {
        "hyp": "i'm anna quixley here", "hyp_words": WORDS, "tokens": ["Anna", "Quixley"],
        "nbest": (NBestEntry(text="i'm hannah quixley here", score=-1.0),),
    }  # fmt: skip
    for record in (RECORD, replace(RECORD, entities=())):
        (new,), _ = run(make(), replace(record, **heard))
        assert {new.hyp, new.hyp_words, new.nbest, new.tokens} == {UNSET}


def test_a_breath_next_to_a_private_word_is_removed(make, tmp_path):
    samples, rate = soundfile.read(tmp_path / "anna.wav")
    for start, end in ((0.0, 0.2), (1.36, 1.4), (1.6, 2.0)):  # pauses, but for a breath at 1.30
        samples[round(start * rate) : round(end * rate)] *= 0.001
    soundfile.write(tmp_path / "anna.wav", samples, rate, subtype="PCM_24")
    later = replace(WORDS[3], start=1.5)
    (new,), _ = run(make(margin=0.02), replace(RECORD, words=(*WORDS[:3], later)))
    assert changed(tmp_path, new) == pytest.approx((0.38, 1.36), abs=0.01)


def test_a_record_without_entities_keeps_its_audio(make, tmp_path):
    (new,), _ = run(make(), replace(RECORD, entities=(), words=UNSET))
    assert changed(tmp_path, new) is None
    assert new.text == RECORD.text
    assert new.words is UNSET


def test_a_short_word_between_private_ones_is_removed(make, tmp_path):
    words = (
        WordTime("Anna", 0.4, 0.8), WordTime("or", 0.82, 0.9), WordTime("Zoe", 0.92, 1.3),
        WordTime("here", 1.4, 1.6),
    )  # fmt: skip
    record = replace(
        RECORD, text="Anna or Zoe here", words=words,
        entities=(Entity(0, 4, "NAME"), Entity(8, 11, "NAME")),
    )  # fmt: skip
    (new,), counts = run(make(gap="class"), record)
    assert new.text == "[PERSON] [WORD] [PERSON] here"
    assert new.words == (words[3],)
    assert changed(tmp_path, new) == pytest.approx((0.34, 1.36), abs=1e-3)
    assert (counts["private"], counts["others"], counts["intervals"]) == (2, 1, 1)
    (long,), counts = run(make(margin=0.0), record)
    assert long.text == "[MASK] or [MASK] here"
    assert counts["others"] == 0


@pytest.mark.parametrize("marker", ["[MASK]", "[PERSON]", "</s>"])
def test_a_typed_marker_is_private(make, tmp_path, marker):
    text = f"I'm {marker} Quixley, here."
    words = (WORDS[0], replace(WORDS[1], word=marker.strip("[]</>")), *WORDS[2:])
    record = replace(RECORD, text=text, words=words, entities=())
    (new,), counts = run(make(gap="class"), record)
    assert new.text == f"I'm {'[PERSON]' if marker == '[PERSON]' else '[WORD]'} Quixley, here."
    assert len(new.masks) == 1
    assert changed(tmp_path, new) == pytest.approx((0.34, 0.86), abs=1e-3)
    assert counts["private"] == 1
    assert run(make(drop_turn=True), record)[0] == []
    inside = replace(record, entities=(Entity(4, len(text) - 7, "NAME"),))
    (new,), counts = run(make(), inside)
    assert new.text == "I'm [MASK], here."
    (whole,), counts = run(make(), replace(record, words=UNSET))
    assert whole.text == "[MASK]"
    assert counts["whole_turns"] == 1


def test_words_that_an_aligner_writes_in_its_own_way_are_found(make, tmp_path):
    words = tuple(
        WordTime(word, 0.3 * number, 0.3 * number + 0.2)
        for number, word in enumerate(["at", "five", "oclock", "twenty", "five"], 1)
    )
    text = "at five o'clock, twenty-five"
    record = replace(RECORD, text=text, words=words, entities=(Entity(3, 15, "TIME"),))
    (new,), counts = run(make(), record)
    assert new.text == "at [MASK], twenty-five"
    assert new.words == (words[0], *words[3:])
    assert changed(tmp_path, new) == pytest.approx((0.54, 1.16), abs=1e-3)
    assert counts["whole_turns"] == 0
    inside = replace(record, entities=(Entity(24, 28, "AGE"),))  # one of two words without a space
    (new,), _ = run(make(), inside)
    assert new.text == "at five o'clock, twenty-[MASK]"
    joined = replace(inside, words=(*words[:3], WordTime("twentyfive", 1.2, 1.7)))
    (new,), _ = run(make(), joined)
    assert new.text == "at five o'clock, [MASK]"
    for number in range(len(words)):  # a word without a time, wherever it is
        left = replace(record, words=words[:number] + words[number + 1 :])
        (new,), counts = run(make(), left)
        assert (new.text, new.words, counts["whole_turns"]) == ("[MASK]", (), 1)
    for word in ("six", "", "clock"):  # a word that the text does not have
        other = replace(record, words=(*words[:2], WordTime(word, 0.9, 1.1), *words[3:]))
        (new,), counts = run(make(), other)
        assert (new.text, counts["whole_turns"]) == ("[MASK]", 1)


def test_signs_alone_are_words_of_the_text(make, tmp_path):
    sign = WordTime("&", 0.42, 0.42)  # takes no time, so it does not limit the margin
    words = (WORDS[0], sign, replace(WORDS[1], start=0.43), *WORDS[2:])
    record = replace(RECORD, text="I'm & Anna Quixley, here.", entities=(Entity(6, 18, "NAME"),))
    (new,), counts = run(make(), replace(record, words=words))
    assert new.text == "I'm & [MASK], here."
    assert [word.word for word in new.words] == ["I'm", "&", "here"]
    assert changed(tmp_path, new) == pytest.approx((0.37, 1.36), abs=1e-3)
    words = (words[0], replace(sign, end=0.6), replace(words[2], start=0.6), *words[3:])
    with_sign = replace(record, words=words, entities=(Entity(4, 18, "NAME"),))
    (new,), _ = run(make(), with_sign)
    assert new.text == "I'm [MASK], here."
    assert changed(tmp_path, new) == pytest.approx((0.36, 1.36), abs=1e-3)
    other = (words[0], replace(words[1], word="%"), *words[2:])  # a sign that the text lacks
    (new,), counts = run(make(), replace(record, words=other))
    assert (new.text, counts["whole_turns"]) == ("[MASK]", 1)


def without_time(index):
    words = list(WORDS)
    words[index] = replace(words[index], end=words[index].start)
    return tuple(words)


UNCERTAIN = {
    "no words": {"words": UNSET},
    "no words at all": {"words": ()},
    "words of another text": {"words": (*WORDS[:3], WordTime("there", 1.4, 1.6))},
    "words that a public text lacks": {"text": "I'm here", "entities": ()},
    "a word too few": {"words": WORDS[1:]},
    "a private word that takes no time": {"words": without_time(1)},
    "audio shorter than its words": {"words": (*WORDS[:3], WordTime("here", 1.9, 2.2))},
    "words in no order": {"words": (replace(WORDS[0], start=1.0, end=1.1), *WORDS[1:])},
    "an entity that covers no word": {"entities": (Entity(16, 17, "NAME"),)},
    "an empty text": {"text": "", "words": (), "entities": ()},
    "a turn that must not be used": {"drop_turn": True},
    "a text without words": {"text": " ... ", "words": (), "entities": ()},
}


@pytest.mark.parametrize("fields", UNCERTAIN.values(), ids=UNCERTAIN)
def test_uncertain_times_remove_the_whole_turn(make, tmp_path, fields):
    record = replace(RECORD, **fields)
    (new,), counts = run(make(), record)
    assert changed(tmp_path, new) == pytest.approx((0.0, 2.0), abs=2e-3)
    assert new.text == ("[MASK]" if record.text else "")
    assert not new.words
    assert counts["whole_turns"] == 1


@pytest.mark.parametrize("noise", ["<eps>", "[laughter]", "sil", "(Noise)"])
def test_a_noise_in_the_word_times_is_no_word(make, tmp_path, noise):
    words = (WordTime("I'm", 0.2, 0.4), WordTime(noise, 0.5, 0.8), WordTime("here", 1.4, 1.6))
    (new,), counts = run(make(), replace(RECORD, text="I'm here", words=words, entities=()))
    assert new.text == "I'm here"
    assert counts["whole_turns"] == 0


def test_overlapping_words_are_removed_completely(make, tmp_path):
    words = (*WORDS[:2], WordTime("Quixley", 0.7, 1.5), WORDS[3])
    (new,), _ = run(make(), replace(RECORD, words=words))
    start, end = changed(tmp_path, new)
    assert start <= 0.4
    assert end >= 1.5


def test_turns_can_be_dropped(make, tmp_path):
    plain = replace(RECORD, id="r2", entities=())
    new, counts = run(make(drop_turn=True), RECORD, plain, replace(plain, text="", words=()))
    assert [record.id for record in new] == ["r2"]
    assert counts["dropped"] == 2
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_fields_are_kept_only_when_named(make):
    (new,), _ = run(make(keep=("speaker",), gap="none"), RECORD)
    assert new.speaker == "Anna"
    assert new.text == "I'm , here."
    assert new.masks == ()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"text": UNSET}, "'text' is missing"),
        ({"entities": UNSET}, "run `privtool mask --annotate` first"),
        ({"entities": (Entity(4, 99, "NAME"),)}, "outside the text"),
        ({"masks": ()}, "has 'masks' already"),
        ({"audio_filepath": "b.wav"}, "the audio file is missing"),
        ({"audio_filepath": UNSET}, "'audio_filepath' is missing"),
    ],
)
def test_invalid_records_are_bad_lines(make, fields, said):
    with pytest.raises(DataError, match=said):
        processed(make(), [replace(RECORD, **fields)])


class FindsEverything:
    """A word spotter that finds all keywords in the middle of the interval, and one before it."""

    name, rate = "everything", RATE

    def spot(self, samples, keywords):
        assert len(samples) == 2 * RATE
        assert keywords == ["anna", "quixley"]
        spotted = [SpottedWord(word, Interval(0.8, 0.9)) for word in keywords]
        return [SpottedWord("anna", Interval(0.2, 0.4)), *spotted]


def test_leaks_are_counted(make):
    _, counts = run(make([FindsEverything()], kind="tone"), RECORD)
    assert (counts["heard_before"], counts["silenced"]) == (2, 1)
    assert counts["recalled"] == 3  # in all of the turn, which was removed, too


def test_a_turn_in_which_a_private_word_is_heard_again_is_removed_as_a_whole(make, tmp_path):
    (new,), counts = run(make([FindsEverything()]), RECORD)
    assert (counts["silenced"], counts["recalled"]) == (1, 0)
    assert (new.text, new.words) == ("[MASK]", ())
    assert changed(tmp_path, new) == pytest.approx((0.0, 2.0), abs=0.01)


# `redact` where the times of words are doubtful.
TEXT = "so hi anna smith how are you"
ANNA = 2


def record(*confidence, private=(ANNA,)):
    words = TEXT.split()
    times = tuple(
        WordTime(word, 0.5 * n + 0.1, 0.5 * n + 0.5, -1.0, own)
        for n, (word, own) in enumerate(zip(words, confidence, strict=True))
    )
    entities = tuple(
        Entity(TEXT.index(words[n]), TEXT.index(words[n]) + len(words[n]), "NAME") for n in private
    )
    return Record(id="r", text=TEXT, audio_filepath="a.wav", words=times, entities=entities)


@pytest.fixture
def redact(tmp_path):
    write_noise(tmp_path / "a.wav", 4)
    (tmp_path / "out").mkdir()

    def run(given, least=0.5):
        counts: Counter[str] = Counter()
        (new,) = processed(redact_stage(tmp_path, least_confidence=least), [given], counts)
        return new, counts, changed_seconds(tmp_path / "a.wav", new)

    return run


@tabled("stages", "confidence private least text gone counted")
def test_doubtful_times_are_widened_to_the_next_certain_words(
    redact, confidence, private, least, text, gone, counted
):
    new, counts, removed = redact(record(*confidence, private=private), least=least)
    assert new.text == text
    assert [word.word for word in new.words] == re.findall(r"\b[a-z]+", text)
    assert removed == pytest.approx(tuple(gone), abs=1e-2)
    assert {name: counts[name] for name in counted} == counted


@pytest.mark.parametrize("unknown", [UNSET, math.nan, -1.0, 2.0, math.inf])
def test_words_of_unknown_confidence_are_doubtful(redact, unknown):
    new, counts, _ = redact(record(*[unknown] * 7))
    assert new.text == "[MASK]"
    assert counts["without_confidence"] == (unknown is UNSET)
    new, _, _ = redact(record(1, 1, unknown, 1, 1, 1, 1))
    assert new.text == "so hi [MASK] smith how are you"


def test_public_turns_are_unchanged_whatever_the_confidence(redact, tmp_path):
    public = replace(record(*[UNSET] * 7), entities=())
    assert redact(public)[2] is None
