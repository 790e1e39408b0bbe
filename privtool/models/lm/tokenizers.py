"""Tokenizers of language models: of words that `LmWordSplitter` found, or of pieces of a file.

`AutoTokenizer` loads them without code of privtool.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tokenizers import AddedToken, Encoding, Tokenizer, models, pre_tokenizers, processors

from privtool.core.errors import DataError, UsageError, option
from privtool.models.lm.words import END, PADDING, SPECIAL, UNKNOWN, is_lm_word
from privtool.text.markers import MARKERS, MASK
from privtool.text.words import key_of


class Specials(NamedTuple):
    """The ids of the end-of-sentence, padding and unknown tokens."""

    end: int
    padding: int
    unknown: int


def vocabulary_entries(words: Iterable[str], top: int) -> list[str]:
    """Return the entries of a vocabulary: special tokens, then the first `top` words."""
    kept: dict[str, None] = {}
    for word in words:
        if len(kept) == top:
            break
        key = key_of(word)
        if is_lm_word(key):
            kept[key] = None
    return [*SPECIAL, *kept]


def word_tokenizer(vocabulary: list[str]) -> Any:
    """Return the tokenizer of words with spaces between; the id of an entry is its index."""
    ids = {entry: number for number, entry in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    others = [marker for marker in MARKERS if marker != MASK]
    return framed(
        tokenizer, SPECIAL, UNKNOWN, additional_special_tokens=others, padding_side="right"
    )


def framed(
    tokenizer: Tokenizer, special: Iterable[str], unknown: str | None, **options: Any
) -> Any:
    """Return a tokenizer of transformers that turns a text into `</s> text </s>`."""
    from transformers import PreTrainedTokenizerFast

    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in special])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{END} $A {END}", special_tokens=[(END, tokenizer.token_to_id(END))]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token=unknown,
        bos_token=END,
        eos_token=END,
        pad_token=PADDING,
        mask_token=MASK,
        model_max_length=1 << 20,
        clean_up_tokenization_spaces=False,
        **options,
    )


_LOST = "the tokenizer has neither a piece for some characters nor <unk>"
_MARKER = re.compile("(" + "|".join(map(re.escape, MARKERS)) + ")")


def read_tokenizer(file: Path) -> Tokenizer:
    """Load the tokenizer in a JSON file of `tokenizers`.

    Raise `UsageError` for any other file, and for ids with gaps, which new tokens would reuse.
    """
    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception:  # the only type that the library raises
        raise UsageError(
            f"{option('tokens')}: {file} is not a tokenizer file of `tokenizers`"
        ) from None
    ids = set(tokenizer.get_vocab(with_added_tokens=True).values())
    if ids != set(range(len(ids))):
        raise UsageError(
            f"{option('tokens')}: the ids of {file} are not numbered from 0 without gaps"
        )
    return tokenizer


class PieceSplitter:
    """Splits texts into pieces, as strings, without special tokens around them.

    A marker is one piece; anything that looks like another special token is ordinary text.
    """

    def __init__(self, file: Path) -> None:
        self._tokenizer = read_tokenizer(file)
        self._may_lose = _may_lose(self._tokenizer)
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def __call__(self, text: str) -> list[str]:
        """Return the pieces of a text in order.

        Raise `DataError` for characters for which the tokenizer has neither a piece nor an
        unknown token.
        """
        pieces: list[str] = []
        for number, part in enumerate(_MARKER.split(text)):
            if number % 2:
                pieces.append(part)
            elif part:  # all unknown pieces become the same string
                pieces += map(self._tokenizer.id_to_token, self._encode(part).ids)
        return pieces

    def check(self, text: str) -> None:
        """Raise `DataError` if a text cannot be split."""
        if self._may_lose:
            self(text)

    def _encode(self, part: str) -> Encoding:
        try:
            encoding = self._tokenizer.encode(part, add_special_tokens=False)
        except Exception:  # the only type that the library raises, if it lacks an unknown token
            raise DataError(_LOST) from None
        if self._may_lose:
            covered = {index for start, end in encoding.offsets for index in range(start, end)}
            if any(char.isalnum() and at not in covered for at, char in enumerate(part)):
                raise DataError(_LOST)
        return encoding


def _may_lose(tokenizer: Tokenizer) -> bool:
    """Return whether characters without a piece vanish, as in BPE, or cannot be encoded.

    They do without byte pieces and an unknown token, which unigram models name by its id.
    """
    model = json.loads(tokenizer.to_str())["model"]
    if model.get("unk_id") is not None or model.get("byte_fallback", False):
        return False
    return model.get("unk_token") not in model["vocab"]
