import sqlite3
import tempfile

import pytest

from privtool.core.database import temporary_database
from privtool.core.errors import DataError, PrivtoolError


def test_rows_are_kept_at_once(tmp_path):
    with temporary_database(tmp_path / "base") as connection:
        connection.execute("CREATE TABLE words (word TEXT)")
        connection.execute("INSERT INTO words VALUES ('one')")
        with temporary_database(tmp_path / "base") as other:
            assert other.execute("SELECT word FROM words").fetchall() == [("one",)]


def insert(path, *words, pages=99):
    with temporary_database(path) as connection:
        connection.execute(f"PRAGMA max_page_count = {pages}")
        connection.execute("CREATE TABLE words (word TEXT NOT NULL)")
        connection.executemany("INSERT INTO words VALUES (?)", [(word,) for word in words])


def test_a_full_disk_is_named_with_a_remedy(tmp_path):
    with pytest.raises(PrivtoolError) as caught:
        insert(tmp_path / "base", *["zqxwary" * 99] * 99, pages=2)
    assert str(caught.value) == (
        f"{tempfile.gettempdir()}: temporary files cannot be written (is the disk full?); set "
        "TMPDIR to a folder with more room"
    )


def test_other_errors_pass(tmp_path):
    with pytest.raises(DataError, match="bad line"), temporary_database(tmp_path / "base"):
        raise DataError("bad line")
    with pytest.raises(sqlite3.IntegrityError):
        insert(tmp_path / "base", None)
