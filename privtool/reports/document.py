"""A report: its sections from runs, as a page and as its JSON twin."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from typing import Any

from privtool import __version__
from privtool.core.own_files import TABLES
from privtool.reports.parts import Cell, Plot, Section, Table, without_empty_columns
from privtool.reports.pictures import image_of
from privtool.reports.runs import Run
from privtool.reports.sections.flow import flow_section, provenance_section
from privtool.reports.sections.privacy import gap_section, privacy_section, verdict_section
from privtool.reports.sections.utility import (
    ReferenceRuns,
    curve_section,
    tradeoff_section,
    utility_section,
)

TITLE = "Privacy and utility"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_HEAD = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{TITLE}</title>
<style>{(TABLES / "report.css").read_text()}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
"""


_FOOTER = (
    f"Made by privtool {__version__} from results of its commands. Only numbers and fixed names "
    "enter a report, no text of records and no names of files. Names of runs are the author's."
)


def sections_of(runs: Sequence[Run], references: ReferenceRuns | None) -> list[Section]:
    """Return the sections of a report."""
    return [
        verdict_section(runs),
        flow_section(runs),
        privacy_section(runs),
        utility_section(runs, references),
        tradeoff_section(runs),
        curve_section(runs),
        provenance_section(runs),
        gap_section(runs),
    ]


def html_of(runs: Sequence[Run], sections: Sequence[Section]) -> str:
    """Return a report as a page."""
    number = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    about = f"{number}: {', '.join(run.name for run in runs)}."
    links = "".join(
        f'<li><a href="#{each.key}">{html.escape(each.title)}</a></li>' for each in sections
    )
    parts = [
        _HEAD,
        f"<header>\n<h1>{TITLE}</h1>\n{_paragraphs([about])}</header>\n",
        f'<nav aria-label="Sections">\n<ul>{links}</ul>\n</nav>\n<main id="content">\n',
        *(_section(each) for each in sections),
        f"</main>\n<footer>\n{_paragraphs([_FOOTER])}</footer>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{html.escape(each)}</p>\n" for each in sentences)


def _section(section: Section) -> str:
    title = f'<h2 id="{section.key}-title">{html.escape(section.title)}</h2>'
    parts = (_table(each) if isinstance(each, Table) else _figure(each) for each in section.parts)
    return (
        f'<section id="{section.key}" aria-labelledby="{section.key}-title">\n{title}\n'
        f"{_paragraphs(section.sentences)}{''.join(parts)}</section>\n"
    )


def _figure(plot: Plot) -> str:
    caption = f"<figcaption>{html.escape(plot.title)}</figcaption>"
    words = f"<p>{html.escape(plot.description)}</p>"
    picture = f'<div class="picture" tabindex="0">{image_of(plot)}</div>'
    return f"<figure>\n{caption}\n{words}\n{picture}\n</figure>\n"


def _table(table: Table) -> str:
    table = without_empty_columns(table)
    numeric = [_is_numeric([row[n] for row in table.rows]) for n in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col"{_class(number)}>{html.escape(title)}</th>'
        for title, number in zip(table.columns, numeric, strict=True)
    )
    body = "".join(_row(row, numeric) for row in table.rows)
    caption = html.escape(table.caption)
    inner = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"
    if table.folded:
        named = f'<table aria-label="{html.escape(table.caption)}">\n{inner}'
        content = f'<div class="table" tabindex="0">{named}</div>'
        return f"<details>\n<summary>{caption}</summary>\n{content}\n</details>\n"
    return f'<div class="table" tabindex="0"><table>\n<caption>{caption}</caption>\n{inner}</div>\n'


def _row(row: Sequence[Cell], numeric: Sequence[bool]) -> str:
    first, *others = row
    cells = "".join(
        f"<td{_class(number)}>{html.escape(cell.shown)}</td>"
        for cell, number in zip(others, numeric[1:], strict=True)
    )
    return f'<tr><th scope="row">{html.escape(first.shown)}</th>{cells}</tr>\n'


def _is_numeric(cells: Sequence[Cell]) -> bool:
    """Whether a column holds numbers, or nothing."""
    return any(cell.value is not None for cell in cells) and all(
        cell.value is None or not isinstance(cell.value, str) for cell in cells
    )


def _class(number: bool) -> str:
    return ' class="number"' if number else ""


def json_of(runs: Sequence[Run], sections: Sequence[Section]) -> str:
    """Return the same as JSON: the tables of each section, with unrounded values."""
    found: dict[str, Any] = {}
    for section in sections:
        tables = [
            {
                "caption": part.caption,
                "columns": list(part.columns),
                "rows": [[cell.value for cell in row] for row in part.rows],
            }
            for part in section.parts
            if isinstance(part, Table)
        ]
        sentences = list(section.sentences)
        found[section.key] = {"title": section.title, "sentences": sentences, "tables": tables}
    document = {"version": __version__, "runs": [run.name for run in runs], "sections": found}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
