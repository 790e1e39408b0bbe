"""`privtool surrogate`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.fields import Keep


class Scope(str, Enum):
    """Within what a phrase always gets the same surrogate."""

    all = "all"
    file = "file"
    speaker = "speaker"
    conversation = "conversation"


@streaming
def surrogate(
    stream: StreamOptions,
    key_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Secret key, readable by its owner alone; else one for this run."
        ),
    ] = None,
    make_key: Annotated[
        bool, typer.Option("--make-key", help="Make the file of the key if it is not there.")
    ] = False,
    scope: Annotated[
        Scope,
        typer.Option(
            help="A phrase has one surrogate in all records, or in those with one audio_filepath, "
            "speaker or conversation."
        ),
    ] = Scope.all,
    scope_field: Annotated[
        str | None, typer.Option(metavar="FIELD", help="The field that tells the scope instead.")
    ] = None,
    any_gender: Annotated[
        bool, typer.Option("--any-gender", help="Draw given names of any gender.")
    ] = False,
    day_first: Annotated[
        bool, typer.Option("--day-first", help="Read 6/3 as the 6th of March.")
    ] = False,
    keep_weekdays: Annotated[
        bool,
        typer.Option("--keep-weekdays", help="Move dates by whole weeks: weekdays stay the same."),
    ] = False,
    max_days: Annotated[
        int, typer.Option(min=30, max=36500, help="Move dates by so many days at most.")
    ] = 1000,
    pool: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL=FILE", help="Draw from these phrases, too (one a line)."),
    ] = None,
    only_pool: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL=FILE", help="Draw from these phrases instead."),
    ] = None,
    keep: Keep = None,
) -> None:
    """Replace private phrases by others of their kind.

    Reads records with text and entities (start, end, label) and writes the new text, entities
    (where the surrogates are), id, speaker, audio_filepath, offset, duration, and of words those
    that are not private. All other fields are dropped unless named by --keep. A phrase gets the
    same surrogate wherever it occurs in the scope, drawn with the key, and dates of a scope move
    by one number of days. What has no surrogate becomes a marker such as [PERSON].

    \b
    Examples, in data/sample:
      privtool surrogate --key-file key --make-key raw.jsonl
      privtool surrogate --scope conversation --scope-field dialogue < raw.jsonl
      privtool mask --method entityTagger --annotate raw.jsonl | privtool surrogate > safe.jsonl
    """
    from privtool.core.errors import UsageError
    from privtool.core.keyfile import make_secret_file, random_secret, read_secret_file
    from privtool.core.paths import check_stream
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import print_summary, say
    from privtool.text.surrogates.prf import Key
    from privtool.workflows.surrogate import SurrogatePlan, pool_sizes

    if make_key and key_file is None:
        raise UsageError("--make-key needs --key-file FILE")
    if make_key and key_file is not None:
        make_secret_file(key_file)
    secret = read_secret_file(key_file) if key_file is not None else random_secret()
    plan = SurrogatePlan(
        key=Key(secret),
        scope=scope.value,
        scope_field=scope_field,
        keep_gender=not any_gender,
        day_first=day_first,
        keep_weekdays=keep_weekdays,
        most_days=max_days,
        pools=tuple(pool or ()),
        only_pools=tuple(only_pool or ()),
        keep=tuple(keep or ()),
    )
    plan.check()
    check_stream(stream, [key_file, *plan.pool_files])
    if key_file is None:
        say(stream, "no --key-file: other runs will draw other surrogates")
    counts = run_filter(plan, stream, unknown_fields=plan.reads_unknown_fields)
    parts = [f"{counts['surrogates']:,} surrogates"]
    told = {
        "redrawn": "drawn again",
        "collisions": "collisions",
        "markers": "markers",
        "dropped turns": "turns to drop",
        "unscoped": f"without {plan.field}",
        "left": "with a private name outside their entities",
        "nameless": "speakers unnamed",
        "revealing files": "audio files with private names",
    }
    parts += [f"{counts[name]:,} {words}" for name, words in told.items() if counts[name]]
    if not stream.quiet and (sizes := pool_sizes(counts)):
        parts.append("drawn from " + " and ".join(sizes))
    print_summary(stream, counts, *parts)
