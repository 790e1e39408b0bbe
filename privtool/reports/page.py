"""The parts of a report as one HTML page: no script, nothing from a network."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from privtool.reports.parts import Cell, Plot, Section, Table, without_empty_columns
from privtool.reports.style import STYLE
from privtool.reports.svg import svg_of

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
<style>{STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
"""


def page_of(sections: Sequence[Section], about: Sequence[str], footer: str) -> str:
    """Return the page. `about` are the sentences below its title."""
    links = "".join(
        f'<li><a href="#{each.key}">{html.escape(each.title)}</a></li>' for each in sections
    )
    parts = [
        _HEAD,
        f"<header>\n<h1>{TITLE}</h1>\n{_paragraphs(about)}</header>\n",
        f'<nav aria-label="Sections">\n<ul>{links}</ul>\n</nav>\n<main id="content">\n',
        *(_section(each) for each in sections),
        f"</main>\n<footer>\n{_paragraphs([footer])}</footer>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{html.escape(each)}</p>\n" for each in sentences)


def _section(section: Section) -> str:
    title = f'<h2 id="{section.key}-title">{html.escape(section.title)}</h2>'
    return (
        f'<section id="{section.key}" aria-labelledby="{section.key}-title">\n{title}\n'
        f"{_paragraphs(section.sentences)}{''.join(_parts(section))}</section>\n"
    )


def _parts(section: Section) -> Iterator[str]:
    for number, part in enumerate(section.parts, 1):
        if isinstance(part, Table):
            yield _table(part)
        else:
            yield _figure(part, f"{section.key}-{number}")


def _figure(plot: Plot, key: str) -> str:
    caption = f"<figcaption>{html.escape(plot.title)}</figcaption>"
    words = f"<p>{html.escape(plot.description)}</p>"
    picture = f'<div class="picture" tabindex="0">{svg_of(plot, key)}</div>'
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
