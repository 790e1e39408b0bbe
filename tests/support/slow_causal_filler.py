"""The causal filler as it is defined: one row at a time, without padding, and the whole head."""

import re

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from privtool.models.fillers.causal.inputs import MAX_PIECES
from privtool.text.filling.words import fits_class, is_fillable
from privtool.text.words import key_of

BEGINS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]*)*|\d+")


class SlowFiller:
    """One row at a time, without padding, and the whole head."""

    def __init__(self, folder):
        self.model = AutoModelForCausalLM.from_pretrained(folder).eval()
        tokenizer = AutoTokenizer.from_pretrained(folder)
        self.texts = {}
        for piece, token in tokenizer.get_vocab().items():
            if token not in tokenizer.all_special_ids:
                decoded = tokenizer.backend_tokenizer.decoder.decode(["a", piece])
                self.texts[token] = decoded[1:]
        self.whole = {text[1:] for text in self.texts.values() if text[:1] == " "}

    def logs(self, ids):
        with torch.no_grad():
            return self.model(torch.tensor([ids])).logits[0].log_softmax(-1)

    def score(self, left, pieces, right):
        """log P(word | left) + log P(right | left, word)."""
        logs = self.logs([*left, *pieces, *right])
        ids = [*pieces, *right]
        total = sum(float(logs[len(left) - 1 + n, token].double()) for n, token in enumerate(ids))
        if not right:
            word = "".join(self.texts[p] for p in pieces).strip()
            continuing = self.continuing(word)
            ends = [i for i in range(logs.shape[1]) if i not in continuing]
            total += float(logs[-1, ends].double().logsumexp(0))
        return total

    def continuing(self, word):
        if word[0].isdigit():
            return {token for token, text in self.texts.items() if text.isdigit()}
        pattern = re.compile(r"['’-]?[^\W\d_]+(?:['’-][^\W\d_]*)*")
        return {token for token, text in self.texts.items() if pattern.fullmatch(text)}

    def rank(self, draft, want, k):
        left, right, spaced = draft.left(), draft.right(), draft.next_spaced
        width = max(16, 2 * k)
        first = self.logs(left)[-1]
        start = " " if spaced else ""
        begin = {
            token: text.removeprefix(" ")
            for token, text in self.texts.items()
            if text.startswith(" ") == spaced and BEGINS.fullmatch(text.removeprefix(" "))
        }
        single = {
            token for token, text in begin.items() if is_fillable(text) and text in self.whole
        }
        known = {
            token for token in single if want.label is None or fits_class(begin[token], want.label)
        }
        single = known or single
        outside = {
            token
            for token in single
            if not any(one.keeps(key_of(begin[token])) for one in want.avoid)
        }

        def best(ids, count):
            return sorted(ids, key=lambda token: -float(first[token]))[:count]

        pool = set(best(begin, width)) | set(best(single, width))
        if want.avoid:
            pool |= set(best(outside, width // 2))
        parts = [((token,), float(first[token])) for token in sorted(pool)]
        found = {}
        for length in range(1, MAX_PIECES + 1):
            longer = []
            for pieces, log in parts:
                word = "".join(self.texts[p] for p in pieces).removeprefix(start)
                if length == 1:
                    fits = pieces[0] in single
                else:
                    fits = is_fillable(word) and (
                        want.label is None or not known or fits_class(word, want.label)
                    )
                if fits:
                    score = self.score(left, pieces, right)
                    found[word] = max(found.get(word, -1e9), score)
                logs = self.logs([*left, *pieces])[-1]
                continuing = sorted(self.continuing(word), key=lambda token: -float(logs[token]))
                longer += [
                    ((*pieces, token), log + float(logs[token])) for token in continuing[:width]
                ]
            parts = sorted(longer, key=lambda one: -one[1])[:width]
        ordered = sorted(found, key=lambda word: -found[word])
        avoided = {w for w in found if any(one.keeps(key_of(w)) for one in want.avoid)}
        unlisted = []
        if avoided.issuperset(ordered[:k]):
            unlisted = [word for word in ordered if word not in avoided][:k]
        return [(word, found[word]) for word in ordered[:k]], unlisted
