"""Write the months and weekdays of other languages to `privtool/data/*/calendar.txt` (needs Babel).

Those that dates of rules may have, short ones included, are in `dates.txt`.

Babel has them from the CLDR of the Unicode Consortium. Only what is one word of letters is taken:
not "segunda-feira", nor "1月", which is a number and a sign.
"""

from __future__ import annotations

from pathlib import Path

from babel import Locale

DATA = Path(__file__).parent.parent / "privtool" / "data"
LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "sv", "ru", "ko", "ja", "zh")
WEEKDAYS_ONLY = ("hi", "zh")  # names of months that are other words, too, or numbers


def calendar(language: str) -> str:
    """Return the sections of a language."""
    locale = Locale.parse(language)
    kinds = {
        "months": locale.months["stand-alone"]["wide"],
        "months in dates": locale.months["format"]["wide"],
        "weekdays": locale.days["format"]["wide"],  # 0 is Monday
    }
    lines = ["# Written by tools/data_calendar.py from CLDR."]
    seen = set()
    for kind, names in kinds.items():
        row = " ".join(names[number].lower() for number in sorted(names))
        plain = row.replace(" ", "")
        letters = all(char.isalpha() or char in "ािीुूेैोौं्" for char in plain)
        if letters and row not in seen and not (language in WEEKDAYS_ONLY and kind != "weekdays"):
            seen.add(row)
            lines += ["", f"[{kind.replace(' ', '_')}]", row]
    return "\n".join(lines) + "\n"


def months_of_dates(language: str) -> str:
    """Return the sections of the months of a language, as dates have them, and of short ones."""
    months = Locale.parse(language).months
    short = months["format"]["abbreviated"]
    ordered = " ".join(short[number].lower().rstrip(".") for number in sorted(short))
    forms = (months[use][width] for use in months for width in ("wide", "abbreviated"))
    names = {name.lower().rstrip(".") for each in forms for name in each.values()}
    row = " ".join(sorted(names))
    head = "# Written by tools/data_calendar.py from CLDR."
    return f"{head}\n\n[months]\n{row}\n\n# From January on.\n[short]\n{ordered}\n"


def write() -> None:
    """Write the files of all languages."""
    for folder in DATA.glob("*/words.txt"):
        language = folder.parent.name
        folder.with_name("dates.txt").write_text(months_of_dates(language), encoding="utf-8")
    for language in sorted({*LANGUAGES, *WEEKDAYS_ONLY}):
        (DATA / language).mkdir(exist_ok=True)
        (DATA / language / "calendar.txt").write_text(calendar(language), encoding="utf-8")


if __name__ == "__main__":
    write()
