"""The page in a real browser, where there is one: no message, no request, screenshots."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.canary import CANARY

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--disable-default-apps", "--enable-logging=stderr"),
)
OF_THE_BROWSER = re.compile(r"https?://[\w.-]*\.(?:google|googleapis|gstatic|gvt1)\.com[/:]")
PAINTED = 20_000  # bytes of a screenshot that is not empty
SECONDS = 120


@pytest.fixture(scope="module")
def browser() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)}")
    return found


def looked_at(browser: str, page: Path, width: int, more: tuple[str, ...] = ()) -> str:
    """Open a page and save a screenshot beside it; returns what the browser said on stderr."""
    done = subprocess.run(
        [
            *(browser, *QUIET, f"--user-data-dir={page.parent / 'profile'}"),
            *(f"--log-net-log={page.parent / 'net.json'}", f"--window-size={width},2400"),
            *(f"--screenshot={page.parent / f'{width}.png'}", *more, page.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def addresses(log: Path) -> set[str]:
    """The addresses that were asked for, but for those that a browser asks for by itself."""
    found = set(re.findall(r'"url":"((?:https?|ftp|wss?):[^"]*)"', log.read_text()))
    return {each for each in found if not OF_THE_BROWSER.match(each)}


@pytest.mark.parametrize("width", [1200, 480])
def test_it_opens_without_a_message_and_without_a_request(browser, page, tmp_path, width):
    file = tmp_path / "report.html"
    file.write_text(page)
    said = looked_at(browser, file, width)
    assert "CONSOLE" not in said
    assert not addresses(tmp_path / "net.json")
    assert (tmp_path / f"{width}.png").stat().st_size > PAINTED


def test_the_policy_forbids_scripts_and_requests(browser, page, tmp_path):
    """And the checks above would see them: without the policy, the same page makes a request."""
    file, address = tmp_path / "report.html", "http://127.0.0.1:9/x.png"
    bad = f'<script>document.title="{CANARY}"</script><img src="{address}">'
    file.write_text(page.replace("</main>", f"{bad}</main>"))
    assert looked_at(browser, file, 480).count("Content Security Policy") >= 2
    assert not addresses(tmp_path / "net.json")
    file.write_text(file.read_text().replace("Content-Security-Policy", "x"))
    looked_at(browser, file, 480)
    assert addresses(tmp_path / "net.json") == {address}
