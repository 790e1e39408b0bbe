"""Numbers of audits that figures are compared with: sizes, controls, chance."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.reports.taken import TakenFields

MARKS, BY_TAGGER = "gold.entities", "gold.by_tagger"
REFERENCE_NUMBERS: Mapping[str, str] = {
    MARKS: "Entities of gold",
    BY_TAGGER: "Entities of gold that a tagger made: its own misses cannot appear here",
    "references": "Reference canaries",
    "null_exposure.mean": "Exposure of an unseen secret: mean, in bits",
    "null_exposure.percentile_95": "Exposure of an unseen secret: 95th percentile, in bits",
    "membership.members": "Training records of membership inference",
    "membership.others": "Records that the model never saw",
    "membership.units_of_others": "Units of records that the model never saw",
    "largest_correlation.samples": "Largest correlation of private samples with safe audio",
    "largest_correlation.log_mel": "Largest correlation of private log-mel bands with safe audio",
}
"""Titles of numbers by their place in a result."""


def reference_numbers(row: TakenFields) -> dict[str, float]:
    """Take the numbers of a result that have a title."""
    found = {}
    objects = {"": row}
    for path in REFERENCE_NUMBERS:
        *outer, name = path.split(".")
        holder, place = row, ""
        for part in outer:
            place = f"{place}.{part}"
            if place not in objects:
                objects[place] = holder.fields(part)
            holder = objects[place]
        value = holder.number(name)
        if value is not None:
            found[path] = value
    return found
