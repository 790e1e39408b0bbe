"""Columns of audio datasets, which have no standard names: id, text and speaker of a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

TEXTS = ("text", "sentence", "transcription", "transcript", "normalized_text", "raw_text")
SPEAKERS = ("speaker", "speaker_id", "client_id")


def text_of_row(row: Mapping[str, Any]) -> str | UnsetType:
    """Return the text of a row: the first of `TEXTS` that is one."""
    return next((row[key] for key in TEXTS if isinstance(row.get(key), str)), UNSET)


def speaker_of(row: Mapping[str, Any]) -> str | int | UnsetType:
    """Return the speaker of a row: the first of `SPEAKERS` that is not empty."""
    speaker = next((row[key] for key in SPEAKERS if row.get(key) is not None), UNSET)
    return speaker if speaker is UNSET or isinstance(speaker, int) else str(speaker)


def id_of_row(row: Mapping[str, Any], default: str) -> str | int:
    """Return the id of a row, or a default for one without."""
    own = row.get("id")
    return own if isinstance(own, str | int) and not isinstance(own, bool) else default
