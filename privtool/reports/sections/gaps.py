"""What was not measured, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.audit.meanings import MEANINGS
from privtool.reports.parts import Section
from privtool.reports.runs import Run


def gap_section(runs: Sequence[Run]) -> Section:
    """Return which figures and measures are missing, and what no figure shows."""
    return Section("gaps", "What was not measured", list(_sentences(runs)))


def _sentences(runs: Sequence[Run]) -> Iterator[str]:
    missing = {name: [run.name for run in runs if not run.measured(name)] for name in MEANINGS}
    nowhere = [MEANINGS[name].title for name, names in missing.items() if len(names) == len(runs)]
    if nowhere:
        yield f"In no run: {'; '.join(nowhere)}."
    for run in runs:
        lacks = [
            MEANINGS[name].title
            for name, names in missing.items()
            if run.name in names and len(names) < len(runs)
        ]
        if lacks:
            yield f"Not in {run.name}: {'; '.join(lacks)}."
    for run in runs:
        for audit in run.audits:
            if audit.notes:
                notes = "1 note" if audit.notes == 1 else f"{audit.notes:,} notes"
                yield f"{run.name}, {audit.command}: the result has {notes} to read."
    unused = [run.name for run in runs if not run.measures]
    if unused:
        yield f"Utility was not measured in {', '.join(unused)}."
    yield (
        "Figures hold for the audited records and for the attacks that their meaning names. What "
        "the gold entities do not mark counts as public."
    )
    if dropped := sum(run.dropped for run in runs):
        fields = "1 field" if dropped == 1 else f"{dropped:,} fields"
        yield (
            f"{fields} of the inputs left out: neither a figure, nor a count, number or option "
            "that a report may show."
        )
