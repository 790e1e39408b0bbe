import json
from collections import Counter

import msgspec
import numpy as np
import pytest
import soundfile
from msgspec import UNSET

from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Format
from privtool.core.errors import DataError
from privtool.core.reading import Block
from privtool.core.record import NBestEntry, Record, UnknownFields, WordTime
from privtool.interfaces.speech import Hypothesis
from privtool.stages.asr_eval import AsrEvalStage, EvalSettings, eval_block
from privtool.text.scoring.scorer import Scoring
from tests.support.processing import processed

RATE = 8000


class Fake:
    """Hears as many words as a clip has tenths of a second, and one more at higher weights."""

    rate = RATE

    def __init__(self, weights=(0.0,)):
        self.weights = weights
        self.clips = []

    def recognize(self, clips):
        self.clips += clips
        return [[self.guesses(clip, weight) for weight in self.weights] for clip in clips]

    def guesses(self, clip, weight):
        count = round(10 * len(clip) / RATE)
        text = " ".join(["one"] * (count + int(weight)))
        words = tuple(WordTime("one", n / 10, (n + 1) / 10 + 1e-6) for n in range(count))
        other = Hypothesis("two", -2.0, lm_score=-weight)
        return [Hypothesis(text, -1.0, words, -weight), other, other._replace(text="three")]


@pytest.fixture
def folder(tmp_path):
    def write(name, seconds, rate=RATE, channels=1):
        soundfile.write(tmp_path / name, np.zeros((int(seconds * rate), channels)), rate)

    write("two.wav", 0.2)
    write("three.wav", 0.3)
    write("stereo.flac", 0.2, 44_100, 2)
    return tmp_path


def run(stage, *records):
    counts = Counter()
    return list(stage.process(records, counts)), counts, stage.drain()


def stage_of(folder=None, recognizer=None, fused=False, **settings):
    clips = AudioRoot(str(folder)) if folder else None
    return AsrEvalStage(EvalSettings(Scoring(), **settings), recognizer, clips, fused)


def heard(**fields):
    return Record(id=1, extra=UnknownFields(other=fields.pop("other", "a b")), **fields)


def test_records_get_hypotheses_with_times_and_lose_unknown_fields(folder):
    record = Record(id=1, text="one two", audio_filepath="two.wav", extra=UnknownFields(note=1))
    ((new,),), counts, (scored,) = run(stage_of(folder, Fake()), record)
    assert (new.hyp, new.text, new.extra) == ("one one", "one two", UNSET)
    assert new.hyp_words == (WordTime("one", 0.0, 0.1), WordTime("one", 0.1, 0.2))
    assert (new.nbest, new.lm_weight) == (UNSET, UNSET)
    assert (scored.counts["hits"], scored.counts["substitutions"]) == (1, 1)
    assert counts["scored"] == 1
    assert counts["audio_milliseconds"] == 200


def test_a_weight_of_zero_is_told_where_there_is_a_language_model(folder):
    record = Record(id=1, text="one one", audio_filepath="two.wav")
    ((new,),), _, (scored,) = run(stage_of(folder, Fake(), fused=True), record)
    assert (new.lm_weight, scored.weight) == (0.0, 0.0)


def test_each_weight_gives_a_record_and_a_score(folder):
    record = Record(id=1, text="one one", audio_filepath="two.wav", speaker="x")
    stage = stage_of(folder, Fake((0.0, 1.0)), fused=True, nbest=2)
    (made,), counts, scored = run(stage, record)
    assert [new.hyp for new in made] == ["one one", "one one one"]
    assert [new.lm_weight for new in made] == [0.0, 1.0]
    assert [len(new.nbest) for new in made] == [2, 2]
    assert msgspec.json.encode(made[1].nbest[1]) == b'{"text":"two","score":-2.0,"lm_score":-1.0}'
    assert [(one.weight, one.counts["insertions"]) for one in scored] == [(0.0, 0), (1.0, 1)]
    assert counts["scored"] == 1
    assert {one.unit for one in scored} == {"speaker str:x"}


def test_records_without_text_are_recognized_and_not_scored(folder):
    ((new,),), counts, scored = run(
        stage_of(folder, Fake()), Record(id=1, audio_filepath="two.wav")
    )
    assert (new.hyp, new.text, scored) == ("one one", UNSET, [])
    assert (counts["scored"], counts["unscored"]) == (0, 1)


def test_a_turn_of_which_nothing_may_be_used_is_left_out(folder):
    fake = Fake()
    dropped = Record(id=1, text="a", audio_filepath="missing.wav", drop_turn=True)
    kept = Record(id=2, text="a", audio_filepath="two.wav")
    (none, (new,)), counts, scored = run(stage_of(folder, fake), dropped, kept)
    assert (none, new.id, len(scored), len(fake.clips)) == ([], 2, 1, 1)
    assert counts["dropped"] == 1


