"""Cutting texts into the pieces of a tokenizer in a file, as language models over pieces do."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from privtool.core.errors import DataError, UsageError
from privtool.text.markers import MARKERS

_LOST = "the tokenizer has neither a piece for some characters nor <unk>"
_MARKER = re.compile("(" + "|".join(map(re.escape, MARKERS)) + ")")


def read_tokenizer(file: Path) -> Tokenizer:
    """The tokenizer in a JSON file of `tokenizers`.

    Raises `UsageError` for any other file, and for ids with gaps: new tokens would get old ids.
    """
    try:
        found = Tokenizer.from_file(str(file))
    except Exception:  # the library raises no other
        raise UsageError(f"--tokens: {file} is no tokenizer file of `tokenizers`") from None
    ids = set(found.get_vocab(with_added_tokens=True).values())
    if ids != set(range(len(ids))):
        raise UsageError(f"--tokens: the ids of {file} are not the numbers from 0 on")
    return found


class PieceSplitter:
    """The pieces of texts as strings, without any special tokens around them.

    A marker is itself; what looks like another special token is cut as any text.
    """

    def __init__(self, file: Path) -> None:
        self._tokenizer = read_tokenizer(file)
        self._may_lose = _may_lose(self._tokenizer)
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def __call__(self, text: str) -> list[str]:
        """The pieces of a text in order.

        Raises `DataError` for characters that the tokenizer has neither pieces nor an unknown
        token for.
        """
        found: list[str] = []
        for number, part in enumerate(_MARKER.split(text)):
            if number % 2:
                found.append(part)
            elif part:
                coded = self._coded(part)
                found += map(self._tokenizer.id_to_token, coded.ids)  # one for all that is unknown
        return found

    def check(self, text: str) -> None:
        """Raise what cutting a text would raise."""
        if self._may_lose:
            self(text)

    def _coded(self, part: str) -> Any:
        try:
            coded = self._tokenizer.encode(part, add_special_tokens=False)
        except Exception:  # the library raises no other, where it looks for an unknown token
            raise DataError(_LOST) from None
        if self._may_lose:
            _check_all_is_coded(part, coded.offsets)
        return coded


def _may_lose(tokenizer: Tokenizer) -> bool:
    """Whether characters without a piece vanish, as in BPE, or cannot be coded.

    That is so without bytes and an unknown token, which unigrams have by its number.
    """
    model = json.loads(tokenizer.to_str())["model"]
    if model.get("unk_id") is not None or model.get("byte_fallback", False):
        return False
    return model.get("unk_token") not in model["vocab"]


def _check_all_is_coded(text: str, offsets: Sequence[tuple[int, int]]) -> None:
    coded = {at for start, end in offsets for at in range(start, end)}
    if any(character.isalnum() and at not in coded for at, character in enumerate(text)):
        raise DataError(_LOST)
