"""Sentences with names to train `mini-ner` on, and their augmentation.

A sentence appears as written, in lower case, in lower case without punctuation (like a transcript),
in upper case or in title case. Some names are replaced by others, so that the tagger learns to use
the context of a name and not only the name and its capitals. Generated sentences are in `talk`.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from faker import Faker
from talk.persons import PersonNames, on_side

from privtool.text.labels import Label, canonical_label

LABELS = (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC)
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

# Dialogue slots whose values are names. Values of plain slots (times, prices, ...) are not names;
# lines with any other slot (events, addresses, mixed lists) are left out.
_SLOTS = {
    Label.LOCATION: "city location city_of_event origin_city destination_city from_location"
    " to_location where_to area pickup_city origin attraction_name",
    Label.ORGANIZATION: "restaurant_name hotel_name theater_name",
    Label.PERSON: "artist directed_by recipient_account_name",
    Label.MISC: "movie_name song_name album car_name",
}
_SLOT_LABEL = {slot: label for label, slots in _SLOTS.items() for slot in slots.split()}
_PLAIN_SLOT = re.compile(r"date|time|price|fare|rating|rent|number_of|balance|amount|phone_number")
_CAPITAL = re.compile(r"(?<=[^.?!] )[A-Z](?!\b)")
_LOCALES = (
    *("en_US", "en_GB", "en_IN", "en_NZ", "de_DE", "fr_FR", "es_ES", "es_MX", "it_IT", "nl_NL"),
    *("pl_PL", "pt_BR", "sv_SE", "cs_CZ", "ro_RO", "tr_TR", "id_ID", "fi_FI", "hr_HR", "vi_VN"),
)


@dataclass(frozen=True)
class Name:
    """A name at `start` to `end` (code points, end exclusive) of a sentence.

    Without a label it is a phrase that may be a name, which is not learned from.
    """

    start: int
    end: int
    label: Label | None


@dataclass(frozen=True)
class Sentence:
    """A text, the names in it and the document it comes from."""

    text: str
    names: tuple[Name, ...]
    document: str


def read_sentences(path: Path) -> list[Sentence]:
    """Read sentences from a gzip JSONL file with `entities`, mapped to privtool's labels.

    The label of a phrase that is not learned from is null.
    """
    sentences = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            names = [
                Name(e["start"], e["end"], e["label"] and canonical_label(e["label"]))
                for e in row["entities"]
            ]
            document = f"{path.name}:{row.get('doc', row['id'])}"
            sentences.append(Sentence(row["text"], tuple(names), document))
    return sentences


def read_dialogues(path: Path, count: int, rng: random.Random) -> list[Sentence]:
    """Draw `count` lines of the dialogue corpus, three quarters of them with names.

    Some names in that corpus have no span. They show by a capital outside the spans that does not
    follow a full stop; such lines are left out.
    """
    kept: dict[bool, list[Sentence]] = {True: [], False: []}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text, slots = row["text"], row["entities"]
            if not all(s["label"] in _SLOT_LABEL or _PLAIN_SLOT.search(s["label"]) for s in slots):
                continue
            spans = [range(s["start"], s["end"]) for s in slots]
            capitals = [match.start() for match in _CAPITAL.finditer(text)]
            if all(any(start in span for span in spans) for start in capitals):
                named = [s for s in slots if s["label"] in _SLOT_LABEL]
                names = [Name(s["start"], s["end"], _SLOT_LABEL[s["label"]]) for s in named]
                kept[bool(names)].append(Sentence(text, tuple(names), row["dialogue"]))
    return rng.sample(kept[True], count * 3 // 4) + rng.sample(kept[False], count // 4)


def _per_letter(change: Callable[[str], str], text: str) -> str:
    """Apply `change` to each letter, except where that adds letters: offsets stay valid."""
    return "".join(new if len(new := change(old)) == 1 else old for old in text)


def lower(text: str) -> str:
    """Return the text in lower case."""
    return _per_letter(str.lower, text)


def upper(text: str) -> str:
    """Return the text in upper case."""
    return _per_letter(str.upper, text)


def spoken(text: str) -> str:
    """Return the text as in a transcript: lower case, spaces for punctuation."""
    return "".join(letter if letter.isalnum() or letter == "'" else " " for letter in lower(text))


def title(text: str) -> str:
    """Return the text in title case."""
    return WORD.sub(lambda word: upper(word[0][:1]) + word[0][1:], lower(text))


VIEWS: dict[str, Callable[[str], str]] = {
    "written": str,
    "lower": lower,
    "spoken": spoken,
    "upper": upper,
    "title": title,
}
_SHARES = (0.45, 0.22, 0.19, 0.07, 0.07)


class Variation:
    """Draws a variation of a sentence: other names of the same labels, another case.

    Names come from the sentences themselves, from the embedded lists and from `faker`. A new name
    follows the case of the old one; most have as many words, and names of persons at times not.
    """

    def __init__(self, sentences: list[Sentence], rng: random.Random, swaps: float = 0.35) -> None:
        self.rng, self.swaps = rng, swaps
        self.persons = PersonNames(rng, held_out=False)
        self.seen: dict[tuple[Label, int], list[str]] = defaultdict(list)
        for sentence in sentences:
            for name in sentence.names:
                if name.label is not None:
                    phrase = sentence.text[name.start : name.end]
                    self.seen[name.label, phrase.count(" ")].append(phrase)
        self.fakes: dict[tuple[Label, int], list[str]] = defaultdict(list)
        for label, phrase in fake_names(rng.randrange(2**31)):
            self.fakes[label, phrase.count(" ")].append(phrase)

    def __call__(self, sentence: Sentence) -> Sentence:
        """Return a variation of the sentence."""
        if self.rng.random() < self.swaps:
            sentence = self.other_names(sentence)
        view = self.rng.choices(list(VIEWS.values()), _SHARES)[0]
        return Sentence(view(sentence.text), sentence.names, sentence.document)

    def other_names(self, sentence: Sentence) -> Sentence:
        """Replace about two thirds of the names."""
        text, names, last = "", [], 0
        for name in sentence.names:
            phrase = sentence.text[name.start : name.end]
            if name.label is not None and self.rng.random() < 0.67:
                phrase = self.surrogate(phrase, name.label)
            text += sentence.text[last : name.start]
            names.append(Name(len(text), len(text) + len(phrase), name.label))
            text, last = text + phrase, name.end
        return Sentence(text + sentence.text[last:], tuple(names), sentence.document)

    def surrogate(self, phrase: str, label: Label) -> str:
        """Draw another name of the same label and case."""
        if label is Label.PERSON and self.rng.random() < 0.6:
            return _like(phrase, self.person(phrase.count(" ")))
        key = label, phrase.count(" ")
        pools = [pool[key] for pool in (self.seen, self.fakes) if pool.get(key)]
        if not pools:
            return phrase
        # Fake names of firms and towns are less natural than real ones.
        fake = self.rng.random() < 0.25
        return _like(phrase, self.rng.choice(pools[-1] if fake else pools[0]))

    def person(self, spaces: int) -> str:
        """Draw a name of a person with about as many spaces, or initials, or of any length."""
        given, surname = self.persons.pair()
        kind = self.rng.random()
        if kind < 0.1:
            return self.rng.choice((f"{given[0]}. {surname}", f"{surname}, {given}", given))
        if not spaces:
            return self.rng.choice((given, surname))
        middle = [self.persons.pair()[0] for _ in range(min(spaces, 3) - 1)]
        return " ".join((given, *middle, surname))


def _like(old: str, new: str) -> str:
    """Return the new name in the case of the old one."""
    if old.isupper() and len(old) > 4:
        return upper(new)
    return lower(new) if old.islower() else new


def fake_names(seed: int) -> list[tuple[Label, str]]:
    """Generate names of places and firms in Latin script from many countries."""
    names = []
    for locale in _LOCALES:
        source = Faker(locale)
        source.seed_instance(seed)
        for _ in range(250):
            names += [(Label.LOCATION, source.city()), (Label.ORGANIZATION, source.company())]
    return [(label, name) for label, name in names if on_side(name, held_out=False)]
