"""Phone numbers: drawn from ranges that are reserved for fiction, of the same kind and length."""

from __future__ import annotations

from privtool.core.rng import KeyedRandom
from privtool.text.lexicon import entries, rows, words

_WHOLE_LENGTHS = range(10, 16)  # digits of a number, or letters that stand for them
_FEWEST_WHOLE, _MOST_DIGITS = 7, 20
NATIONAL_LENGTH = 10


def draw(chars: str, rng: KeyedRandom, *, international: bool) -> str | None:
    """Return other digits and letters for those of a number; None for what is no whole one."""
    digits = "".join(filter(str.isdigit, chars))
    if len(digits) not in _WHOLE_LENGTHS and digits != chars:  # letters may be digits
        return None
    if not _FEWEST_WHOLE <= len(digits) <= _MOST_DIGITS:
        return None
    drawn = rng.digits(_MOST_DIGITS)[-len(digits) :]
    fiction = iter(fictional_number(digits, drawn, international, rng))
    return "".join(next(fiction) if char.isdigit() else rng.letters(1) for char in chars)


def fictional_number(old: str, new: str, international: bool, rng: KeyedRandom) -> str:
    """Return digits of a range for fiction, of the same kind and length as `old`.

    `new` gives the free digits. Numbers of an unknown kind end in 555-01xx; below seven digits all
    are free.
    """
    size = len(old)
    if size < _FEWEST_WHOLE:
        return new
    prefix = "00" if old.startswith("00") and size > 11 else ""
    wanted = "country" if international or prefix else "national"
    for kind, begins, length, form in rows("phones", "intl"):
        fits = old[len(prefix) :].startswith(begins) and size - len(prefix) == int(length)
        if kind == wanted and fits:
            return prefix + _filled(form, new)
    fiction = f"55501{rng.below(100):02d}"
    if size == NATIONAL_LENGTH or (size == NATIONAL_LENGTH + 1 and old[0] == "1"):
        areas = entries("phones.areas", "intl")
        return old[:-NATIONAL_LENGTH] + areas[rng.below(len(areas))] + fiction
    long = old[:2] in words("phones.long_codes", "intl")
    code = 1 if old.startswith(("1", "7")) else 3 if long else 2  # digits of the calling code
    country = old[: min(code, size - len(fiction))] if international else ""
    return country + new[len(country) : -len(fiction)] + fiction


def _filled(form: str, new: str) -> str:
    """Fill the free places of a form from the end of `new`."""
    pairs = entries("phones.pairs", "intl")
    form = form.replace("yy", pairs[int(new[-1]) % len(pairs)])
    places = [place for place, char in enumerate(form) if char in "xn"]
    free = dict(zip(places, new[-len(places) :] if places else "", strict=True))
    low = {place for place in places if form[place] == "n" and free[place] == "0"}
    return "".join("9" if k in low else free.get(k, char) for k, char in enumerate(form))
