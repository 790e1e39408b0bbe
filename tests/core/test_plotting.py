import os
import subprocess
import sys

PLOT = """
from privtool.core.plotting import new_figure
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
