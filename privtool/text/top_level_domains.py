"""Top-level domains that make a dotted word an internet name."""

from __future__ import annotations

from privtool.text.lexicon import words

# Endings that are also words, all endings, and those that are said: "at gmail dot com".
WORDS = words("domains.words", "intl")
KNOWN = words("domains.known", "intl")
SPOKEN = words("domains.spoken", "intl")
