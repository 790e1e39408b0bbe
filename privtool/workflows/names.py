"""The commands by purpose, and how they are named on the command line and in Python."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

GROUPS = {
    "Text": ("mask", "fill", "surrogate", "restore", "vocab", "rules"),
    "Speech": ("align", "redact", "tts", "splice", "import", "export"),
    "Training": ("fill-train", "lm-train", "mix-train", "asr-train"),
    "Evaluation": ("lm-score", "asr-eval", "models"),
    "Privacy": ("audit", "report"),
    "Many machines": ("scale",),
}
SUBCOMMANDS = {
    "audit": (
        "Measure what remains of private words in safe data, with intervals.",
        ("text", "guess", "audio", "canaries", "model"),
    ),
    "audit canaries": ("Canaries: planted secrets that show what a model memorizes.", ("make",)),
}
"""Commands that only group others: their help, and the last words of the names of those."""


def command_names() -> list[str]:
    """Return the names of all commands that do something, such as `audit text`."""
    return [leaf for names in GROUPS.values() for name in names for leaf in _leaves(name)]


def _leaves(name: str) -> Iterator[str]:
    if name not in SUBCOMMANDS:
        yield name
        return
    for last in SUBCOMMANDS[name][1]:
        yield from _leaves(f"{name} {last}")


def python_name(command: str) -> str:
    """Return the name of a command in Python, which is that of its file, too."""
    return command.replace("-", "_").replace(" ", "_") + "_" * (command == "import")


def config_of(command: str) -> type:
    """Return the class of a command's options, by the command's name in Python."""
    name = "".join(part.capitalize() for part in command.split("_"))
    return getattr(import_module(f"privtool.workflows.{command}"), f"{name}Config")  # type: ignore[no-any-return]