def test_audio_is_read_as_the_recognizer_wants_it(folder):
    fake = Fake()
    record = Record(id=1, text="", audio_filepath="stereo.flac")
    _, counts, _ = run(stage_of(folder, fake), record)
    assert (counts["mixed"], counts["resampled"]) == (1, 1)
    assert fake.clips[0].shape == (1600,)
    for fields, why in (
        ({}, "audio_filepath"),
        ({"audio_filepath": "missing.wav"}, "missing"),
        ({"audio_filepath": "two.wav", "duration": 1.0}, "ends"),
    ):
        with pytest.raises(DataError, match=why):
            processed(stage_of(folder, fake), [Record(id=1, text="a", **fields)])


def test_what_another_system_heard_is_scored():
    stage = stage_of(hyp_field="other")
    ((new,),), _, (scored,) = run(stage, heard(text="a c"))
    assert (new.hyp, scored.counts["substitutions"]) == ("a b", 1)
    for record, why in (
        (Record(id=1, text="a"), "'other' is missing"),
        (heard(text="a", other=5), "'other' is not a text"),
    ):
        with pytest.raises(DataError, match=why):
            processed(stage, [record])
    with pytest.raises(DataError, match="'hyp' is missing; run `privtool asr-eval`"):
        processed(stage_of(hyp_field="hyp"), [Record(id=1, text="a")])


def test_a_scored_record_keeps_the_times_and_guesses_of_its_hypothesis():
    given = {"hyp_words": (WordTime("a", 0.0, 0.1),), "nbest": (NBestEntry("a", -1.0, UNSET),)}
    own, foreign = (
        run(stage_of(hyp_field=name), heard(text="a c", hyp="a", **given))[0][0][0]
        for name in ("hyp", "other")
    )
    assert (own.hyp, own.hyp_words, own.nbest) == ("a", *given.values())
    assert (foreign.hyp, foreign.hyp_words, foreign.nbest) == ("a b", UNSET, UNSET)


def test_empty_references_and_hypotheses():
    stage = stage_of(hyp_field="other")
    records = heard(text=""), heard(text="a b", other=""), heard(text="", other="")
    _, counts, scored = run(stage, *records)
    assert counts["silent"] == 2
    names = "words", "hits", "substitutions", "deletions", "insertions", "wrong_turns"
    assert [[one.counts[name] for name in names] for one in scored] == [
        [0, 0, 0, 0, 2, 1],
        [2, 0, 0, 2, 0, 1],
        [0, 0, 0, 0, 0, 0],
    ]


def test_two_systems_are_joined_by_id():
    stage = stage_of(hyp_field="other", against={1: "a c"})
    _, _, (scored,) = run(stage, heard(text="a c"))
    assert (scored.counts["hits"], scored.other["hits"]) == (1, 2)
    with pytest.raises(DataError, match="no record of `against` has this id"):
        processed(stage, [msgspec.structs.replace(heard(text="a c"), id="1")])


def test_units_and_roles():
    for unit, speaker, expected in (
        ("speaker", "x", "speaker str:x"),
        ("speaker", 5, "speaker int:5"),
        ("speaker", UNSET, "turn int:1"),
        ("turn", "x", "turn int:1"),
        ("none", "x", None),
    ):
        stage = stage_of(hyp_field="other", unit=unit)
        _, counts, (scored,) = run(stage, heard(text="a", speaker=speaker))
        assert scored.unit == expected
        assert counts["alone"] == (unit == "speaker" and speaker is UNSET)
    settings = EvalSettings(Scoring(roles=("doctor", "patient")), hyp_field="other")
    stage = AsrEvalStage(settings, None, None)
    record = heard(text="a b", speaker="Doctor", other="<doctor> a <patient> b")
    _, _, (scored,) = run(stage, record)
    assert (scored.counts["role_errors"], scored.counts["role_words"]) == (1, 2)


def test_nothing_depends_on_the_blocks():
    lines = [json.dumps({"text": f"a b {n}", "speaker": n % 2}).encode() for n in range(6)]
    line_format = Format(unknown_fields=True)

    def run_in(sizes):
        block_of = eval_block(stage_of(hyp_field="text", unit="turn"), line_format, False)
        done, at = [], 0
        for size in sizes:
            done.append(block_of(Block("in", at + 1, lines[at : at + size])))
            at += size
        data = b"".join(one.result.data for one in done)
        return data, [scored for one in done for scored in one.scored]

    assert run_in([6]) == run_in([1, 2, 3])
