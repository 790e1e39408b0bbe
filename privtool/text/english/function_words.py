"""Words that relate the words around them: hardly any is a name, or what a number counts."""

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
