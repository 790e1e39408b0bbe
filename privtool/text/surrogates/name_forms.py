"""Cues to a name in the words around it: a species, a scientist, an award."""

from __future__ import annotations

import regex

AWARD, SPECIES, NAMED_AFTER, MANY = "award", "species", "named after", "many"  # cues
_KINDS = {
    **dict.fromkeys(("bacterium", "bacteria", "bacterial", "pathogen"), "bacterium"),
    **dict.fromkeys(("fungus", "fungi", "yeast", "mold", "mushroom", "mushrooms"), "fungus"),
    **dict.fromkeys(("plant", "plants", "tree", "trees", "shrub", "herb", "weed", "moss"), "plant"),
    **dict.fromkeys(
        ("animal", "fly", "mosquito", "beetle", "ant", "moth", "frog", "toad", "worm", "snail"),
        "animal",
    ),
    **dict.fromkeys(("species", "subspecies", "genus", "strain", "strains"), ""),
}
_AFTER_A_NAME = regex.compile(
    r"['\u2019]?s?\s(?:forces?|interactions?|effects?|equations?|theorems?|laws?|constants?|theory"
    r"|conjectures?|numbers?|functions?|distributions?|syndrome|disease|reactions?|transforms?"
    r"|algorithms?|inequality|paradox|hypothesis|lemma|polynomials?|matrices|operators?|integrals?"
    r"|coefficients?|criterion|principle|cycle|diagrams?)\b"
)
# "Anna's law" is as often hers.
_PERSON_AFTER = regex.compile(
    r"\s(?:forces?|interactions?|effects?|equations?|theorems?|laws?|constants?|conjectures?"
    r"|functions?|distributions?|syndrome|disease|reactions?|transforms?|inequality|paradox"
    r"|hypothesis|lemma|polynomials?|operators?|integrals?|coefficients?|criterion)\b"
    r"|['\u2019]s?\s(?:theorem|equations?|conjecture|lemma|inequality|syndrome|paradox|hypothesis"
    r"|fractures?|palsy|reflex)\b"
)


# After a name that is no adjective: "run by the Hutts, which".
_AFTER_FAMILY = regex.compile(
    r"\s*(?:[.,;:!?)]|\Z)|\s(?:are|were|have|had|in|and|or|who|which|that|from|at|on|to|for|with|will"
    r"|would|can|could|did|do|said|say|live|lived|came|went|moved|own|owned)\b"
)
_FAR_PRONOUN = regex.compile(r"\b(?:he|him|his|himself|she|hers?|herself)\b")
_END = regex.compile(r"[.;:!?\n]")
_FAR = 160  # characters
_ANOTHER = regex.compile(  # whose pronoun it may be
    r"\b(?:mother|father|mom|dad|wife|husband|son|daughter|brother|sister|girlfriend|boyfriend|man"
    r"|woman|boy|girl|friend|who|that|whether|if|told|asked)\b"
)
_SHORTEST_FAMILY = 4  # letters


def pronoun_cues(text: str, start: int, stop: int) -> set[str]:
    """Return the cue of a pronoun in the rest of a sentence: "Ivankov, 41, ... fined him".

    The person ends at `start`, and another one or the text begins or ends at `stop`.
    """
    match = _FAR_PRONOUN.search(text, start, min(stop, start + _FAR))
    if match is None or _END.search(text, start, match.start()):
        return set()
    if _ANOTHER.search(text, start, match.start()):
        return set()
    return {"she" if match[0].startswith(("she", "her")) else "he"}


def family_cues(before: str, name: str, after: str) -> set[str]:
    """Return the cue to a name of several persons: "run by the Hutts"."""
    article = before[-4:].lower() == "the " and not before[-5:-4].isalpha()
    plural = name[-1:] == "s" and len(name) >= _SHORTEST_FAMILY and name.isalpha()
    return {MANY} if article and plural and _AFTER_FAMILY.match(after) else set()


def species_cues(words: list[str]) -> set[str]:
    """Return whether the last words before a name say that it is a species, and of what."""
    kind = _KINDS.get(words[-1]) if words else None
    return set() if kind is None else {SPECIES, kind} - {""}


def is_named_after(after: str, *, person: bool) -> bool:
    """Return whether a name is that of a scientist, by the noun after it: "Debye forces"."""
    pattern = _PERSON_AFTER if person else _AFTER_A_NAME
    return pattern.match(after) is not None
