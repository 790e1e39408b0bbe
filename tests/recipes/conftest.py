"""Scripts of recipes, which are not modules of the package."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

RECIPES = Path(__file__).resolve().parents[2] / "recipes"


@contextmanager
def scripts_of(recipe: str) -> Iterator[None]:
    """Let the scripts of a recipe import each other."""
    folder = str(RECIPES / recipe)
    sys.path.insert(0, folder)
    yield
    sys.path.remove(folder)


@pytest.fixture(scope="module")
def embedded_scripts() -> Iterator[None]:
    """Let the scripts of the recipe of embedded models import each other."""
    with scripts_of("embedded"):
        yield


@pytest.fixture(scope="session")
def script() -> Callable[[str], ModuleType]:
    """Load a script by its path in the recipes folder."""

    def load(path: str) -> ModuleType:
        name = path.removesuffix(".py").replace("/", "_")
        spec = importlib.util.spec_from_file_location(name, RECIPES / path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="module")
def recipe(script: Callable[[str], ModuleType], request: pytest.FixtureRequest) -> ModuleType:
    """The script that a test file names as SCRIPT."""
    return script(request.module.SCRIPT)


@pytest.fixture
def modules(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> dict[str, ModuleType]:
    """The MODULES in the folder RECIPE, which import packages only to read their data."""
    monkeypatch.syspath_prepend(str(request.module.RECIPE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return {name: importlib.import_module(name) for name in request.module.MODULES}
