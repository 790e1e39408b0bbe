"""Words that seldom fill the slot of a masked one, however likely a model finds them.

Function words relate the words around them, so hardly any tagger takes one for a name. Dialogues
that models learn from are about outings, so they expect them everywhere.
"""

from __future__ import annotations

from privtool.text.word_sets import word_set

FUNCTION_WORDS = word_set(
    """a an the this that these those my your his her its our their no not any some every each such
    and or but nor because if although though while whereas unless until since than as whether
    of in on at to for from with by about into over after before between through during without
    under against within along among toward towards upon across behind beyond via per except
    despite throughout plus versus
    is am are was were be been being do does did done has have had having will would can could
    should may might must shall cannot gonna wanna gotta
    who whom whose which what when where why how"""
)
DETERMINERS = word_set(
    "a an the this that these those my your his her our their its no any some every each what how"
)
OUTING_WORDS = word_set(
    """movie movies film films song songs album albums band bands music ticket tickets concert
    concerts playoffs season seasons episode episodes tv seat seats hotel hotels restaurant
    restaurants game games team teams player players series singer actor actress show shows sequel
    event events bus stars bears festival genre soundtrack album theater museum"""
)
