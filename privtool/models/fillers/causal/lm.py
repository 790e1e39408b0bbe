"""Causal language models (LLaMA, GPT-2, ...) as fillers: the text is forced, only slots are open.

A slot takes the word with the highest probability of itself after what is to its left, times that
of what is to its right after both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

from privtool.interfaces.filling import Candidate, Ranking, Wanted, candidates
from privtool.models.fillers.causal.inputs import (
    PIECES_OF_A_WORD,
    SEEN_AFTER,
    CausalDraft,
    CausalTokens,
)
from privtool.models.fillers.causal.kv_cache import Begun, Continuations, Row
from privtool.models.fillers.causal.word_spelling import WordSpelling
from privtool.text.filling.whole_words import is_fillable
from privtool.text.filling.word_classes import fits_class
from privtool.text.markers import MASK
from privtool.text.words import key_of

_TOKENS_PER_BATCH = {"cpu": 4096, "cuda": 65536, "mps": 16384}
_FEWEST = 16  # beginnings of words that are looked at, and parts of words that are gone on with
_MOST_PARTS = 64  # that are gone on with: the work would grow with the square of a large K


class _Part(NamedTuple):
    """Pieces of a word that may be whole or not, and their log-probability after the left."""

    pieces: tuple[int, ...]
    score: float


class _Search:
    """The words that are looked at for one slot: those found so far, and parts of others."""

    def __init__(self, draft: CausalDraft, want: Wanted, width: int) -> None:
        self.draft, self.want, self.width = draft, want, width
        self.parts_kept = min(width, _MOST_PARTS)
        self.left, self.right = draft.left(), draft.right()
        self.parts: list[_Part] = []
        self.found: dict[str, tuple[float, int]] = {}  # by word: score, token

    def add(self, word: str, pieces: tuple[int, ...], score: float) -> None:
        """A whole word; of two ways to spell it, the likelier counts."""
        token = self.draft.token(pieces)
        if word not in self.found or (score, -token) > self.found[word]:
            self.found[word] = score, -token


class CausalFiller:
    """Ranks whole words for the slots of texts with a causal language model of transformers.

    `model` must be in evaluation mode and on its device.
    """

    def __init__(
        self, model: Any, tokenizer: Any, batch_size: int | None = None, prompted: bool = False
    ) -> None:
        """`tokenizer` is a fast one of transformers; `prompted` models were tuned on prompts."""
        entries = model.get_output_embeddings().weight.shape[0]
        self._tokens = CausalTokens(tokenizer, model.config, entries, prompted)
        backend = self._tokens.backend
        self._spelling = WordSpelling(backend, frozenset(backend.get_added_tokens_decoder()))
        self._model, self._batch_size = model, batch_size
        self._device: torch.device = next(model.parameters()).device
        self._continuations = Continuations(model)

    @property
    def model(self) -> Any:
        """The model of transformers that does the work."""
        return self._model

    def draft(self, segments: Sequence[str]) -> CausalDraft:
        """The tokens of the segments around open slots."""
        return self._tokens.draft(segments)

    def batch_key(self, draft: CausalDraft) -> int:
        """The length that the draft is padded to."""
        return draft.padded_length

    def batch_size(self, key: int) -> int:
        """The number asked for, else as many as fill the device with all their words."""
        return self._batch_size or max(1, _TOKENS_PER_BATCH[self._device.type] // (key * _FEWEST))

    @torch.inference_mode()
    def rank(
        self, drafts: Sequence[CausalDraft], wanted: Sequence[Wanted], k: int
    ) -> list[Ranking]:
        """The `k` best whole words for the next slot of each draft, and the best unlisted ones.

        Words of one piece are the likeliest ones after the left, of the wanted class, and of those
        that no list holds; words of several are found by going on with the likeliest parts.
        """
        width = max(_FEWEST, 2 * k)
        searches = [_Search(draft, want, width) for draft, want in zip(drafts, wanted, strict=True)]
        if not searches:
            return []
        begun = self._begin(searches, drafts[0].padded_length)
        for length in range(1, PIECES_OF_A_WORD + 1):
            self._judge(searches, begun, length)
        return [_ranking(search, k) for search in searches]

    @torch.inference_mode()
    def write(self, segments: Sequence[str], topk: int, number: int) -> str:
        """The text as the model writes it when it is asked with the prompt (Vats 2023, 4.2.4).

        Each piece is drawn among the `topk` likeliest, by a 64-bit random number; 1 draws none.
        A text without line ends is taken up to the first one that is written.
        """
        prompt = self._tokens.prompt(segments)
        output = len(self._tokens.output(MASK.join(segments)).ids)
        room = self._tokens.room - len(prompt)
        if room <= output:
            return ""  # no room to write it in: it will not align
        ids = torch.tensor([prompt], device=self._device)
        here = [self._device] if self._device.type == "cuda" else []
        with torch.random.fork_rng(devices=here):
            torch.manual_seed(number % (1 << 63))
            made = self._model.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                generation_config=self._generation(topk, min(room, 2 * output + 16)),
            )
        written: str = self._tokens.backend.decode(made[0, len(prompt) :].tolist())
        if any("\n" in segment for segment in segments):
            return written
        return written.lstrip().partition("\n")[0]

    def _generation(self, topk: int, longest: int) -> Any:
        from transformers import GenerationConfig

        drawing = {"do_sample": True, "top_k": topk, "top_p": 1.0} if topk > 1 else {}
        end = self._tokens.end
        return GenerationConfig(
            max_new_tokens=longest, eos_token_id=end, pad_token_id=end, **drawing
        )

    def _begin(self, searches: Sequence[_Search], width: int) -> Begun:
        """Find the first pieces of words."""
        begun = self._continuations.begin([search.left for search in searches], width)
        for search, logs in zip(searches, begun.logs, strict=True):
            spaced = search.draft.next_spaced
            beginnings = self._spelling.beginnings(spaced)
            scores = logs[beginnings.ids.to(logs.device)].cpu()
            whole = self._spelling.with_label(search.want.label, spaced)
            chosen = _best(scores, None, search.width) | _best(scores, whole, search.width)
            if search.want.avoid:
                other = self._spelling.outside_lists(search.want.avoid, spaced) & whole
                chosen |= _best(scores, other, search.width // 2)
            search.parts = [
                _Part((int(beginnings.ids[place]),), float(scores[place]))
                for place in sorted(chosen)
            ]
        return begun

    def _judge(self, searches: Sequence[_Search], begun: Begun, length: int) -> None:
        """Add the parts that are whole words to what was found, and go on with all of them.

        They are of `length` pieces.
        """
        owners = [search for search in searches for _ in search.parts]
        parts = [part for search in searches for part in search.parts]
        rows = [
            Row(number, [*part.pieces, *search.right], length - 1)
            for number, search in enumerate(searches)
            for part in search.parts
        ]
        longer: dict[int, list[_Part]] = {id(search): [] for search in searches}
        found = self._continuations.after(begun, rows, length + SEEN_AFTER)
        last = length == PIECES_OF_A_WORD
        for owner, part, logs in zip(owners, parts, found, strict=True):
            word = self._spelling.text(part.pieces)
            onward = self._spelling.going_on(word).to(logs.device)
            if self._fits(word, part, owner):
                owner.add(word, part.pieces, part.score + _after(logs, owner.right, onward))
            if not last and len(onward):
                best = logs[0, onward].topk(min(owner.parts_kept, len(onward)))
                for score, place in zip(best.values.tolist(), best.indices.tolist(), strict=True):
                    pieces = (*part.pieces, int(onward[place]))
                    longer[id(owner)].append(_Part(pieces, part.score + score))
        for search in searches:
            ordered = sorted(longer[id(search)], key=lambda part: (-part.score, part.pieces))
            search.parts = ordered[: search.parts_kept]

    def _fits(self, word: str, part: _Part, owner: _Search) -> bool:
        """Whether a part is a whole word of the class that its slot wants."""
        spaced = owner.draft.next_spaced
        if len(part.pieces) == 1:
            return self._spelling.is_whole(part.pieces[0], owner.want.label, spaced)
        label = owner.want.label
        return is_fillable(word) and (
            label is None or fits_class(word, label) or not self._spelling.knows(label, spaced)
        )


def _best(scores: torch.Tensor, among: torch.Tensor | None, count: int) -> set[int]:
    """The places of the highest scores, of those that are allowed."""
    if among is not None:
        scores = scores.masked_fill(~among, -torch.inf)
    top = scores.topk(min(count, len(scores)))
    pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
    return {place for place, score in pairs if score > -torch.inf}


def _after(logs: torch.Tensor, right: Sequence[int], onward: torch.Tensor) -> float:
    """The log-probability of what is to the right after a word; of its end if nothing is there.

    `logs` are those after the word and after each token to its right, `onward` the tokens that
    would go on with the word.
    """
    if right:
        steps = torch.arange(len(right), device=logs.device)
        return float(logs[steps, torch.tensor(right, device=logs.device)].cpu().double().sum())
    ends = logs[0].clone()
    ends[onward] = -torch.inf
    return float(ends.cpu().double().logsumexp(0))


def _ranking(search: _Search, k: int) -> Ranking:
    lists = search.want.avoid
    found = [
        Candidate(-token, word, score, any(one.keeps(key_of(word)) for one in lists))
        for word, (score, token) in search.found.items()
    ]
    found.sort(key=lambda one: (-one.score, one.token))
    best = candidates(found[:k])
    unlisted = [one for one in found if not one.avoided][:k] if best.avoided.all() else []
    return Ranking(best, candidates(unlisted) if unlisted else None)
