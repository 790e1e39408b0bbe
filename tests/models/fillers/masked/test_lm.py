"""The fast filler against a slow one that is written by the definition, and its invariances."""

import re
from functools import partial

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken
from transformers import AutoModelForMaskedLM, AutoTokenizer

from privtool.core.device import Runtime
from privtool.core.errors import UnavailableError
from privtool.core.record import Mask, Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Candidate, PhraseQuestion, Ranking, Wanted, candidates
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.masked.lm import PseudoLikelihoodScorer
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.text.filling.words import fits_class
from privtool.text.word_lists import make_word_list
from tests.support.processing import processed
from tests.support.tiny_masked_lms import ARCHITECTURES, tiny_masked_lm
from tests.support.tiny_models import POSITIONS, SENTENCES, WORDS, resolved, tiny_bert, tiny_roberta

LISTED = make_word_list("mine", WORDS[::2])
MAKERS = {"bert": tiny_bert, "roberta": tiny_roberta} | {
    name: partial(tiny_masked_lm, architecture=name) for name in ARCHITECTURES
}
WHOLE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
unhurried = settings(deadline=None, max_examples=10)


@pytest.fixture(scope="module", params=sorted(MAKERS))
def folder(request, tmp_path_factory):
    return MAKERS[request.param](tmp_path_factory.mktemp("model") / request.param)


@pytest.fixture(scope="module")
def slow(folder):
    return SlowFiller(folder)


@pytest.fixture(scope="module")
def fast(folder):
    return load(folder)


def is_whole(text):
    if text == "re":  # of "we're"
        return False
    return WHOLE.fullmatch(text) and (len(text) > 1 or not text.isalpha() or text in "aiAI")


def load(folder, batch_size=None, dtype="fp32"):
    return load_filler(resolved(folder), Runtime("cpu", dtype, batch_size))


