"""Top-level domains that make a dotted word an internet name."""

from __future__ import annotations

from privtool.text.lexicon import words

WORDS = words("domains.words", "intl")  # endings that are also words
# All endings that make a dotted word an internet name.
KNOWN = words("domains.general", "intl") | words("domains.countries", "intl") | WORDS
# Endings in speech: "at gmail dot com".
SPOKEN = KNOWN - WORDS | {"in", "it", "me", "tv", "us"}
