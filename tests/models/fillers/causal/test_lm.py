"""The causal filler against a slow reference, and its invariances."""

import re

import pytest
from transformers import AutoModelForCausalLM, AutoTokenizer

from privtool.core.device import Runtime
from privtool.core.record import Mask, Record
from privtool.interfaces.filling import PhraseQuestion, Wanted
from privtool.models.fillers.causal.inputs import MAX_PIECES, RIGHT_CONTEXT
from privtool.models.fillers.load import load_filler
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.text.filling.words import is_fillable
from privtool.text.word_lists import make_word_list
from tests.support.processing import processed
from tests.support.slow_causal_filler import SlowFiller
from tests.support.tiny_causal_lms import tiny_gpt2, tiny_llama
from tests.support.tiny_models import SENTENCES, WORDS, resolved

LISTED = make_word_list("mine", WORDS[::2])
MAKERS = {"llama": tiny_llama, "gpt2": tiny_gpt2}
SEGMENTS = [
    ["i called the ", " this morning because my ", " hurts."],
    ["", " said (", "'s name) is ", ""],
    ["we need ", " ", " tickets for the late train"],
    ["\n", ", and Ünïcode 😀 </s> ", "-based\n", " end"],
]


@pytest.fixture(scope="module", params=sorted(MAKERS))
def folder(request, tmp_path_factory):
    return MAKERS[request.param](tmp_path_factory.mktemp("causal") / request.param)


def load(folder, batch_size=None, dtype="fp32"):
    return load_filler(resolved(folder), Runtime("cpu", dtype, batch_size))


@pytest.fixture(scope="module")
def fast(folder):
    return load(folder)


@pytest.mark.parametrize(("want", "segments"), [
    (Wanted(None, ()), SEGMENTS[0]), (Wanted("WORD", (LISTED,)), SEGMENTS[1]),
    (Wanted("PERSON", ()), SEGMENTS[1]), (Wanted("NUMBER", (LISTED,)), SEGMENTS[0]),
], ids=["any", "listed", "person", "number"])  # fmt: skip
def test_rankings_equal_the_slow_reference(folder, fast, want, segments):
    slow = SlowFiller(folder)
    draft, other = fast.draft(segments), fast.draft(segments)
    for _ in segments[1:]:
        (ranking,) = fast.rank([draft], [want], 3)
        best, unlisted = slow.rank(other, want, 3)
        assert [c.word for c in ranking.best.all()] == [word for word, _ in best]
        for candidate, (_, score) in zip(ranking.best.all(), best, strict=True):
            assert candidate.score == pytest.approx(score, abs=1e-3)
        other_words = ranking.unlisted.all() if ranking.unlisted else []
        assert [candidate.word for candidate in other_words] == unlisted
        draft.put(ranking.best.at(0).token)
        other.put(ranking.best.at(0).token)


def test_with_very_many_candidates_few_partial_words_are_extended(fast, monkeypatch):
    score, rows_of_lengths = fast._scorer.score, []

    def counting(prefixes, rows, width):
        rows_of_lengths.append(len(rows))
        return score(prefixes, rows, width)

    monkeypatch.setattr(fast._scorer, "score", counting)
    fast.rank([fast.draft(SEGMENTS[0])], [Wanted(None, ())], 200)
    assert rows_of_lengths[0] > 64  # words of one piece
    assert rows_of_lengths[1:] == [64] * (MAX_PIECES - 1)


