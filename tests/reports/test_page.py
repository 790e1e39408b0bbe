"""The page of a report: well-formed, without scripts and addresses, the same bytes every time."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser

import privtool
from tests.reports.rows import ROWS

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
