"""Medicines with a dose: another medicine in one of its own usual doses."""

from __future__ import annotations

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.pools import Pool

LARGEST_DOSE = 1000
_IN_MILLIGRAMS = """amlodipine 5 10|atorvastatin 10 20 40 80|citalopram 10 20 40
    |clonazepam 1 2|duloxetine 20 30 60|fluoxetine 10 20 40|furosemide 20 40 80
    |gabapentin 100 300 400 600 800|losartan 25 50 100|metoprolol 25 50 100|omeprazole 10 20 40
    |pantoprazole 20 40|prednisone 5 10 20 50|sertraline 25 50 100|simvastatin 10 20 40
    |tramadol 50 100|trazodone 50 100 150|warfarin 1 2 5 10|amoxicillin 250 500 875
    |azithromycin 250 500|cephalexin 250 500|ciprofloxacin 250 500 750|metformin 500 850 1000
    |naproxen 250 375 500|ibuprofen 200 400 600 800|lisinopril 5 10 20 40|propranolol 10 20 40 80"""
_IN_MICROGRAMS = """levothyroxine 25 50 75 88 100 112 125 150|fentanyl 12 25 50 75 100
    |fluticasone 50 100 250 500|digoxin 125 250"""
_IN_UNITS = """insulin glargine 10 14 18 22 30 40|insulin lispro 4 6 8 10 12|insulin aspart 4 6 8 10
    |Humalog 4 6 8 10 12 15|Lantus 10 15 18 20 25 30|Levemir 8 10 12 16 20 24|NovoLog 4 6 8 10 12"""
_NEAR = 5  # how many times as much or as little another dose may be, where one is


def _table(lines: str) -> dict[str, tuple[int, ...]]:
    """Return the usual doses of each medicine, in ascending order."""
    doses: dict[str, tuple[int, ...]] = {}
    for line in lines.split("|"):
        words = line.split()
        name = " ".join(word for word in words if not word.isdecimal())
        doses[name] = tuple(int(word) for word in words if word.isdecimal())
    return doses


_BY_UNIT = {
    "mcg": _table(_IN_MICROGRAMS),
    "iu": _table(_IN_UNITS),
    "unit": _table(_IN_UNITS),
    "units": _table(_IN_UNITS),
}
_MILLIGRAMS = _table(_IN_MILLIGRAMS)


def medicine_like(drug: str, dose: int, unit: str, context: Context) -> tuple[str, int]:
    """Return another medicine, in the letter case of the drug, and one of its other doses.

    A medicine of doses near the old one is preferred.
    """
    table = _BY_UNIT.get(unit.strip().lower(), _MILLIGRAMS)
    own = set(drug.lower().split())  # "insulin" is not one of the "insulin lispro" to draw
    names = [name for name in table if own.isdisjoint(name.split())] or list(_MILLIGRAMS)
    table = table | _MILLIGRAMS
    near = [name for name in names if _others(table[name], dose, near=True)]
    pool = Pool(near if len(near) > 1 else names)
    drawn = context.pick("name", drug, pool)
    doses = _others(table[drawn], dose, near=True) or _others(table[drawn], dose, near=False)
    new = doses[context.rng("dose", str(dose)).below(len(doses))]
    shown = cased_like(drug, drawn)
    if drug[:1].isupper() and not drug.isupper():
        shown = drawn[:1].upper() + drawn[1:]
    return shown, new


def _others(doses: tuple[int, ...], dose: int, *, near: bool) -> list[int]:
    """Return the doses that are not the old one, only those near it if asked for."""
    others = [each for each in doses if each != dose]
    return (
        [one for one in others if one <= _NEAR * dose and dose <= _NEAR * one] if near else others
    )