def test_the_text_is_coded_as_a_whole(folder, fast):
    """Segments and filled words come to the ids of the filled text."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    for sentence in SENTENCES[:10]:
        words = sentence.split()
        before, after = " ".join(words[:2]) + " ", " " + " ".join(words[3:])
        draft = fast.draft([before, after])
        pieces = tokenizer.encode(f"{before}{words[2]}", add_special_tokens=False)
        begin = tokenizer.encode(before[:-1], add_special_tokens=False)
        assert pieces[: len(begin)] == begin
        draft.put(draft.token(pieces[len(begin) :]))
        expected = tokenizer.encode(sentence, add_special_tokens=False)
        assert draft._left == [tokenizer.bos_token_id, *expected]


def test_of_a_long_text_before_a_phrase_only_the_end_is_coded(fast, monkeypatch):
    tokens, lengths = fast._tokens, []
    encode, prose = tokens.encode, " ".join(SENTENCES * 50)
    monkeypatch.setattr(tokens, "encode", lambda text: lengths.append(len(text)) or encode(text))
    for text in (prose, f"{prose} {'31' * 2000}", prose + "\n" * 4001, "a" * 5001):
        assert tokens.phrase_rows(text, ["x"], "")[0] == [tokens.begin, *encode(text)[-256:]]
    assert lengths[0] < len(prose) / 3
    assert lengths[1] < len(prose) / 3


def records():
    made = []
    for number, segments in enumerate(SEGMENTS):
        text, masks = segments[0], []
        for segment in segments[1:]:
            masks.append(Mask(len(text), len(text) + 6, "WORD", "allowList"))
            text += "[MASK]" + segment
        made.append(Record(id=number, text=text, masks=tuple(masks)))
    return made


def stage(filler, merge=False, **settings):
    settings.setdefault("sampler", TopKSampler(5))
    return FillStage(FillSettings(find_list=lambda name: LISTED, merge=merge, **settings), filler)


def fill(stage, given):
    return processed(stage, given)


def test_results_depend_on_the_record_only(folder, fast):
    together = fill(stage(fast, provenance=True, samples=2), records())
    alone = [r for one in records() for r in fill(stage(fast, provenance=True, samples=2), [one])]
    assert together == alone
    small = load(folder, batch_size=1)
    assert fill(stage(small, provenance=True, samples=2), records()[::-1]) == [
        r for n in (3, 2, 1, 0) for r in together[2 * n : 2 * n + 2]
    ]


def test_nothing_but_the_slots_changes_and_words_are_whole(fast):
    for record, segments in zip(fill(stage(fast), records()), SEGMENTS, strict=True):
        pattern = "(.+?)".join(map(re.escape, segments))
        match = re.fullmatch(pattern, record.text, re.DOTALL)
        assert match
        assert all(is_fillable(word) or is_fillable(word.lower()) for word in match.groups())


def test_words_of_several_pieces_are_found(fast):
    several = 0
    for segments in SEGMENTS:
        (ranking,) = fast.rank([fast.draft(segments)], [Wanted(None, ())], 30)
        base = fast.draft(segments)._base
        several += sum(candidate.token >= base * base for candidate in ranking.best.all())
    assert several


def test_long_texts_are_seen_through_a_window(tmp_path):
    fast = load(tiny_llama(tmp_path / "short", positions=64))
    long = " ".join(SENTENCES) + " "
    draft = fast.draft([long, " " + long])
    assert draft.padded_length == 64
    assert len(draft.left()) + len(draft.right()) + MAX_PIECES <= 64
    assert len(draft.right()) == RIGHT_CONTEXT
    assert fast.rank([draft], [Wanted(None, ())], 2)[0].best.all()


def test_half_precision(folder):
    filler = load(folder, dtype="bf16")
    assert filler.rank([filler.draft(SEGMENTS[0])], [Wanted(None, ())], 2)[0].best.all()


def test_words_of_several_pieces_of_a_large_vocabulary(folder, tmp_path):
    """A word's number is as long as its pieces need: more than 64 bits."""
    model = AutoModelForCausalLM.from_pretrained(folder)
    model.resize_token_embeddings(1 << 17, mean_resizing=False)
    model.save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    wide = load(tmp_path)
    (ranking,) = wide.rank([wide.draft(SEGMENTS[0])], [Wanted(None, ())], 1000)
    found = max(ranking.best.all(), key=lambda one: one.token)
    assert found.token > 1 << 64
    draft, coded = wide.draft(SEGMENTS[0]), AutoTokenizer.from_pretrained(folder)
    draft.put(found.token)
    assert coded.decode(draft.left(), skip_special_tokens=True).startswith(
        f"{SEGMENTS[0][0]}{found.word}{SEGMENTS[0][1].removesuffix(' ')}"
    )
    chosen = {
        TopKSampler(1000).pick(ranking._replace(unlisted=None), number << 50).word
        for number in range(9)
    }
    assert len(chosen) > 3


def test_phrases_are_scored_with_the_text_after_them(folder, fast):
    segments = ["i called the ", " ", " because my ", " hurts"]
    phrases = [("doctor", "today"), ("mother", "early"), ("a", "friend")]
    (found,) = fast.phrase_scores([PhraseQuestion(segments, 0, phrases)])
    slow = SlowFiller(folder)
    texts = [" ".join(phrase) for phrase in phrases]
    left, rows = fast._tokens.phrase_rows(segments[0], texts, segments[2])
    expected = []
    for ids in rows:
        logs = slow.logs([*left, *ids])
        expected.append(sum(float(logs[len(left) - 1 + n, key]) for n, key in enumerate(ids)))
    assert found == pytest.approx(expected, abs=1e-3)
    assert "doctor today because" in fast._tokens.backend.decode([*left, *rows[0]])
