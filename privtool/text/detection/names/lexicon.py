"""What word lists know of a word: whether it is a name, in common use, or frequent."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from privtool.text.english.calendar import ENGLISH_MONTHS, SHORT_WEEKDAYS, WEEKDAY_PLURALS, WEEKDAYS
from privtool.text.known_names import class_names, ordinary_words, person_names
from privtool.text.labels import Label
from privtool.text.word_lists import load_allow_list, load_vocabulary
from privtool.text.word_sets import word_set

_FUNCTION_WORDS = 300  # the most frequent words; hardly any of them is a name
_FREQUENT_WORDS = 600
_VOCABULARY = 30_000  # all else that is not listed is a rare word, perhaps a name
_ALSO_NAMES = word_set("will may")
_NAMES_OF_MONTHS = word_set("april may june august jan")
_MORE_FUNCTION_WORDS = word_set(
    """re ve ll don didn doesn isn aren wasn won can couldn wouldn shouldn
    hasn haven hadn weren mustn needn ain uh um uhm er erm hm hmm
    mm ah oh yep yup nope ok okay yeah yes no please calling speaking spelled spelt correct also
    gotcha ugh geez ooh whoa maam
    wanna lol omg btw fyi asap pls plz thx ty np idk imo u ur"""
)
_NICKNAMES = word_set(
    """bubba skeeter pookie tj cj aj pj jj dre cee vee zee coco fifi didi beto chava chepe chayo
    wicho lalo kiko tootsie spanky ozzy iggy mookie tookie bootsie bitsy"""
)
_WORDS_AND_NICKNAMES = word_set(
    """scooter slim shorty peanut boo papi peaches cookie honey sugar deuce juju bunny moose bear
    ducky lefty smiley curly whitey spike jinx cricket flex twin memo pickle mango bash"""
)
PARTICLES = word_set("van von de der den del della di da du la le bin al el ibn st mac mc ben dos")


class NameLexicon(NamedTuple):
    """Words in lower case: listed names (true: hardly ever a word) and sets of other words.

    `dates` are months and weekdays that are no given names. `common` words are in everyday use,
    `frequent` ones most of all; `function` words are hardly ever taken for a name. `known` are all
    that are not rare. `ordinary` are known or rare ones that an encyclopedia has in lower case.
    `other` name something else than a person.
    """

    listed: dict[str, bool]
    dates: frozenset[str]
    function: frozenset[str]
    frequent: frozenset[str]
    common: frozenset[str]
    known: frozenset[str]
    ordinary: frozenset[str]
    other: frozenset[str]


@cache
def lexicon() -> NameLexicon:
    """Return what the embedded lists know."""
    common = load_allow_list()
    ranked = load_vocabulary(None, _FREQUENT_WORDS).words
    most = load_vocabulary(None, _FUNCTION_WORDS).words & common.words
    other = {w for w, labels in class_names().items() if Label.PERSON.value not in labels}
    calendar = ENGLISH_MONTHS | WEEKDAYS.keys() | SHORT_WEEKDAYS | set(WEEKDAY_PLURALS)
    return NameLexicon(
        listed=dict.fromkeys(_WORDS_AND_NICKNAMES, False)
        | dict.fromkeys(_NICKNAMES, True)
        | person_names(),
        dates=calendar - _NAMES_OF_MONTHS,
        function=(most | _MORE_FUNCTION_WORDS) - _ALSO_NAMES,
        frequent=ranked & common.words | calendar,
        common=common.words | calendar,
        known=load_vocabulary(None, _VOCABULARY).words,
        ordinary=ordinary_words() - _NICKNAMES - _WORDS_AND_NICKNAMES,
        other=frozenset(other) | calendar,
    )
