"""Turns of a conversation that announce a value: "my phone number is", "go ahead"."""

from __future__ import annotations

from enum import IntEnum

from privtool.text.detection.cues import CUES
from privtool.text.labels import Label
from privtool.text.word_sets import word_set

# Cues that are mostly said of something else: "a lot", "the ticket".
_OTHER_CUES = word_set(
    """call text case record records reach order contract lot claim chart file docket fax ticket
    ending ends device batch loyalty flyer chip pins tax insurance permit application patient
    student employee customer complaint incident shipment parcel dial sort swift sin prescription
    reservation booking routing badge receipt"""
)
ANNOUNCING = {cue for cue, label in CUES.items() if label != Label.DATE.value} - _OTHER_CUES | {
    *word_set("number numbers digits digit spell spelled spelling letter cvv ssn surname")
}
_READY = (("go", "ahead"), ("fire", "away"), ("whenever", "you"), ("one", "at", "a", "time"))
_READY_WORDS = word_set("ready")
_LINKS = word_set("is s it's its was are reads be it")
_SHORT = 8  # words of a turn that ends with "it's" or is "go ahead"


class Announcement(IntEnum):
    """How clearly a turn says that a value follows."""

    NONE = 0
    HINT = 1  # "go ahead", "it's"
    CUE = 2  # "my phone number"


def announcement_of(words: list[str]) -> Announcement:
    """Return what the words of a turn announce."""
    if not ANNOUNCING.isdisjoint(words):
        return Announcement.CUE
    if 0 < len(words) <= _SHORT:
        ready = any(
            tuple(words[at : at + len(phrase)]) == phrase
            for phrase in _READY
            for at in range(len(words))
        )
        if ready or words[-1] in _LINKS or not _READY_WORDS.isdisjoint(words):
            return Announcement.HINT
    return Announcement.NONE
