"""Writes the reference part of docs/commands/*.md from the commands' help pages and options.

Run `python tools/command_docs.py` after changing a command; a test fails when a page is out of
date. What follows the reference on a page is written by hand and stays as it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privtool.cli.main import WITHOUT_STREAM
from privtool.core.errors import flag
from privtool.core.options import REQUIRED, Option, options_of
from privtool.core.pipeline import StreamOptions
from privtool.workflows.names import GROUPS, command_names, config_of, python_name

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "commands"
_END = "<!-- End of the reference, which tools/command_docs.py writes. -->"


def page_of(name: str) -> str:
    """Return the help page of a command without its options."""
    return inspect.cleandoc((config_of(name).__doc__ or "").replace("\b", ""))


def file_of(command: str) -> str:
    """Return the file of a command's page."""
    return f"{command.replace(' ', '-')}.md"


def reference(command: str) -> str:
    """Return the part of a command's page that its help page and its options make up."""
    name = python_name(command)
    text, _, examples = page_of(name).partition("\nExamples")
    where, _, examples = examples.partition(":\n")
    lines = [line.strip() for line in examples.partition("\n\n")[0].splitlines()]
    first, _, rest = text.strip().partition("\n\n")
    parts = [f"# privtool {command}", first, rest.strip()]
    parts.append(f"Examples{where}:\n\n```sh\n" + "\n".join(lines) + "\n```")
    parts.append("## Options")
    parts.append("\n".join(_table(options_of(config_of(name)))))
    if command not in WITHOUT_STREAM:
        shared = "[options of all streaming commands](README.md)"
        parts.append(f"Also accepts the {shared}{_but(name)}.")
    parts.append(_END)
    return "\n\n".join(part for part in parts if part) + "\n"


def _but(name: str) -> str:
    """Return the shared options that a command lacks: there, they can only have one value."""
    own = options_of(config_of(name))
    fixed = [each for each in options_of(StreamOptions) if each in own and own[each].opt.hidden]
    return ", except " + " and ".join(f"`{flag(each)}`" for each in fixed) if fixed else ""


def index() -> str:
    """Return the part of the overview that the commands and the shared options make up."""
    lines = ["# Commands", ""]
    for title, names in GROUPS.items():
        lines += [f"## {title}", "", "| command | |", "| -- | -- |"]
        for name in (each for each in command_names() if each.split(" ")[0] in names):
            first = page_of(python_name(name)).partition("\n")[0]
            lines.append(f"| [`{name}`]({file_of(name)}) | {first} |")
        lines.append("")
    lines += ["## Options of all streaming commands", "", *_table(options_of(StreamOptions))]
    return "\n".join([*lines, "", _END, ""])


def _table(options: dict[str, Option]) -> Iterator[str]:
    yield "| option | value | default | |"
    yield "| -- | -- | -- | -- |"
    for each in options.values():
        if not each.opt.hidden:
            text = each.opt.help.replace("|", "\\|").replace("<", "&lt;")
            yield f"| `{_flags(each)}` | {_value(each)} | {_default(each)} | {text} |"


def _flags(each: Option) -> str:
    short = f"{each.opt.short}, " if each.opt.short else ""
    if each.type is bool and (each.optional or each.default):
        return f"{short}{flag(each.name)} / --no-{flag(each.name)[2:]}"
    return short + flag(each.name)


def _value(each: Option) -> str:
    if each.choices:
        return ", ".join(f"`{choice}`" for choice in each.choices)
    if each.type is bool:
        return ""
    low, high = each.opt.min, each.opt.max
    name = each.opt.metavar or {int: "N", float: "X", str: "NAME"}.get(each.type, "FILE")
    limits = f" ({low:g} to {high:g})" if low is not None and high is not None else ""
    if low is not None and high is None:
        limits = f" (from {low:g})"
    return f"`{name}`{limits}" + (", repeatable" if each.repeatable else "")


def _default(each: Option) -> str:
    if each.opt.default is not None:
        return str(each.opt.default)
    if each.default is REQUIRED:
        return "required"
    if each.type is bool or each.default in (None, ()):
        return "on" if each.default is True else ""
    return f"`{each.default}`"


def updated(path: Path, generated: str) -> str:
    """Return what a page must hold: the generated part, then what was written by hand."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    return generated + old.partition(_END + "\n")[2]


def pages() -> dict[Path, str]:
    """Return what each page must hold."""
    parts: dict[str, Any] = {file_of(name): reference(name) for name in command_names()}
    parts["README.md"] = index()
    return {FOLDER / name: updated(FOLDER / name, part) for name, part in parts.items()}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page, content in pages().items():
        page.write_text(content, encoding="utf-8")
