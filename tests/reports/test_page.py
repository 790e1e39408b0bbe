"""The page of a report: well-formed, without scripts and addresses, the same bytes every time."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

import privtool
from tests.reports.rows import ROWS
from tests.support.canary import CANARY

VOID = {"meta", "link", "br", "hr", "img", "input"}
ADDRESSES = {"href", "src", "xlink:href", "action", "data", "srcset", "poster"}


class Page(HTMLParser):
    """Checks that tags nest, and collects what the tests ask for."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), tag
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids.update(value for name, value in attrs if name == "id")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_tags_nest_and_ids_are_unique_and_found(page):
    found = Page(page)
    assert max(found.ids.values()) == 1
    for _, name, value in found.attributes:
        wanted = value.split() if name.startswith("aria-labelledby") else []
        if name in ADDRESSES and value.startswith("#"):
            wanted = [value[1:]]
        wanted += re.findall(r"url\(#([^)]*)\)", value)
        assert all(each in found.ids for each in wanted), value


def test_there_is_no_script_and_no_address(page):
    found = Page(page)
    assert not found.tags["script"] + found.tags["iframe"] + found.tags["object"]
    for tag, name, value in found.attributes:
        assert not name.startswith("on"), (tag, name)
        if name in ADDRESSES:
            assert value.startswith("#") or value == "data:,", (tag, name, value)
    without_names = re.sub(r' xmlns(:xlink)?="[^"]*"', "", page)
    assert "://" not in without_names
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert ("meta", "content", policy) in found.attributes


def test_it_can_be_read_by_all(page):
    found = Page(page)
    pictures = found.tags["svg"]
    assert pictures >= 4
    assert ("html", "lang", "en") in found.attributes
    assert found.tags["h1"] == found.tags["main"] == found.tags["title"] - pictures == 1
    assert ("a", "class", "skip") in found.attributes
    assert found.attributes.count(("svg", "role", "img")) == pictures
    named = [value for tag, name, value in found.attributes if (tag, name) == LABELS]
    assert len(named) == pictures == found.tags["desc"]
    assert ("th", "scope", "col") in found.attributes
    assert ("th", "scope", "row") in found.attributes
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert found.tags["text"] > 20  # text stays text
    assert "<metadata" not in page
    assert "#a1000" not in page  # placeholders of colors


LABELS = ("svg", "aria-labelledby")


def test_every_picture_is_followed_by_its_table(page):
    for section in page.split("<section ")[1:]:
        last = section.rfind("<figure>")
        assert last < 0 or "<table" in section[last:]


def test_names_of_runs_are_escaped_everywhere(tmp_path):
    name = '<b>"$x$" & \u00e9 \u5b57'
    page = privtool.report({name: ROWS}, json=str(tmp_path / "twin"))
    Page(page)
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert json.loads((tmp_path / "twin").read_text())["runs"] == [name]


def test_the_same_results_give_the_same_bytes(page, tmp_path):
    script = (
        "import sys, privtool; from tests.reports.rows import ROWS;"
        "sys.stdout.buffer.write(privtool.report(ROWS, json='twin').encode())"
    )
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nfont.size: 20\n")
    made = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONHASHSEED": "5", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert made.stdout.decode() == page
    first = (tmp_path / "twin").read_bytes()
    assert privtool.report(ROWS, json=str(tmp_path / "twin")) == page
    assert (tmp_path / "twin").read_bytes() == first


# The page in a real browser, where there is one: no message, no request, screenshots.
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
