"""Build privtool's embedded list of names of persons of many countries: `persons.tsv`.

Reads the other three lists. `names-en.tsv` favors precision, as words are filled in from it; this
list favors recall, as words are masked by it. So a name that is also a word, or first of all the
name of something else, stays, with the class `word`: it needs a capital or a cue next to it.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

from build_lists import write_whole
from build_names import HAND_LISTS
from case_evidence import CaseCounts, count_cases, read_texts
from curate import read_hand_list
from name_lists import faker_names
from name_sources import fixed_words, refused_words, spellings

NAME, WORD = "name", "word"
_TOKEN = re.compile(r"[^\W\d_]+|\S")
_NUMERAL = re.compile("[ivxlc]+")
KNOWN_RANK = 30_000
"""A name that the cased text lacks is a word if it is that frequent in `vocab-en.tsv`."""
MIN_CAPITALS = 2
MIN_CAPITAL_SHARE = 0.9
MAX_TALK_SHARE = 0.25
"""Maximum fraction of lower-case occurrences of a name in cased talk, from `MIN_LOWER` on."""
MIN_LOWER = 2
MIN_UNSEEN_LENGTH = 4
MIN_LENGTH = 3
"""Shorter names are words."""
MIN_SURNAME_LENGTH, MIN_SURNAMES, MIN_SURNAME_SHARE, MAX_LOWER_SHARE = 4, 3, 0.25, 0.03
"""A frequent word is a surname that Faker lacks if it is that long, has that many capitals, follows
a name in that share of them, and has at most that share of lower case."""


def class_of(word: str, cases: CaseCounts, talk: CaseCounts, known: set[str]) -> str:
    """Return whether a listed name is hardly anything else, or also a word.

    `known` are the frequent words.
    """
    lower = talk.lower[word]
    if lower >= MIN_LOWER and talk.capital_share(word) < 1 - MAX_TALK_SHARE:
        return WORD
    if cases.alone[word] + cases.in_run[word] < MIN_CAPITALS:
        unknown = word not in known and len(word) >= MIN_UNSEEN_LENGTH
        return NAME if unknown and not cases.lower[word] else WORD
    return NAME if cases.capital_share(word) >= MIN_CAPITAL_SHARE else WORD


def missing_surnames(data: Path, names: set[str], words: set[str], known: set[str]) -> set[str]:
    """Return the words of `known` that are surnames by their places in cased text.

    `names` are hardly ever anything else; `words` and listed names are left out.
    """
    capitals, lower, after_name = Counter[str](), Counter[str](), Counter[str]()
    for text in read_texts(data):
        for before, token in pairwise(_TOKEN.findall(text)):
            word = token.lower()
            if not before.isalpha() or word not in known or word in words:
                continue
            if token[0].isupper():
                capitals[word] += 1
                after_name[word] += before[0].isupper() and before.lower() in names
            else:
                lower[word] += 1
    return {
        word
        for word, number in capitals.items()
        if word.isalpha() and len(word) >= MIN_SURNAME_LENGTH and number >= MIN_SURNAMES
        if after_name[word] >= MIN_SURNAME_SHARE * number
        if lower[word] <= MAX_LOWER_SHARE * number and not _NUMERAL.fullmatch(word)
    }


def other_names(lists: Path) -> set[str]:
    """Return the words of `names-en.tsv` that are no names of persons."""
    rows = (lists / "names-en.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [row.split("\t") for row in rows]
    return {word for word, _ in pairs} - {word for word, label in pairs if label == "PERSON"}


def is_latin(word: str) -> bool:
    """Return whether all letters are Latin."""
    return all(unicodedata.name(letter, "").startswith("LATIN") for letter in word)


def main() -> None:
    """Build the list and print the size of each class."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="gzip JSONL of cased sentences")
    parser.add_argument("--talk", type=Path, required=True, help="gzip JSONL of cased talk")
    parser.add_argument("--lists-dir", type=Path, required=True, help="folder of the lists")
    arguments = parser.parse_args()
    lists: Path = arguments.lists_dir
    with (lists / "vocab-en.tsv").open(encoding="utf-8") as lines:
        vocabulary = [line.partition("\t")[0] for line in lines]
    known = set(vocabulary[:KNOWN_RANK])
    common = set((lists / "common-en.txt").read_text(encoding="utf-8").splitlines())
    words = common.union(*fixed_words(HAND_LISTS).values(), refused_words(HAND_LISTS)["PERSON"])
    words.update(read_hand_list(HAND_LISTS / "words_in_talk.txt"), other_names(lists))
    names = {*faker_names("first_name"), *faker_names("last_name")}
    cases, talk = (count_cases(read_texts(path)) for path in (arguments.data, arguments.talk))
    classes = {
        name: WORD
        if len(name) < MIN_LENGTH or name in words
        else class_of(name, cases, talk, known)
        for name in sorted({*spellings(names)})
        if len(name) > 1 and is_latin(name)
    }
    sure = {name for name, kind in classes.items() if kind == NAME}
    surnames = missing_surnames(arguments.data, sure, words | classes.keys(), set(vocabulary))
    surnames -= {word for word in surnames if talk.lower[word] >= MIN_LOWER}
    print(Counter(classes.values()), f"{len(surnames):,} more surnames")
    classes.update(dict.fromkeys(surnames, NAME))
    lines_of = "".join(f"{name}\t{kind}\n" for name, kind in sorted(classes.items()))
    write_whole(lists / "persons.tsv", lines_of)


if __name__ == "__main__":
    main()
