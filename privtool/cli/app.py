"""The `privtool` program: its commands, by name."""

from __future__ import annotations

import os
import sys

import typer

from privtool import __version__
from privtool.cli.align import align
from privtool.cli.asr_eval import asr_eval
from privtool.cli.asr_train import asr_train
from privtool.cli.export import export
from privtool.cli.fill import fill
from privtool.cli.fill_train import fill_train
from privtool.cli.import_ import import_
from privtool.cli.lm_score import lm_score
from privtool.cli.lm_train import lm_train
from privtool.cli.mask import mask
from privtool.cli.mix_train import mix_train
from privtool.cli.models import models
from privtool.cli.redact import redact
from privtool.cli.splice import splice
from privtool.cli.surrogate import surrogate
from privtool.cli.tts import tts
from privtool.cli.vocab import vocab

app = typer.Typer(
    name="privtool",
    help=(
        "Turn private text and speech into data that models can still learn from.\n\n"
        "Commands read records (JSON lines) and write records, so they chain:\n\n"
        "\b\n"
        "  privtool mask --method allowList < raw.jsonl | privtool fill --topk 10 > safe.jsonl\n"
        "  privtool align speech/manifest.jsonl | privtool surrogate > stand-ins.jsonl\n"
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS = (
    *(vocab, mask, fill, align, redact, surrogate, tts, splice, import_, export),
    *(fill_train, lm_train, mix_train, lm_score, asr_train, asr_eval, models),
)
for _command in _COMMANDS:
    app.command(_command.__name__.rstrip("_").replace("_", "-"))(_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"privtool {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main() -> None:
    """The console script."""
    if sys.stderr is None:  # closed by a daemon: print would take standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    app()
