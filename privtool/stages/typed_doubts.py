"""Common words for entities whose label may be wrong: taggers mistake such words for names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.record import Mask
from privtool.stages.fill_job import said_words
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.filling.slots import SlottedText
from privtool.text.fills.forms import is_certain
from privtool.text.fills.grammar import CommonSlot, everyday_words
from privtool.text.fills.place import FillPlace, Words
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.context import Pool
from privtool.text.surrogates.prf import KeyedRandom

_THINGS = frozenset((Label.ORGANIZATION, Label.MISC))  # pronouns stand for them
_OFTEN_WRONG = _THINGS | {Label.LOCATION, Label.PERSON}  # labels given to common words
_SHARPER = 4  # power of the likelihoods that a common word is drawn by


class Doubt(NamedTuple):
    """The common words that an entity may be, and how likely they have to be.

    That is their likelihood altogether, and that of the likeliest one relative to a name's.
    """

    words: Sequence[Words]
    altogether: float = 0.65
    against_name: float = math.log(30)


_NONE = Doubt(())


def doubt_of(place: FillPlace, masks: Sequence[Mask]) -> Doubt:
    """Return the common words that an entity may be; none where its label is hardly wrong.

    A person after an article that no noun follows ("on this [MASK].") is nearly always a thing.
    """
    alone = len(masks) == 1 and masks[0].link is UNSET and masks[0].merged is not True
    label = canonical_label(place.label)
    owner = place.after.startswith(("'", "\u2019"))  # "Miller's house": common words own little
    if not alone or label not in _OFTEN_WRONG or is_certain(place) or owner:
        return _NONE
    words = everyday_words(label in _THINGS)
    if label is Label.PERSON and place.article and not place.noun_follows:
        return Doubt(words, 0.15, 0.0)
    return Doubt(words)


def common_word(
    doubt: Doubt,
    text: SlottedText,
    slot: int,
    logprobs: Sequence[float],
    name: float,
    rng: KeyedRandom,
) -> Words | None:
    """Return a common word that is drawn if the context leaves no room for a name.

    `logprobs` are those of the words of the doubt, `name` is that of the likeliest name.
    """
    unlikely = sum(map(math.exp, logprobs)) < doubt.altogether
    if unlikely or max(logprobs) - name < doubt.against_name:
        return None
    left, right = text.segments[slot], text.segments[slot + 1]
    said, grammar = said_words(text.segments), CommonSlot(left, right)
    fitting = {
        word: math.exp(_SHARPER * logprob)
        for (word,), logprob in zip(doubt.words, logprobs, strict=True)
        if word not in said and fits_neighbors(word, left, right) and grammar.fits(word)
    }
    return (Pool(fitting).draw(rng),) if fitting else None
