"""Reading the corpora of `privtool mix-train` into files of the work folder, once for a run."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.cli.lm_choices import LmChoices
from privtool.cli.read_sentences import read_sentences
from privtool.cli.summary import say
from privtool.core.run import Rejects, StreamOptions
from privtool.stages.mix_train import NamedCorpus

if TYPE_CHECKING:
    from privtool.models.corpus_files import Source
    from privtool.models.lm_folder import LmFolder, LmTokens


class Read(NamedTuple):
    """The corpora, their vocabulary, and how many lines were rejected."""

    sources: list[Source]
    tokens: LmTokens
    rejected: int


def read_corpora(
    folder: Path,
    corpora: Sequence[NamedCorpus],
    lm: LmChoices,
    given: LmFolder | None,
    stream: StreamOptions,
) -> Read:
    """The corpora in files of a folder; they are not read again when they are there already.

    The vocabulary is that of a given model or a new one.
    """
    from privtool.models.corpus_files import CorpusFiles, reopened

    known = reopened(folder)
    if known is not None:
        if any(file_identity(corpus.path) is None for corpus in corpora):
            say(
                stream,
                "corpora that came from pipes are not read again: the run goes on with what it has "
                "of them",
            )
        return Read(known.sources, known.tokens, known.more["rejected"])
    files = CorpusFiles(folder)
    splitting = lm.splitting(given)
    with Rejects(stream) as set_aside:
        for corpus in corpora:
            options = stream._replace(inputs=(str(corpus.path),))
            with files.adding(corpus.name) as writer:
                read_sentences(options, splitting, writer, set_aside)
    tokens = given.tokens if given else lm.new_tokens(files.by_frequency)
    made = files.finish(tokens, {"rejected": set_aside.count})
    return Read(made.sources, made.tokens, set_aside.count)


def file_identity(path: Path | None) -> tuple[int, int] | None:
    """What changes when a file does: its size and time; None for what is no file on a disk."""
    if path is None or not os.path.exists(path):
        return None
    found = os.stat(path)
    return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None