class SlowFiller:
    """The whole head on one text at a time, without padding, and one word after another."""

    def __init__(self, folder):
        self.model = AutoModelForMaskedLM.from_pretrained(folder).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        mask = AddedToken(self.tokenizer.mask_token, lstrip=False, special=True)
        self.tokenizer.add_special_tokens({"mask_token": mask})
        self.room = POSITIONS - 3
        known = {key: text for key, text in self.spellings() if is_whole(text.strip())}
        marked = {text.strip() for text in known.values() if text.startswith(" ")}
        self.takes_space = bool(marked)
        self.spaced = self.unspaced = known
        if marked:
            self.spaced = {key: t.strip() for key, t in known.items() if t.startswith(" ")}
            added = self.tokenizer.tokenize("a")[0].startswith("\u2581")
            bare = {key: t for key, t in known.items() if t in marked}
            self.unspaced = self.spaced if added else bare

    def spellings(self):
        """Token ids and what they spell, continued words left out where they are marked."""
        special = set(self.tokenizer.all_special_ids)
        for token, key in self.tokenizer.get_vocab().items():
            if key in special or token.startswith("##"):
                continue
            byte_level = "Ġ" in self.tokenizer.get_vocab()
            yield key, self.tokenizer.decode([key]) if byte_level else token.replace("\u2581", " ")

    def fill(self, record, sampler, seed, sample=0):
        """The text with its slots filled, and the words that were chosen."""
        marked = record.text
        for mask in reversed(record.masks):
            before = marked[: mask.start]
            if self.takes_space and before[-1:].isspace():
                before = before[:-1]  # a word's token has the space in it
            marked = before + self.tokenizer.mask_token + marked[mask.end :]
        ids = self.tokenizer(marked)["input_ids"]
        text, chosen, done = "", [], 0
        for number, mask in enumerate(record.masks):
            before = record.text[done : mask.start]
            place = ids.index(self.tokenizer.mask_token_id)
            words = self.spaced if before[-1:].isspace() else self.unspaced
            want = None if record.text[mask.start : mask.end] == "[MASK]" else mask.label
            if want is None and mask.label in ("WORD", "PERSON"):
                want = "WORD"
            ranking = self.ranking(ids, place, words, want, sampler.topk)
            picked = sampler.pick(ranking, draw(seed, record.id, number, sample, 0), sample == 0)
            ids[place] = picked.token
            chosen.append(picked.word)
            text += before + picked.word
            done = mask.end
        return text + record.text[done:], chosen

    def ranking(self, ids, place, words, want, k):
        inner, at = ids[1:-1], place - 1
        start = min(max(0, at - self.room // 2), max(0, len(inner) - self.room))
        window = [ids[0], *inner[start : start + self.room], ids[-1]]
        with torch.no_grad():
            logits = self.model(torch.tensor([window])).logits[0, at - start + 1].tolist()
        some = {key: word for key, word in words.items() if want is None or fits_class(word, want)}
        found = [
            Candidate(key, word, logits[key], LISTED.keeps(word.lower()))
            for key, word in (some or words).items()
        ]
        found.sort(key=lambda candidate: -candidate.score)
        free = [candidate for candidate in found if not candidate.avoided]
        return Ranking(candidates(found[:k]), candidates(free[:k]) if free else None)


def stage(filler, sampler, **options):
    find = {LISTED.reference: LISTED}.__getitem__
    return FillStage(FillSettings(sampler, find, merge=False, **options), filler)


def record(text, id=1):
    masks = tuple(
        Mask(*m.span(), "WORD" if m.group() == "[MASK]" else m.group()[1:-1], "allowList")
        for m in re.finditer(r"\[[A-Z]+\]", text)
    )
    return Record(id=id, text=text, masks=masks, word_lists={"allowList": LISTED.reference})


parts = st.one_of(
    st.sampled_from(
        ["[MASK]", "[MASK]", "[NUMBER]", "(", ", ", ". ", "'s", " 42 ", "\n", "é", "😀"]
    ),
    st.sampled_from([f" {word} " for word in WORDS]),
    st.sampled_from([" [MASK] ", " [MASK] "]),
)
texts = st.lists(parts, min_size=1, max_size=25).map("".join)


@unhurried
@given(st.lists(texts, min_size=1, max_size=5), st.sampled_from([1, 3, 500]))
def test_the_result_equals_the_slow_reference(slow, fast, some, topk):
    records = [record(text, id=number) for number, text in enumerate(some)]
    sampler = TopKSampler(topk)
    new = processed(stage(fast, sampler, seed=5, provenance=True), records)
    for one, done in zip(records, new, strict=True):
        text, chosen = slow.fill(one, sampler, 5)
        fills = () if not chosen else done.fills
        assert [done.text[f.start : f.end].lower() for f in fills] == [w.lower() for w in chosen]
        assert done.text.lower() == text.lower()


def test_a_text_longer_than_the_model_takes_is_seen_through_a_window(slow, fast):
    text = " ".join(["[MASK]", *WORDS[:90], "[MASK]", *WORDS[90:180], "[MASK]"])
    (new,) = processed(stage(fast, TopKSampler(4), seed=1), [record(text)])
    assert new.text.lower() == slow.fill(record(text), TopKSampler(4), 1)[0].lower()


def rows_of(ranking):
    return [some.all() for some in ranking if some is not None]


@pytest.mark.parametrize("dtype", ["fp32", "bf16"])
def test_scores_do_not_depend_on_the_batch(folder, dtype):
    texts = [(f"{WORDS[n]} {WORDS[3 * n]} ", f" {WORDS[5 * n]}") for n in range(24)]
    filler = load(folder, dtype=dtype)
    wanted = Wanted("WORD", (LISTED,))
    groups: dict[int, list[tuple[str, str]]] = {}
    for segments in texts:
        groups.setdefault(filler.batch_key(filler.draft(segments)), []).append(segments)
    for group in groups.values():
        together = filler.rank([filler.draft(s) for s in group], [wanted] * len(group), 5)
        alone = [filler.rank([filler.draft(s)], [wanted], 5)[0] for s in group]
        for one, other in zip(together, alone, strict=True):
            assert rows_of(one) == rows_of(other)  # to the last bit


def test_marks_of_the_model_in_a_text_are_text(fast):
    tokens = fast.tokens
    for mark in ("[MASK]", "<mask>", "[SEP]", "[CLS]", "<s>", "</s>", "[PAD]", "<pad>", "<eos>"):
        ids = [*fast.draft([f"a {mark} ", " b"]).ids]
        ids.remove(tokens.mask)
        assert ids == tokens.ids_of(f"a {mark}") + tokens.ids_of(" b")
        assert not {tokens.mask, tokens.before, tokens.after, tokens.padding} & set(ids)


def test_every_word_proposed_is_whole(fast):
    draft = fast.draft(["i called the ", " this morning"])
    (ranking,) = fast.rank([draft], [Wanted(None, ())], 10_000)
    words = [candidate.word for candidate in ranking.best.all()]
    assert len(words) > 200
    assert all(WHOLE.fullmatch(word) for word in words)
    assert not {"ing", "tion", "est"} & set(words)
    assert (np.diff(ranking.best.scores) <= 0).all()


def test_phrases_are_scored_by_the_definition(folder, fast, slow):
    """Each word's first token, in its slot, with all slots masked."""
    segments = ["i called the ", " ", " because my ", " hurts"]
    phrases = [("doctor", "today"), ("my", "mother"), ("zyxwald", "early")]
    question = PhraseQuestion(segments, 0, phrases)
    other = PhraseQuestion(["we need ", " now"], 0, [("tickets",), ("help",)])
    mask = slow.tokenizer.mask_token
    joined = [text[:-1] if slow.takes_space and text[-1:] == " " else text for text in segments]
    ids = slow.tokenizer(mask.join((*joined[:-1], segments[-1])))["input_ids"]
    with torch.no_grad():
        logs = slow.model(torch.tensor([ids])).logits[0].log_softmax(-1)
    places = [at for at, token in enumerate(ids) if token == slow.tokenizer.mask_token_id]
    first_id = fast.tokens.first_id
    expected = [
        sum(float(logs[places[at], first_id(word, True)]) for at, word in enumerate(phrase))
        for phrase in phrases
    ]
    found, _ = fast.phrase_scores([question, other])
    assert found == pytest.approx(expected, abs=1e-3)
    assert fast.phrase_scores([question]) == [found]  # alone as among others


def test_a_text_with_many_phrases_is_read_once(fast, monkeypatch):
    segments = ["i called the ", " because my ", " hurts"]
    phrases = [("doctor",), ("help",)]
    expected = [fast.phrase_scores([PhraseQuestion(segments, n, phrases)])[0] for n in (0, 1)]
    drafts, draft = [], fast.tokens.draft
    monkeypatch.setattr(fast.tokens, "draft", lambda text: drafts.append(text) or draft(text))
    both = fast.phrase_scores([PhraseQuestion(segments, number, phrases) for number in (0, 1)])
    assert (both, drafts) == (expected, [segments])


# Pseudo-log-likelihoods, against a loop over the whole model of transformers.
tiny_mmbert = partial(tiny_masked_lm, architecture="mmbert")


def scorer_of(scoring, batch_size=None):
    filler = load_filler(resolved(scoring), Runtime("cpu", "fp32", batch_size))
    return PseudoLikelihoodScorer(filler)


@torch.inference_mode()
def by_definition(scoring, text):
    """-log p(token | all others) for each token of a text, one by one."""
    model = AutoModelForMaskedLM.from_pretrained(scoring).eval()
    tokenizer = AutoTokenizer.from_pretrained(scoring)
    ids = tokenizer(text)["input_ids"]
    losses = []
    for place in range(1, len(ids) - 1):
        masked = torch.tensor([ids])
        masked[0, place] = tokenizer.mask_token_id
        scores = model(input_ids=masked).logits[0, place].log_softmax(-1)
        losses.append(-scores[ids[place]].item())
    return losses


@pytest.fixture(scope="module", params=[tiny_bert, tiny_roberta, tiny_mmbert])
def scoring(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("model") / "m")


def test_losses_are_those_of_the_definition(scoring):
    texts = [*SENTENCES[:2], "", "zyx"]
    scorer = scorer_of(scoring)
    for text, losses in zip(texts, scorer.token_losses(texts), strict=True):
        assert losses == pytest.approx(by_definition(scoring, text), abs=1e-4)
        assert len(losses) == len(scorer.framed(text)) - 1


def test_a_text_does_not_depend_on_the_others_or_the_batch_size(scoring):
    together = scorer_of(scoring).token_losses(SENTENCES[:8])
    alone = scorer_of(scoring, 3)
    for text, losses in zip(SENTENCES[:8], together, strict=True):
        assert alone.token_losses([text])[0] == pytest.approx(losses, abs=1e-5)


def test_a_long_text_is_read_around_each_token(scoring):
    scorer = scorer_of(scoring)
    text = " ".join(SENTENCES[:12])  # longer than the model's positions
    (losses,) = scorer.token_losses([text])
    size = scorer._tokens.context_length
    ids = scorer.framed(text)[1:]
    assert len(losses) == len(ids) > 2 * size
    assert np.isfinite(losses).all()
    drafts = [draft for draft, _ in scorer._tokens.one_slot_drafts(text)]
    middle = drafts[len(ids) // 2]
    window, slot = middle.window()
    assert len(window) == size
    assert window[:slot] == ids[len(ids) // 2 - slot : len(ids) // 2]


def test_weights_that_are_not_finite_are_reported(tmp_path):
    scoring = tiny_bert(tmp_path / "m")
    model = AutoModelForMaskedLM.from_pretrained(scoring)
    scorer = scorer_of(scoring)
    with torch.no_grad():
        for part in scorer._model._model.head.weight, *model.parameters():
            part.fill_(float("nan"))
    with pytest.raises(UnavailableError, match="not finite"):
        scorer.token_losses(["so it is"])
