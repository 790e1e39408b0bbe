"""A report: its sections from runs, as a page and as its JSON twin."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from privtool import __version__
from privtool.reports.page import page_of
from privtool.reports.parts import Section, Table
from privtool.reports.runs import Run
from privtool.reports.sections.curves import curve_section
from privtool.reports.sections.flow import flow_section
from privtool.reports.sections.gaps import gap_section
from privtool.reports.sections.privacy import privacy_section
from privtool.reports.sections.provenance import provenance_section
from privtool.reports.sections.tradeoff import tradeoff_section
from privtool.reports.sections.utility import ReferenceRuns, utility_section
from privtool.reports.sections.verdicts import verdict_section

_FOOTER = (
    f"Made by privtool {__version__} from results of its commands. Only numbers and fixed names "
    "enter a report, no text of records and no names of files. Names of runs are the author's."
)


def sections_of(
    runs: Sequence[Run], references: ReferenceRuns | None, figure: str | None
) -> list[Section]:
    """Return the sections of a report; `figure` is that of privacy against utility."""
    return [
        verdict_section(runs),
        flow_section(runs),
        privacy_section(runs),
        utility_section(runs, references),
        tradeoff_section(runs, figure),
        curve_section(runs),
        provenance_section(runs),
        gap_section(runs),
    ]


def html_of(runs: Sequence[Run], sections: Sequence[Section]) -> str:
    """Return a report as a page."""
    number = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    about = [f"{number}: {', '.join(run.name for run in runs)}."]
    return page_of(sections, about, _FOOTER)


def json_of(runs: Sequence[Run], sections: Sequence[Section]) -> str:
    """Return the same as JSON: the tables of each section, with unrounded values."""
    document = {
        "version": __version__,
        "runs": [run.name for run in runs],
        "sections": {each.key: _section(each) for each in sections},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _section(section: Section) -> dict[str, Any]:
    tables = [part for part in section.parts if isinstance(part, Table)]
    return {
        "title": section.title,
        "sentences": list(section.sentences),
        "tables": [
            {
                "caption": table.caption,
                "columns": list(table.columns),
                "rows": [[cell.value for cell in row] for row in table.rows],
            }
            for table in tables
        ],
    }
