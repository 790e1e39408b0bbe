"""Names of persons of many cultures, some of them held out from training."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any
from zlib import crc32

from privtool.text.known_names import person_names
from privtool.text.word_lists import load_allow_list
from talk.plain_words import words

_USUAL = ("en_US", 12), ("en_GB", 3), ("en_IN", 3), ("es_MX", 3), ("en_IE", 1), ("en_NG", 1)
_OTHERS = (
    *("de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pt_BR", "sv_SE", "da_DK", "fi_FI", "no_NO"),
    *("cs_CZ", "hr_HR", "ro_RO", "hu_HU", "tr_TR", "id_ID", "en_PK", "en_KE", "yo_NG", "ig_NG"),
    *("ha_NG", "tw_GH", "zu_ZA", "fr_DZ", "uz_UZ", "et_EE", "en_NZ", "es_CO", "sl_SI", "nl_BE"),
)
_ROMANIZED = ("ja_JP", "zh_CN", "zh_TW")
# Faker has these names in their own script alone.
_MORE = (
    (
        "Minjun Jiwoo Seoyeon Hyun Jisoo Eunji Sungmin Taeyang Hana Minho Soojin Yuna Daehyun",
        "Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Seo Kwon Hwang Ahn Song Hong",
    ),
    (
        "Mohammed Ahmed Fatima Aisha Omar Khalid Layla Hassan Yusuf Maryam Ibrahim Zainab Tariq",
        "Al-Masri Haddad Khoury El-Sayed Rahman Hussein Abdallah Nasser Saleh Mansour Qureshi",
    ),
    (
        "Olga Dmitri Svetlana Ivan Natalia Sergei Tatiana Alexei Irina Mikhail Ksenia Bogdan",
        "Ivanov Petrova Sokolov Kuznetsova Shevchenko Volkov Morozova Bondarenko Popov Lebedeva",
    ),
    (
        "Linh Minh Thao Huong Tuan Duc Phuong Quang Lan Anh Trang Hieu Nga Bao",
        "Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ngo Duong Ly",
    ),
    (
        "Aroha Wiremu Keoni Sione Mele Kahu Ngaire Losa Malia Sefina Rangi Hohepa",
        "Tamihana Kealoha Tupou Faleolo Parata Kahananui Fonoti Taufa Ngata",
    ),
)
_PARTICLES = ("van der ", "de la ", "von ", "van ", "de ", "Al ", "El ", "bin ", "Mac", "O'")
_HELD_OUT = 6  # one in so many names


def on_side(name: str, held_out: bool) -> bool:
    """Return whether all words of a name are held out from training, or none of them.

    A name with words of both sides is on neither.
    """
    words_of_name = name.lower().replace("-", " ").split()
    return all((crc32(w.encode()) % _HELD_OUT == 0) is held_out for w in words_of_name)


class PersonNames:
    """Draws given names and surnames that go together, by their frequency where it is known.

    With `held_out` it draws those that training never sees; else only the others.
    """

    def __init__(self, rng: random.Random, *, held_out: bool) -> None:
        self.rng, self.cultures = rng, _cultures(held_out)
        self.listed, self.also_words = _listed(held_out)

    def pair(self) -> tuple[str, str]:
        """Draw a given name and a surname."""
        kind = self.rng.random()
        if kind < 0.12:
            return self.rng.choice(self.also_words), self._surname(also_word=False)
        if kind < 0.2:
            return self._usual()[0], self._surname(also_word=True)
        if kind < 0.35:
            return self.rng.choice(self.listed), self.rng.choice(self.listed)
        given, surname = self._usual()
        if kind < 0.4:
            surname = f"{surname}-{self._usual()[1]}"
        elif kind < 0.43:
            given = f"{given}-{self._usual()[0]}"
        elif kind < 0.46:
            surname = f"{self.rng.choice(_PARTICLES)}{surname}"
        return given, surname

    def also_word(self) -> str:
        """Draw a name that is also a word, at times in small letters."""
        name = self.rng.choice(self.also_words)
        return name.lower() if self.rng.random() < 0.4 else name

    def _usual(self) -> tuple[str, str]:
        weights = [weight for weight, _, _ in self.cultures]
        _, given, surnames = self.rng.choices(self.cultures, weights)[0]
        return _weighted(self.rng, given), _weighted(self.rng, surnames)

    def _surname(self, *, also_word: bool) -> str:
        return self.rng.choice(self.also_words) if also_word else self._usual()[1]


Pool = tuple[list[str], list[float]]


def _weighted(rng: random.Random, pool: Pool) -> str:
    return rng.choices(pool[0], cum_weights=pool[1])[0]


@cache
def _cultures(held_out: bool) -> list[tuple[float, Pool, Pool]]:
    """Return a weight, the given names and the surnames of each culture."""
    cultures = []
    for locale, weight in (*_USUAL, *((other, 0.5) for other in _OTHERS)):
        provider = import_module(f"faker.providers.person.{locale}").Provider
        given = _names(provider, "first_names") or {
            **_names(provider, "first_names_male"),
            **_names(provider, "first_names_female"),
        }
        surnames = _names(provider, "last_names") or _names(provider, "last_names_male")
        cultures.append((weight, given, surnames))
    for locale in _ROMANIZED:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        romanized = (_names(provider, f"{p}_romanized_names") for p in ("first", "last"))
        cultures.append((1.0, *romanized))
    cultures += [(1.0, _even(given.split()), _even(last.split())) for given, last in _MORE]
    split = [(w, _pool(given, held_out), _pool(last, held_out)) for w, given, last in cultures]
    return [(w, given, last) for w, given, last in split if given[0] and last[0]]


def _names(provider: Any, attribute: str) -> dict[str, float]:
    names = getattr(provider, attribute, ())
    if isinstance(names, Mapping):
        return {str(name): float(weight) for name, weight in names.items()}
    return _even(names) if isinstance(names, (tuple, list)) else {}


def _even(names: Iterable[str]) -> dict[str, float]:
    return dict.fromkeys(names, 1.0)


def _pool(names: Mapping[str, float], held_out: bool) -> Pool:
    """Return the names in Latin script of one side of the split, with their summed weights."""
    kept, total, sums = [], 0.0, []
    for name, weight in names.items():
        latin = all(ord(letter) < 0x370 or 0x1E00 <= ord(letter) < 0x1F00 for letter in name)
        if latin and len(name) > 1 and on_side(name, held_out):
            total += weight
            kept.append(name)
            sums.append(total)
    return kept, sums


@cache
def _listed(held_out: bool) -> tuple[list[str], list[str]]:
    """Return the embedded names, and those of them that are words in common use, too."""
    common = load_allow_list().words
    names = [n for n in person_names() if len(n) > 2 and on_side(n, held_out)]
    sure = [name.title() for name in names if person_names()[name]]
    also_words = [n.title() for n in names if not person_names()[n] and n in common]
    return sure, also_words + [n for n in _WORD_NAMES if on_side(n, held_out)] * 8


_WORD_NAMES = words(
    """Will May Mark Hope Grace Bill Rose Chase Dawn Frank Page June April August Art Bob Pat
    Sue Jack Rob Nick Drew Grant Miles Ray Dale Glen Heath Clay Cliff Rich Faith Joy Ivy
    Iris Lily Daisy Violet Ruby Pearl Amber Crystal Ginger Summer Autumn Wade Lance Chuck
    Skip Buck Dick Guy Gene Hunter Mason Carter Cooper Baker Cook Young Long Short Brown
    White Black Green Gray Day Knight King Price Rice Wood Stone Field Banks Case Cross Love
    Best Good Early Sharp Swift Small Rush Lane Street Church Park Bush Hill Ford Penny
    Melody Harmony Destiny Trinity Christian Earnest Ernest Colt Trip Reed Sky Star Angel
    Max Dean Major Earl Duke Prince Bishop Pope Wise Little Bird Fox Wolf Swan Bell Ball
    Berry Bean Cherry Olive Sage Basil Rosemary Heather Holly Hazel Jade Mercy Patience
    Honor Justice Constance Victor Rusty Sandy Stormy Sunny Jerry Don Jean Josh Ken Kit Lee
    Mac Mike Pam Peg Ted Tad Van Wally Woody Bailey Tucker Parker Walker Turner Porter
    Fisher Shepherd Gardner Weaver Taylor Marsh Moore Rivers Brooks Woods Waters Winter Snow
    Frost Storm Gale Raven Robin Jay Martin Crane Finch Lark Drake Hawk"""
)
