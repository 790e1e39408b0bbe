"""The reference of the commands in docs/commands is that of the commands."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "tools/command_docs.py"


def pages() -> dict[Path, str]:
    spec = importlib.util.spec_from_file_location("command_docs", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[Path, str] = module.pages()
    return found


@pytest.mark.parametrize(
    ("page", "content"), pages().items(), ids=lambda each: getattr(each, "name", "")
)
def test_the_page_of_a_command_is_current(page, content):
    assert page.read_text(encoding="utf-8") == content, "run python tools/command_docs.py"


def test_there_is_a_page_for_every_command_and_no_other():
    assert {page.name for page in (SCRIPT.parent.parent / "docs/commands").iterdir()} == {
        page.name for page in pages()
    }
