"""Titles, ranks and other words around the names of persons: they stay."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from privtool.text.english.nicknames import full_forms
from privtool.text.known_names import person_names
from privtool.text.surrogates.name_lists import GIVEN, name_pools
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import load_allow_list
from privtool.text.word_sets import word_set

_MALE_TITLES = word_set(
    """mr sir lord father brother fr herr monsieur señor don uncle grandpa grandad granddad
    grandfather gramps pop papa king prince duke baron emperor tsar sultan emir pope viscount
    earl"""
)
_FEMALE_TITLES = word_set(
    """mrs ms miss lady dame madam sister frau madame señora doña aunt auntie grandma grandmother
    granny nana nan mama queen princess duchess baroness empress countess"""
)
# Titles before a given name.
KIN_TITLES = word_set(
    """father brother sister uncle aunt auntie grandpa grandad granddad grandfather gramps grandma
    grandmother granny nana nan mama papa pop cousin king queen prince princess saint pope sir dame
    emperor empress tsar sultan"""
)
TITLES = (
    _MALE_TITLES
    | _FEMALE_TITLES
    | KIN_TITLES
    | word_set(
        """mx dr doctor prof professor nurse officer sergeant sgt captain capt judge justice
        senator rev reverend president coach deputy detective lieutenant lt colonel col major
        corporal cpl inspector chief sheriff mayor governor gov congressman congresswoman
        congressperson rep representative pastor rabbi imam bishop archbishop cardinal deacon
        chancellor minister secretary ambassador commissioner chairman chairwoman attorney
        counselor principal agent private pvt admiral commander constable trooper marshal
        councilman councilwoman councilor general gen brigadier premier superintendent paramedic
        hon sheikh sheik emir sultan emperor empress ayatollah mullah swami guru midwife surgeon
        dean pfc warden ranger bailiff magistrate provost chaplain envoy comptroller treasurer
        alderman comrade maestro coroner firefighter medic alderwoman assemblyman
        assemblywoman assemblymember councilmember selectman sen capt cpt maj cmdr adm amb msgr supt
        atty det spc ssgt insp cllr fra mme mlle doc master signor signora señorita congressperson
        lama dame viscount earl count countess marquess chairperson ombudsman gunner bombardier
        airman seaman patrolman"""
    )
)
_TITLES_AFTER_NAME = word_set("dr prof rev")  # titles that also follow names
# Before a title: "prime minister", "special agent", "staff sergeant".
_BEFORE_TITLES = word_set(
    """prime special staff lt first second chief vice deputy assistant former acting interim senior
    junior lead head master gunnery petty lance crown grand associate executive district state
    foreign finance interior defense defence health trade justice police fire field flight warrant
    rear lieutenant attorney surgeon lord most right very"""
)
# After a title: "nurse practitioner", "private first class", "attorney general".
_AFTER_TITLES = word_set("practitioner first second class general elect emeritus major hon")
_UP_TO_TITLES, _FROM_TITLES = TITLES | _BEFORE_TITLES, TITLES | _AFTER_TITLES
_OFFICES = word_set("state defense defence education commerce labor labour energy police staff")
# Before names in lower case: "little Timmy", "my nephew Dante".
_BEFORE_NAMES = word_set(
    """little old big baby poor dear late my your his her our their nephew niece brother sister
    mother father mom dad husband wife son daughter boss friend neighbor colleague roommate
    cousin"""
)
# Before names in any letter case with a sign between: "Wife - Anna", "Mother: Anna".
_RELATIONS = word_set(
    """wife husband spouse partner mother father mom dad parent parents son daughter child brother
    sister sibling guardian niece nephew grandson granddaughter stepmother stepfather stepson
    stepdaughter friend neighbor fiancé fiancee relative caregiver witness patient client"""
)
_SIZES = word_set("big little lil old ol tiny")  # before a given name alone: "Big Mike"
_NEWBORN = word_set("girl boy")  # after "baby"
# Of these titles many are surnames: "BISHOP ANNA", "King Anna M." on a form.
_SURNAMES_TOO = word_set(
    "bishop king pope prince duke baron lord dean cardinal marshal deacon major judge"
)
_GIVEN_TOO = word_set("don earl")
_BEFORE_ANY_TITLE = word_set("a an old young little poor dear late certain")  # "a Mr. Feldman"
SUFFIXES = word_set("jr sr ii iii iv vii viii xii xiii xiv xv xvi xvii xviii xxiii phd md esq")
# Words that are read in their own way in or around the name of a person.
WORDS_AROUND_NAMES = frozenset().union(
    *(TITLES, SUFFIXES, KIN_TITLES, _BEFORE_TITLES, _AFTER_TITLES, _OFFICES, _BEFORE_NAMES),
    *(_RELATIONS, _SIZES, _NEWBORN, _BEFORE_ANY_TITLE, word_set("attn fao")),
)
_ROYAL = word_set("king queen prince princess pope emperor empress tsar sultan")
_REIGN = regex.compile(r"\b[IVX]{1,5}\Z")  # "Elizabeth II"
_DEGREE = (
    r"(?:M\.?D|D\.?O|Ph\.?\s?D|R\.?N|B\.?S\.?N|M\.?S\.?N|A\.?P\.?R\.?N|N\.?P|P\.?A(?:-C)?|D\.?D\.?S"
    r"|D\.?M\.?D|D\.?V\.?M|D\.?P\.?M|O\.?D|J\.?D|M\.?B\.?A|M\.?P\.?H|M\.?S\.?W|L\.?C\.?S\.?W"
    r"|L\.?P\.?N|C\.?P\.?A|C\.?R\.?N\.?A|Psy\.?D|Ed\.?D|Pharm\.?D|FACS|FACP|Q\.?C|K\.?C|M\.?P"
    r"|Esq(?:uire)?|M\.?A|M\.?S|B\.?A|B\.?S|D\.?C|Ret|USN|USMC|USAF|USCG|USA|FNP(?:-BC)?|CRNP|LMFT"
    r"|L\.?P\.?C|P\.?T|D\.?P\.?T|OTR(?:/L)?|R\.?Ph|FAAP|FACC|FRCS|M\.?B\.?E|O\.?B\.?E|C\.?B\.?E|S\.?J"
    r"|A\.?I\.?A|P\.?E|DNP|MBBS|R\.?D|CCC-SLP|LMT|CNM|CNA|CMA|EMT|Jr|Sr)\.?"
)
# After a full name, and a comma or a space.
_DEGREES = regex.compile(rf"(?:\s*,\s*\(?{_DEGREE}\)?)+\s*\Z|(?:\s+(?:M\.D|Ph\.D)\.?)+\s*\Z")
_OWNED = regex.compile(
    r"(?:old man|ol' man)\s+(?=\p{L}+\Z)|"
    r"(?:the\s+)?(?:estate|heirs|children|parents|family|widow|son|daughter)\s+of\s+"
    r"(?:the late\s+)?"
    r"|(?:c/o|attn:?|fao)\s+",
    regex.IGNORECASE,
)
_RELATED = regex.compile(r"\s*\((?P<word>\p{L}+)(?:[ -]in[ -]law)?\)?\Z")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")


def without_degrees(phrase: str) -> int:
    """Return where the degrees after a full name begin, "M.D., Ph.D."; else the end.

    After a single name such letters may be initials.
    """
    end = without_relation(phrase)
    if end < len(phrase):
        return end
    degrees = _DEGREES.search(phrase) if "," in phrase or "." in phrase else None
    named = degrees is not None and len(phrase[: degrees.start()].split()) > 1
    return degrees.start() if degrees is not None and named else len(phrase)


def is_title_or_suffix(key: str, between: str, number: int, last: bool, alone: bool) -> bool:
    """Return whether a word is a suffix or a title, wherever it stands.

    Of the titles only those that also follow names. After one name `alone` and a comma, a title
    that is a name, too, is one: "Kowalski, Earl".
    """
    if key in SUFFIXES:
        return number > 0
    if key == "the":
        return number == 0 and not last
    if key not in TITLES or number == 0:
        return False
    if key in _TITLES_AFTER_NAME:
        return True
    return "," in between and not (alone and (key in name_pools().roles or key in person_names()))


def is_title_before(phrase: str, words: Sequence[regex.Match[str]], number: int) -> bool:
    """Return whether a word before all names is a title or the like, and no surname before a comma.

    "Don" and "Earl" are more often names.
    """
    match = words[number]
    if number + 1 == len(words):
        return False
    key, following = normalized(match[0]), normalized(words[number + 1][0])
    before = normalized(words[number - 1][0]) if number else ""
    gap = phrase[match.end() : words[number + 1].start()]
    if key in _RELATIONS and match[0].islower() and not phrase.islower() and gap.strip() == ",":
        return True
    if gap[:1] == ",":
        return False
    if key in _RELATIONS and gap.strip() in ("-", "\u2013", "\u2014", ":", "("):
        return True
    if key in _BEFORE_NAMES and match[0].islower() and not phrase.islower():
        return True
    if (key == "baby" and following in _NEWBORN) or (key in _NEWBORN and before == "baby"):
        return True
    final = number + 2 == len(words)
    if key in _BEFORE_ANY_TITLE and following in TITLES and not final and number == 0:
        return True
    if key in _SIZES and final and number == 0 and gap.isspace() and _is_given(following):
        return True
    if key in _BEFORE_TITLES and not final and following in _UP_TO_TITLES:
        return True
    office = phrase[words[number - 1].end() : match.start()].strip() == "of" if number else False
    if before in _FROM_TITLES and (
        key in _OFFICES
        if office
        else key in _AFTER_TITLES or (key == "of" and following in _OFFICES)
    ):
        return True
    if key in _GIVEN_TOO:
        return False
    listed = phrase.isupper() or len(words[-1][0]) == 1  # "BISHOP ANNA M"
    if key in _SURNAMES_TOO and listed:
        return False
    return key in TITLES


def is_plain_word(phrase: str, match: regex.Match[str]) -> bool:
    """Return whether a word in lower case among capitalized ones is an ordinary one.

    "the Parker family", "Anna and the twins"; not "hope Smith".
    """
    if not match[0].islower() or phrase.islower():
        return False
    key = normalized(match[0])
    return (
        key in load_allow_list().words
        and key not in person_names()
        and key not in name_pools().roles
    )


def _is_given(key: str) -> bool:
    return name_pools().roles.get(key) == GIVEN or key in full_forms()


def owners_before(phrase: str) -> int:
    """Return where the name begins after "Estate of" and the like; 0 without them."""
    owners = _OWNED.match(phrase)
    return owners.end() if owners is not None and owners.end() < len(phrase) else 0


def without_relation(phrase: str) -> int:
    """Return where a relation in brackets begins, "(sister"; else the end."""
    related = _RELATED.search(phrase) if "(" in phrase else None
    known = related is not None and normalized(related["word"]) in _RELATIONS
    return related.start() if related is not None and known else len(phrase)


def title_words(text: str) -> list[str]:
    """Return the titles in the text before a name, normalized."""
    if not text or text.isspace():
        return []
    return [word for each in _WORD.findall(text) if (word := normalized(each)) in TITLES]


def is_royal(titles: Sequence[str]) -> bool:
    """Return whether one of some titles stands before given names: "Emperor"."""
    return not _ROYAL.isdisjoint(titles)


def is_monarch(phrase: str) -> bool:
    """Return whether a phrase names a monarch or a pope, who have no surname: "John Paul II"."""
    return _REIGN.search(phrase) is not None and not _ROYAL.isdisjoint(title_words(phrase))


def gender_of_title(text: str) -> str:
    """Return the gender that the last of some titles shows, "" for none or for both."""
    titles = title_words(text)
    if not _MALE_TITLES.isdisjoint(titles) and not _FEMALE_TITLES.isdisjoint(titles):
        return ""  # "Mr. and Mrs."
    for title in reversed(titles):
        if title in _MALE_TITLES or title in _FEMALE_TITLES:
            return "male" if title in _MALE_TITLES else "female"
    return ""
