"""An index of the words spoken in a corpus, an SQLite file that is searched for runs of words.

Rows are in the order of a record's words: the next row is the next word. Each row has a random
number. A draw takes the first row from some number on, a look-up whose cost hardly depends on the
size of the corpus.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from privtool.core.errors import DataError, PrivtoolError, UsageError, option, reason_of
from privtool.core.rng import draw
from privtool.core.unfinished import unfinished_folder

LONGEST_WORD = 3.0  # seconds
_VERSION = 5
_SCHEMA = """
CREATE TABLE settings (private INTEGER NOT NULL, margin REAL NOT NULL, least REAL NOT NULL);
CREATE TEMPORARY TABLE excluded (
    path TEXT NOT NULL, start REAL NOT NULL, finish REAL NOT NULL, channel INTEGER
);
CREATE TABLE recordings (
    number INTEGER PRIMARY KEY, path TEXT NOT NULL, channel INTEGER, speaker TEXT
);
CREATE TABLE words (
    number INTEGER PRIMARY KEY, recording INTEGER NOT NULL, turn INTEGER NOT NULL,
    word TEXT NOT NULL, speaker TEXT, start REAL NOT NULL, finish REAL NOT NULL,
    pick INTEGER NOT NULL
);
"""
# A private region of one record may overlap words of another one, in the same channel; a record
# without a channel is about all of them.
_EXCLUDE = f"""
CREATE INDEX by_path ON recordings (path);
CREATE INDEX by_time ON words (recording, start);
DELETE FROM words WHERE number IN (
    SELECT words.number FROM excluded
    JOIN recordings ON recordings.path = excluded.path
        AND ifnull(recordings.channel = excluded.channel, 1)
    JOIN words ON words.recording = recordings.number
        AND words.start > excluded.start - {LONGEST_WORD} AND words.start < excluded.finish
    WHERE words.finish > excluded.start
);
DROP INDEX by_time;
DROP INDEX by_path;
DROP TABLE excluded;
"""
_INDEXES = """
CREATE INDEX by_word ON words (word, pick);
CREATE INDEX by_speaker ON words (speaker, word, pick);
"""
_PICKS = 1 << 32
_MAX_TRIED = 500  # occurrences of a run's first word that are checked


class UsableWords(NamedTuple):
    """Which words of a corpus may be used.

    Audio within `margin` seconds of a private word is private, unless words may be `private` in
    their recordings. Times of words are trusted from the confidence `least`, and those without one
    are not; 0 trusts all.
    """

    private: bool = False
    margin: float = 0.06
    least: float = 0.0


class IndexedWord(NamedTuple):
    """A word with its times in seconds of the recording."""

    word: str
    start: float
    end: float


class WordRun(NamedTuple):
    """Consecutive words of a recording, with no private word between them.

    Without `channel` they are words of all channels. Draws depend on `name`, the id of the record,
    and on the times of the words; a run that is found has none.
    """

    path: str
    speaker: str | None
    words: Sequence[IndexedWord]
    channel: int | None = None
    name: str = ""


class ExcludedRegion(NamedTuple):
    """A part of a recording, in seconds, whose words must not be used, whatever their record."""

    path: str
    start: float
    end: float
    channel: int | None = None


class WordIndex:
    """Finds runs of words; create it with `build_index` or `open_index`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    def find(self, words: Sequence[str], speaker: str | None, number: int) -> WordRun | None:
        """Return an occurrence of consecutive words, or None; with `speaker`, one of theirs.

        The random `number` selects among several occurrences, about uniformly.
        """
        pick = number % _PICKS
        found = chain(
            self._occurrences(words[0], speaker, pick, _PICKS),
            self._occurrences(words[0], speaker, 0, pick),  # wraps around
        )
        matches = (self._match(first, words) for first in islice(found, _MAX_TRIED))
        return next((match for match in matches if match is not None), None)

    def _occurrences(self, word: str, speaker: str | None, low: int, high: int) -> Iterator[int]:
        where, values = "word = ? AND pick >= ? AND pick < ? ORDER BY pick", [word, low, high]
        if speaker is not None:
            where, values = f"speaker = ? AND {where}", [speaker, *values]
        for (number,) in self._execute(f"SELECT number FROM words WHERE {where}", values):
            yield number

    def _match(self, first: int, words: Sequence[str]) -> WordRun | None:
        """Return the rows from `first` on if they are these words and of one run."""
        rows = self._execute(
            "SELECT recording, turn, word, start, finish FROM words "
            "WHERE number >= ? AND number < ? ORDER BY number",
            (first, first + len(words)),
        ).fetchall()
        if [row[2] for row in rows] != list(words) or len({row[1] for row in rows}) > 1:
            return None
        path, speaker, channel = self._execute(
            "SELECT path, speaker, channel FROM recordings WHERE number = ?", (rows[0][0],)
        ).fetchone()
        return WordRun(path, speaker, [IndexedWord(*row[2:]) for row in rows], channel)


