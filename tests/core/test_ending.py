"""Ctrl-C counts where Python drops exceptions; what else it drops, it still tells."""

import os
import sqlite3
import subprocess
import sys
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.errors import DataError, PrivtoolError
from privtool.core.versions import original_id, version_id
from privtool.core.writing import temporary_database

CODE = """
import os, signal, sys, time, weakref
from privtool.core import ending

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.unraisablehook = ending.raise_again

class Thing:
    pass

def callback(_):
    {dropped}
    time.sleep(0.01)

thing = Thing()
reference = weakref.ref(thing, callback)
try:
    del thing
    time.sleep({wait})
    print("went on")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("dropped", "wait", "out", "told"),
    [
        ("os.kill(os.getpid(), signal.SIGINT)", 60, "interrupted\n", False),
        ("raise ValueError('quixley')", 0, "went on\n", True),
    ],
)
def test_ctrl_c_in_a_callback_ends_the_run(dropped, wait, out, told):
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(dropped=dropped, wait=wait)],
        capture_output=True, text=True, timeout=50, check=True,
    )  # fmt: skip
    assert done.stdout == out
    assert done.stderr == ("privtool: internal error (ValueError)\n" if told else "")


WAITING = """
import signal, threading
from privtool.core.reading import read_blocks

signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore it
threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()  # that thread gets it
try:
    list(read_blocks(["-"], 99, 99))
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_that_does_not_wake_a_read_ends_it_all_the_same():
    """As when it comes just before the read, or to another thread."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:  # nothing is written to it
        try:
            assert process.wait(30) == 0
        finally:
            process.kill()
        assert process.stdout.read() == "interrupted\n"


@given(st.one_of(st.integers(-(10**18), 10**18), st.text(min_size=1)), st.integers(0, 100))
def test_a_version_leads_to_its_original(record_id, number):
    assert original_id(version_id(record_id, number), {record_id}) == record_id


@pytest.mark.parametrize(
    ("given", "known", "original"),
    [
        *(
            (other, {"a", 8}, None)
            for other in ("a-s", "b-s1", "a-s1x", "a-s01", "a-s\u0661", "-s1", 7, "7-s1", "08-s1")
        ),
        ("08", {"a", 8}, None),
        ("", {"a", 8}, None),
        ("a-s1", {"a", "a-s1"}, "a-s1"),  # no version, as its own id is known
        ("7-s1", {"7", 7}, "7"),
        ("8", {8}, 8),  # numbers and their texts are one id
        (8, {"8"}, "8"),
        ("-8-s1", {-8}, -8),
        ("8-s0", {"8"}, "8"),
        ("8", {8, "8"}, "8"),  # an id of the same type comes first
        (8, {8, "8"}, 8),
    ],
)
def test_an_id_leads_to_a_known_one_or_nowhere(given, known, original):
    assert original_id(given, known) == original


PLOT = """
from privtool.reports.pictures import new_figure
new_figure(3, 2).add_subplot()
"""


def test_a_home_that_cannot_be_written_is_no_message(tmp_path):
    """The lines of matplotlib would be next to those of the command, and name the home."""
    (tmp_path / "file").write_bytes(b"")
    home = {"HOME": str(tmp_path / "file"), "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""}
    done = subprocess.run(
        [sys.executable, "-c", PLOT],
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("", "")


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
