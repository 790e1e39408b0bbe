"""Ordinals; see `values/number.py`."""

from __future__ import annotations

from privtool.text.values.number import ORDINALS as ORDINAL
from privtool.text.values.number import other_ordinal as other_ordinal

__all__ = ["ORDINAL", "other_ordinal"]
