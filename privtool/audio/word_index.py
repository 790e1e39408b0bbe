"""Where every word of a corpus is spoken: an SQLite file that is asked for runs of words.

The rows of a record stand in the order of its words, so that the next row is the next word. Each
row has a random number; a row is drawn by taking the first one from some number on, which takes
no longer in a large corpus than in a small one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from privtool.core.errors import DataError, PrivtoolError, UsageError, reason_of
from privtool.core.rng import draw

LONGEST_WORD = 3.0  # seconds
_VERSION = 3
_SCHEMA = """
CREATE TABLE settings (private INTEGER NOT NULL, margin REAL NOT NULL);
CREATE TEMPORARY TABLE hidden (path TEXT NOT NULL, start REAL NOT NULL, finish REAL NOT NULL);
CREATE TABLE recordings (number INTEGER PRIMARY KEY, path TEXT NOT NULL, speaker TEXT);
CREATE TABLE words (
    number INTEGER PRIMARY KEY, recording INTEGER NOT NULL, turn INTEGER NOT NULL,
    word TEXT NOT NULL, speaker TEXT, start REAL NOT NULL, finish REAL NOT NULL,
    pick INTEGER NOT NULL
);
"""
# What is private in one record may be beside, or under, the words of another one.
_HIDE = f"""
CREATE INDEX by_path ON recordings (path);
CREATE INDEX by_place ON words (recording, start);
DELETE FROM words WHERE number IN (
    SELECT words.number FROM hidden
    JOIN recordings ON recordings.path = hidden.path
    JOIN words ON words.recording = recordings.number
        AND words.start > hidden.start - {LONGEST_WORD} AND words.start < hidden.finish
    WHERE words.finish > hidden.start
);
DROP INDEX by_place;
DROP INDEX by_path;
DROP TABLE hidden;
"""
_INDEXES = """
CREATE INDEX by_word ON words (word, pick);
CREATE INDEX by_speaker ON words (speaker, word, pick);
"""
_PICKS = 1 << 32
_MOST_TRIED = 500  # places of a run's first word that are looked at before it counts as not there


class IndexedWord(NamedTuple):
    """A word to be indexed; times are seconds in its recording."""

    word: str
    start: float
    end: float


class WordRun(NamedTuple):
    """Words that follow one another in a recording; a private one between them ends a turn.

    What is drawn depends on `name`, that of the record, and on when they are said.
    """

    path: str
    speaker: str | None
    words: Sequence[IndexedWord]
    name: str


class ExcludedRegion(NamedTuple):
    """A stretch of a recording, in seconds, of which no record's words may be used."""

    path: str
    start: float
    end: float


class RunMatch(NamedTuple):
    """A run of words in a recording, whose speaker may be another one than asked for."""

    path: str
    speaker: str | None
    words: tuple[IndexedWord, ...]


class WordIndex:
    """Finds runs of words; open it with `open_index` or make it with `build_index`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._ask = connection.execute

    def words(self) -> int:
        """How many there are."""
        count: int = self._ask("SELECT count(*) FROM words").fetchone()[0]
        return count

    def find(self, words: Sequence[str], speaker: str | None, chance: int) -> RunMatch | None:
        """A place where these words are spoken in a row, or None.

        With a `speaker` only by that one. `chance` draws among several places: each one is about
        as likely as the others.
        """
        at = chance % _PICKS
        tried = 0
        for low, high in ((at, _PICKS), (0, at)):  # from the number on, then from the lowest
            for number in self._places(words[0], speaker, low, high):
                tried += 1
                if tried > _MOST_TRIED:
                    return None
                found = self._run(number, words)
                if found is not None:
                    return found
        return None

    def _places(self, word: str, speaker: str | None, low: int, high: int) -> Iterator[int]:
        where, given = "word = ? AND pick >= ? AND pick < ? ORDER BY pick", [word, low, high]
        if speaker is not None:
            where, given = f"speaker = ? AND {where}", [speaker, *given]
        for (number,) in self._ask(f"SELECT number FROM words WHERE {where}", given):
            yield number

    def _run(self, first: int, words: Sequence[str]) -> RunMatch | None:
        """The words from a row on, if they are these and of one turn."""
        rows = self._ask(
            "SELECT recording, turn, word, start, finish FROM words "
            "WHERE number >= ? AND number < ? ORDER BY number",
            (first, first + len(words)),
        ).fetchall()
        if [row[2] for row in rows] != list(words) or len({row[1] for row in rows}) > 1:
            return None
        path, speaker = self._ask(
            "SELECT path, speaker FROM recordings WHERE number = ?", (rows[0][0],)
        ).fetchone()
        return RunMatch(path, speaker, tuple(IndexedWord(*row[2:]) for row in rows))


def build_index(
    path: Path,
    turns: Iterable[WordRun | ExcludedRegion],
    private: bool = False,
    margin: float = 0.0,
) -> WordIndex:
    """A new index of turns, without what is hidden, in a file that its owner alone can read.

    `private` tells that words are among them that are private where they stand, `margin` how near
    to private ones they may be (seconds). The file appears whole or not at all. Raises
    `PrivtoolError` when it cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        connection = sqlite3.connect(part, isolation_level=None)
        # Nothing is lost with a crash: the file takes its name only at the end.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA user_version = {_VERSION}")
        connection.executescript(_SCHEMA)
        connection.execute("INSERT INTO settings VALUES (?, ?)", (private, margin))
        connection.execute("BEGIN")
        _insert(connection, turns)
        connection.execute("COMMIT")
        connection.executescript(_HIDE)
        connection.executescript(_INDEXES)
        connection.close()
        part.replace(path)
        return open_index(path, private, margin)
    except (sqlite3.Error, OSError) as error:
        raise PrivtoolError(f"{path}: cannot be written ({_why(error)})") from None
    finally:
        part.unlink(missing_ok=True)


def open_index(path: Path, private: bool = False, margin: float = 0.0) -> WordIndex:
    """The index in a file.

    Raises `DataError` for a file that is none, and `UsageError` for one that was made with the
    other `private` or another `margin`: words that were asked for would not be found, or others
    taken.
    """
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("SELECT count(*) FROM recordings").fetchone()
    except sqlite3.Error:
        raise DataError(f"{path} is no index of privtool splice") from None
    if version != _VERSION:
        raise DataError(f"{path} is an index of another version of privtool: make it anew")
    had, its_margin = connection.execute("SELECT private, margin FROM settings").fetchone()
    if its_margin != margin:
        raise UsageError(f"{path} was made with --margin {its_margin:g}: make it anew")
    if bool(had) != private:
        made = "without" if private else "with"
        raise UsageError(f"{path} was made {made} --allow-private-source: make it anew")
    return WordIndex(connection)


def _insert(connection: sqlite3.Connection, turns: Iterable[WordRun | ExcludedRegion]) -> None:
    recordings: dict[tuple[str, str | None], int] = {}
    number = 0
    for place, turn in enumerate(turns):
        if isinstance(turn, ExcludedRegion):
            connection.execute("INSERT INTO hidden VALUES (?, ?, ?)", turn)
            continue
        key = (turn.path, turn.speaker)
        if key not in recordings:
            recordings[key] = len(recordings)
            connection.execute("INSERT INTO recordings VALUES (?, ?, ?)", (recordings[key], *key))
        rows = []
        for word, start, end in turn.words:
            pick = draw(0, turn.name, round(start * 1e6)) % _PICKS
            rows.append((number, recordings[key], place, word, turn.speaker, start, end, pick))
            number += 1
        connection.executemany("INSERT INTO words VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _why(error: Exception) -> str:
    return reason_of(error, "is the disk full?")
