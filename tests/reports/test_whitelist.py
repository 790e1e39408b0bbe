"""Only numbers and fixed names enter a report: a canary planted anywhere else never comes out."""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import privtool
from privtool.core.errors import DataError
from tests.reports.rows import AUDIT, KINDS, MASK, ROWS
from tests.support.canary import CANARY
from tests.support.tables import typed_cases

Place = tuple[Any, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Yield the place of every value inside a row."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in pairs:
        yield (*here, name)
        if isinstance(inner, dict | list):
            yield from places(inner, (*here, name))


def planted(row: Any, place: Place) -> Iterator[Any]:
    """Yield the row with a canary at a place: as a value, inside a value, and as a name."""
    for value in (CANARY, [CANARY], {CANARY: CANARY}, f"audit {CANARY}", f"{CANARY}|v:0.1.0"):
        changed = copy.deepcopy(row)
        inside(changed, place[:-1])[place[-1]] = value
        yield changed
    changed = copy.deepcopy(row)
    parent = inside(changed, place[:-1])
    if isinstance(parent, dict):
        parent[CANARY] = parent.pop(place[-1])
        yield changed


def inside(row: Any, place: Place) -> Any:
    for name in place:
        row = row[name]
    return row


def everywhere(value: Any) -> Any:
    """The row with unknown fields in every object."""
    if isinstance(value, dict):
        kept = {name: everywhere(inner) for name, inner in value.items()}
        return {**kept, CANARY: CANARY, "note": {CANARY: [CANARY]}, "text": CANARY}
    return [everywhere(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("kind", KINDS)
def test_a_canary_in_any_field_never_reaches_the_sections(kind, sections):
    plain = KINDS[kind][0] if kind == "curve" else KINDS[kind]
    for place in places(plain):
        for row in planted(plain, place):
            found = json.dumps(sections({"a": [row, MASK]}))
            assert CANARY.lower() not in found.lower(), place


def test_canaries_in_all_inputs_never_reach_the_page(tmp_path):
    rows = [everywhere(row) for row in ROWS]
    twin = tmp_path / "twin"
    page = privtool.report(rows, json=str(twin))
    assert "fields of the inputs left out" in page
    assert CANARY.lower() not in (page + twin.read_text()).lower()


def test_what_is_dropped_is_counted(sections):
    plain = sections({"a": [MASK]})["gaps"]["sentences"]
    more = sections({"a": [{**MASK, "x": 1, "y": {"z": "w"}}]})["gaps"]["sentences"]
    assert not any("left out" in each for each in plain)
    assert any(each.startswith("2 fields of the inputs") for each in more)


def test_values_of_wrong_types_do_not_enter(sections):
    odd = {**MASK, "version": "1.2 x", "counts": {"records": 10**30, "words": -1}}
    odd["options"] = {"merge": 1, "jobs": "2", "method": "allowList+x", "top": True}
    odd["models"] = {"tagger": [{"name": "Ann", "weights": "xyz"}], "other": [{"name": "mini"}]}
    found = sections({"a": [odd]})
    (row,) = found["provenance"]["tables"][0]["rows"]
    assert row == ["a", "mask", None, 2.5, None, "", ""]
    assert not found["flow"]["tables"]


@pytest.mark.parametrize("change", typed_cases("reports", "unknown figure"), ids=str)
def test_figures_that_are_not_known_are_dropped(sections, change):
    row = {**AUDIT, "figures": [{**AUDIT["figures"][1], **change}], "verdicts": []}
    found = sections({"a": [row]})
    assert "privacy was not measured" in found["privacy"]["sentences"][0]


def test_groups_of_models_enter(sections):
    from privtool.audit.model_figures import LOSS, RATIO, REFERENCE

    groups = sorted({LOSS, RATIO, REFERENCE})
    figures = [{**AUDIT["figures"][1], "group": group} for group in groups]
    found = sections({"a": [{**AUDIT, "figures": figures}]})["privacy"]["tables"]
    assert groups == [row[0] for row in found[1]["rows"]]


@pytest.mark.parametrize("group", ["PERSON", "1 unit", "prior/PERSON", "ratio", "16", "quasi"])
def test_groups_that_are_known_enter(sections, group):
    row = {**AUDIT, "figures": [{**AUDIT["figures"][1], "group": group}], "verdicts": []}
    tables = sections({"a": [row]})["privacy"]["tables"]
    assert any(group in each for table in tables for each in table["rows"])


@pytest.mark.parametrize("row", [{}, {"text": "a"}, {"command": "mask"}, {"command": ["mask"]}])
def test_other_objects_are_no_results(row):
    with pytest.raises(DataError, match="run 1:1: not a result of privtool"):
        privtool.report([row])


def test_no_results_are_an_error():
    with pytest.raises(DataError, match="run 1: there is no result"):
        privtool.report([])


# The page of a report: well-formed, without scripts and addresses, the same bytes every time.
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
        assert all(each in found.ids for each in wanted), value


def test_there_is_no_script_and_no_address(page):
    found = Page(page)
    assert not found.tags["script"] + found.tags["iframe"] + found.tags["object"]
    for tag, name, value in found.attributes:
        assert not name.startswith("on"), (tag, name)
        if name in ADDRESSES:
            assert value.startswith(("#", "data:")), (tag, name, value)
    assert "://" not in page
    assert "@import" not in page
    assert "url(" not in page
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert ("meta", "content", policy) in found.attributes


def test_it_can_be_read_by_all(page):
    found = Page(page)
    assert ("html", "lang", "en") in found.attributes
    assert found.tags["h1"] == found.tags["main"] == found.tags["title"] == 1
    assert ("a", "class", "skip") in found.attributes
    named = [value for tag, name, value in found.attributes if (tag, name) == ("img", "alt")]
    assert len(list(filter(None, named))) == found.tags["img"] >= 4
    assert ("th", "scope", "col") in found.attributes
    assert ("th", "scope", "row") in found.attributes
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    pictures = [unquote(value) for tag, name, value in found.attributes if (tag, name) == SOURCE]
    assert sum(each.count("<text") for each in pictures) > 20  # text stays text
    assert not any("<metadata" in each for each in pictures)


SOURCE = ("img", "src")


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


def looked_at(browser: str, page: Path, width: int) -> str:
    """Open a page and save a screenshot beside it; returns what the browser said on stderr."""
    done = subprocess.run(
        [
            *(browser, *QUIET, f"--user-data-dir={page.parent / 'profile'}"),
            *(f"--log-net-log={page.parent / 'net.json'}", f"--window-size={width},2400"),
            *(f"--screenshot={page.parent / f'{width}.png'}", page.as_uri()),
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
