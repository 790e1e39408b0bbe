"""The language of a text."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

import regex

from privtool.core.language_marks import ENGLISH
from privtool.text.languages import languages
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list
from privtool.text.words import words as words_of

_LEAST_WORDS, _LEAST_LETTERS = 4, 16  # of a text that is not English
_ENGLISH_SHARE = 0.45  # of common words of English in its text: others have less
_SPELLED = 3  # letters one by one, which are words of no language
_SURE = 0.9  # the least probability of another language
_OTHER_SCRIPTS = regex.compile(r"(?:(?!\p{Latin})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}])+")
_LETTERS_TO_REFUSE, _SURE_TO_REFUSE = 120, 0.99  # of a text in a language that nothing here knows


def language_of(text: str) -> str:
    """Return the code of the language of a text, English unless it is clearly another one.

    The code may be one that privtool does not know. Words in other scripts than Latin do not count:
    they are masked as a whole in any language. Deterministic.
    """
    text = text if text.isascii() else _OTHER_SCRIPTS.sub(" ", text)
    said = (word.key for word in words_of(text) if word.key.isalpha())
    runs = (list(run) for _, run in groupby(said, lambda key: len(key) > 1))
    keys = [key for run in runs if len(run[0]) > 1 or len(run) < _SPELLED for key in run]
    letters = sum(map(len, keys))
    if len(keys) < _LEAST_WORDS or letters < _LEAST_LETTERS:
        return ENGLISH
    common = load_allow_list().words
    if sum(key in common for key in keys) >= _ENGLISH_SHARE * len(keys):
        return ENGLISH
    code, probability = _identifier().classify(text)
    ours = code in languages()
    enough = ours or letters >= _LETTERS_TO_REFUSE
    return str(code) if enough and probability >= (_SURE if ours else _SURE_TO_REFUSE) else ENGLISH


@cache
def _identifier() -> Any:
    """Return the identifier, restricted to our languages and those that are refused."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([*languages(), *sorted(words("languages.others", "intl"))])
    return identifier
