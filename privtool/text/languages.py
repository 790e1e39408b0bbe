"""The languages that privtool knows: folders of `privtool/data` with a `language.toml`."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from privtool.core.language_marks import ENGLISH
from privtool.text.lexicon import DATA, words

_SETTINGS = "language.toml"
_CODE = 2  # letters


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages, English first."""
    found = sorted(path.parent.name for path in DATA.glob(f"*/{_SETTINGS}"))
    return (ENGLISH, *(code for code in found if code != ENGLISH))


@cache
def latin_languages() -> frozenset[str]:
    """Return the codes of our languages and of others in Latin letters."""
    return words("languages.others", "intl").union(languages())


@cache
def settings(language: str) -> dict[str, Any]:
    """Return the settings of a language."""
    content = (DATA / language / _SETTINGS).read_bytes()
    return msgspec.toml.decode(content, type=dict[str, Any])


def spoken_language(stated: object, chosen: str = "") -> str:
    """Return the code of the language of a record that states one, or nothing of the kind.

    One of ours comes first, then the `chosen` one. Without both, any code of two letters is taken
    for what it says, and English is what is left.
    """
    code = _code_of(stated)
    if code in languages() or (not chosen and len(code) == _CODE and code.isalpha()):
        return code
    return chosen or ENGLISH


def shown_language(code: str) -> str:
    """Return a code as messages show it: what a record states may be a name, such as "Jo"."""
    return f"'{code}'" if code in latin_languages() else "unknown"


def stated_language(value: object) -> str:
    """Return the code of a Latin-script language that a record states ("de-AT"), or nothing."""
    code = _code_of(value)
    return code if code in latin_languages() else ""


def _code_of(stated: object) -> str:
    """Return the language of a tag such as "pt-BR", empty for anything else."""
    return stated.replace("_", "-").partition("-")[0].lower() if isinstance(stated, str) else ""
