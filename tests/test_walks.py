"""The walks through the code in docs/design.md name what is loaded, and files that exist."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def walk_of(command: str) -> list[str]:
    """The files of a command's walk."""
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    part = text.partition("### A walk")[2].partition("\n### ")[0]
    walk = next(each for each in part.split("\n\n") if each.startswith(f"`{command}"))
    return re.findall(r"`([\w/]+\.py)`", walk)


def test_mask_loads_the_files_of_its_walk():
    script = (
        "import sys; from privtool.cli.main import app\n"
        "try: app(['mask', '-q'])\n"
        "except SystemExit: pass\n"
        "print(file=sys.stderr, *[n for n, m in sys.modules.items() if n.startswith('privtool.')"
        " and not m.__file__.endswith('__init__.py')])"
    )
    command = [sys.executable, "-c", script]
    record = '{"text": ""}'
    done = subprocess.run(command, input=record, capture_output=True, text=True, check=True)
    walk = {f"privtool.{f[:-3].replace('/', '.')}" for f in walk_of("mask")}
    assert len(walk) > 5
    assert walk - set(done.stderr.split()) == set()


def test_every_module_that_the_design_names_exists():
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", text))
    modules = [f"/{path.relative_to(ROOT)}" for path in ROOT.glob("*/**/*.py")]
    assert len(named) > 30
    assert [name for name in named if not any(m.endswith(f"/{name}") for m in modules)] == []
