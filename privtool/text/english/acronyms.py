"""Abbreviations that are spoken letter by letter and that nobody spells a name by: "m r i"."""

from __future__ import annotations

from privtool.text.lexicon import words

MEDICAL_ACRONYMS = words("acronyms.medical")
ACRONYMS = words("acronyms.general") | MEDICAL_ACRONYMS