def build_index(
    path: Path, runs: Iterable[WordRun | ExcludedRegion], usable: UsableWords
) -> WordIndex:
    """Build an index of runs, without excluded regions, in a file readable only by its owner.

    `usable` says which words they have. The file is written atomically. Raise `PrivtoolError` if it
    cannot be written.
    """
    try:
        with unfinished_folder(path.absolute().parent) as folder:
            part = folder / "index"
            connection = sqlite3.connect(part, isolation_level=None)
            # A crash does no harm: the file is renamed only at the end.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
            connection.executescript(_SCHEMA)
            connection.execute("INSERT INTO settings VALUES (?, ?, ?)", usable)
            connection.execute("BEGIN")
            _insert(connection, runs)
            connection.execute("COMMIT")
            connection.executescript(_EXCLUDE + _INDEXES)
            connection.close()
            part.chmod(0o600)
            part.replace(path)
        return open_index(path, usable)
    except (sqlite3.Error, OSError) as error:
        reason = reason_of(error, "is the disk full?")
        raise PrivtoolError(f"{path}: cannot be written ({reason})") from None


def open_index(path: Path, usable: UsableWords) -> WordIndex:
    """Open the index in a file.

    Raise `DataError` if it is not an index, and `UsageError` if it was built of other `usable`
    words: it would lack some, or hold unusable ones.
    """
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("SELECT count(*) FROM recordings").fetchone()
    except sqlite3.Error:
        raise DataError(f"{path} is not an index of privtool splice") from None
    if version != _VERSION:
        raise DataError(f"{path} is an index from another version of privtool; rebuild it")
    built = connection.execute("SELECT private, margin, least FROM settings").fetchone()
    names = "allow_private_source", "margin", "transcript"
    for name, had, wanted in zip(names, built, usable, strict=True):
        if had != wanted:
            raise UsageError(f"{path} was built with another {option(name)}; rebuild it")
    return WordIndex(connection)


def _insert(connection: sqlite3.Connection, runs: Iterable[WordRun | ExcludedRegion]) -> None:
    recordings: dict[tuple[str, int | None, str | None], int] = {}
    number = 0
    for index, run in enumerate(runs):
        if isinstance(run, ExcludedRegion):
            connection.execute("INSERT INTO excluded VALUES (?, ?, ?, ?)", run)
            continue
        key = (run.path, run.channel, run.speaker)
        if key not in recordings:
            recordings[key] = len(recordings)
            connection.execute(
                "INSERT INTO recordings VALUES (?, ?, ?, ?)", (recordings[key], *key)
            )
        rows = []
        for word, start, end in run.words:
            pick = draw(0, run.name, round(start * 1e6)) % _PICKS
            rows.append((number, recordings[key], index, word, run.speaker, start, end, pick))
            number += 1
        connection.executemany("INSERT INTO words VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
