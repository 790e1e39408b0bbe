"""The order of tagging: what each step finds, or makes of what those before it found.

each model      its spans, without signs and public words, torn names joined: CORRECTIONS
patterns        values that have a form: PatternTagger
names           names of persons by lists and the words around them: NameTagger
capitals        next to a word list, any capital inside a sentence: InnerCapitals
joined          the spans of all; the label of the first counts, but addresses are sure
widened         the rest of names of which a part is found: WHOLE
unseen          invisible text, and words in other scripts
relabeled       labels that the text contradicts change
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privtool.core.language_marks import ENGLISH
from privtool.core.spans import Span
from privtool.interfaces.tagging import NAMES, PATTERNS, Tagger
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.names.relabeling import relabeled
from privtool.text.detection.names.tagger import InnerCapitals, NameTagger
from privtool.text.detection.names.whole import joined_fragments, widened, without_signs
from privtool.text.detection.other_languages import (
    LanguageRules,
    NameEdges,
    NameParticles,
    WithoutFrequent,
)
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.unseen import find_unseen, other_script_words
from privtool.text.labels import Label

Step = Callable[[str, Sequence[Span]], list[Span]]
_ADDRESSES = frozenset((Label.EMAIL.value, Label.URL.value, Label.IP.value))


def _with_unseen(text: str, spans: Sequence[Span]) -> list[Span]:
    return [*spans, *find_unseen(text)]


def _with_other_scripts(text: str, spans: Sequence[Span]) -> list[Span]:
    return [*spans, *other_script_words(text)]


CORRECTIONS: tuple[Step, ...] = (without_signs, without_public_words, joined_fragments)
WHOLE: tuple[Step, ...] = (widened, _with_unseen)
WHOLE_ABROAD: tuple[Step, ...] = (_with_unseen,)


def corrections(language: str) -> tuple[Step, ...]:
    """Return what corrects the spans of models in a language."""
    if language == ENGLISH:
        return CORRECTIONS
    return (
        *(without_signs, joined_fragments, NameParticles(language)),
        *(NameEdges(language), WithoutFrequent(language)),
    )


class Stepped:
    """A tagger whose spans go through steps."""

    def __init__(self, tagger: Tagger, steps: Sequence[Step]) -> None:
        self._tagger, self._steps = tagger, steps

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text after the last step; they may overlap."""
        found = self._tagger.tag(texts)
        for step in self._steps:
            found = list(map(step, texts, found))
        return found


class JoinedTagger:
    """The union of several taggers; where they disagree, the label of the first one counts.

    But what one of them takes for an e-mail, web or IP address is one: the form shows it.
    """

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = tuple(taggers)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, which may overlap, in the order in which labels count."""
        by_text = zip(*(tagger.tag(texts) for tagger in self._taggers), strict=True)
        joined = ([span for spans in of_text for span in spans] for of_text in by_text)
        return [sorted(spans, key=lambda span: span.label not in _ADDRESSES) for spans in joined]


def joined(
    parts: Sequence[Tagger | str],
    *,
    all_dates: bool = False,
    careful: bool = False,
    first: tuple[Step, ...] = (),
    off: frozenset[str] = frozenset(),
    language: str = ENGLISH,
) -> Tagger:
    """Join models, `patterns` and `names`, which have no model, in their order.

    With `careful`, `names` come with capitals inside sentences. With `all_dates`, `patterns` also
    finds weekdays and holidays, and its rules with the ids of `off` find nothing. What models and
    `names` find goes through the steps of `first`.
    """
    of_patterns: tuple[Step, ...] = ()
    if language != ENGLISH:
        of_patterns = (
            WithoutFrequent(language),
            LanguageRules(language, all_dates=all_dates, off=off),
        )
    modeled = any(not isinstance(part, str) for part in parts)
    rules: dict[str, Tagger] = {
        PATTERNS: _stepped(PatternTagger(all_dates=all_dates, off=off), of_patterns),
        NAMES: _stepped(NameTagger(doubtful=modeled), first),
    }
    steps = first + corrections(language)
    taggers = [rules[part] if isinstance(part, str) else Stepped(part, steps) for part in parts]
    if careful and NAMES in parts:
        taggers.append(_stepped(InnerCapitals(), first))
    return taggers[0] if len(taggers) == 1 else JoinedTagger(taggers)


def _stepped(tagger: Tagger, steps: tuple[Step, ...]) -> Tagger:
    return Stepped(tagger, steps) if steps else tagger


def whole_names(tagger: Tagger, language: str = ENGLISH, *, other_scripts: bool = True) -> Tagger:
    """Return a tagger whose names are whole, and which finds invisible text.

    With `other_scripts` it finds words in other scripts than Latin, too: taggers of English text do
    not know them.
    """
    whole = WHOLE if language == ENGLISH else WHOLE_ABROAD
    return Stepped(tagger, (*whole, *([_with_other_scripts] if other_scripts else [])))


def text_labels(tagger: Tagger) -> Tagger:
    """Return a tagger whose labels are those that the text shows; it finds the same.

    Names are collected without it: as a person, a name counts in all records of a conversation.
    """
    return Stepped(tagger, (relabeled,))
