"""Phone numbers: scores by numbering plans and by grouping."""

from __future__ import annotations

from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE, VALIDATED
from privtool.text.lazy_regex import Regex

_EXTENSION = Regex(
    r" ?[,;]? ?(?:extension|extn\.?|ext\.?|xtn|x|poste|durchwahl|#) ?[:.]? ?\d{1,7}(?!\d)"
)
_HOME = "US"
_HOME_LENGTH = 10
# How numbers of any other length start that may be valid: abroad, after a "1", and seven digits.
_LONG_OR_SHORT = ("+", "011", "1", "3")
MOST_DIGITS = 15
FEWEST_DIGITS = 7

# Usual lengths of groups in many countries, without the country code.
_SHAPES = {
    (3, 4): SURE,
    (3, 3, 4): SURE,
    (1, 3, 3, 4): SURE,
    (1, 3, 7): LIKELY,
    (3, 7): LIKELY,
    (6, 4): LIKELY,
    (2, 2, 2, 2, 2): LIKELY,
    (3, 2, 2, 2): LIKELY,
    (3, 2, 2): LIKELY,
    (4, 4): POSSIBLE,
}


def extension_end(lowered: str, end: int) -> int:
    """Return where a phone number that stops at `end` stops including its extension."""
    match = _EXTENSION.match(lowered, end)
    return match.end() if match is not None else end


def plan_score(written: str) -> float:
    """Return the score of a number by the world's numbering plans: 1 if valid, 0 if impossible.

    `written` starts with "+" or is read as dialed in the USA; local numbers of other countries are
    matched by their grouping, with a lower score.
    """
    import phonenumbers

    international = written.startswith("+")
    home = len(written) == _HOME_LENGTH and written[0] > "1"
    if not (home or written.startswith(_LONG_OR_SHORT)):
        return 0.0  # at little cost
    if home:  # parsing would find nothing else
        number = phonenumbers.PhoneNumber(country_code=1, national_number=int(written))
    else:
        try:
            number = phonenumbers.parse(written, None if international else _HOME)
        except phonenumbers.NumberParseException:
            return 0.0
    if phonenumbers.is_valid_number(number):
        return VALIDATED
    if international and phonenumbers.is_possible_number(number):
        return SURE
    return 0.0


def shape_score(groups: tuple[int, ...], separators: list[str], leading_zero: bool) -> float:
    """Return the score of these groups and separators as a phone number of any country."""
    total = sum(groups)
    if not FEWEST_DIGITS <= total <= MOST_DIGITS or not 2 <= len(groups) <= 7:
        return 0.0
    spaces_only = all(separator.isspace() for separator in separators)
    score = _SHAPES.get(groups, 0.0)
    if score:
        short = total < 10 and spaces_only
        return min(score, LIKELY) if short else score
    if max(groups) > 8 or min(groups) < 2 <= len(groups) - 3:
        return 0.0
    if leading_zero or any("(" in separator or ")" in separator for separator in separators):
        return LIKELY
    if all("." in separator for separator in separators) and len(groups) == 2:
        return 0.0  # a decimal fraction
    return POSSIBLE if max(groups) >= 3 else 0.0
