"""The letter case of a surrogate: that of the phrase it replaces."""

from __future__ import annotations

from privtool.text.letter_case import capitalized_like as capitalized_like
from privtool.text.letter_case import cased_like as cased_like
