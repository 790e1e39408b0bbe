"""The languages that privtool knows: folders of `privtool/data` with a `language.toml`."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from privtool.core.language_marks import ENGLISH
from privtool.text.lexicon import DATA, words

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SETTINGS = "language.toml"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages, English first."""
    found = sorted(path.parent.name for path in DATA.glob(f"*/{_SETTINGS}"))
    return (ENGLISH, *(code for code in found if code != ENGLISH))


@cache
def settings(language: str) -> dict[str, Any]:
    """Return the settings of a language."""
    text = (DATA / language / _SETTINGS).read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    return found


def stated_language(value: object) -> str:
    """Return the code of a language that a record states ("de-AT"), empty for anything else.

    Codes of other languages that are told from ours are codes, too.
    """
    if not isinstance(value, str):
        return ""
    code = value.replace("_", "-").partition("-")[0].lower()
    return code if code in languages() or code in words("languages.others", "intl") else ""
