"""Words that relate the words around them: hardly any is a name, or what a number counts."""

from __future__ import annotations

from privtool.text.lexicon import words

FUNCTION_WORDS = words("grammar.function")
DETERMINERS = words("grammar.determiners")
