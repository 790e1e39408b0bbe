"""The functions of a package: their lines, and how to leave one out of a run."""

from __future__ import annotations

import ast
import pkgutil
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from benchmarks.text.ablation.empty_results import Empty, empty_result

_Function = types.FunctionType
_T = TypeVar("_T")


class Target(NamedTuple):
    """A function or method with its first and last line, and its empty result."""

    module: str
    name: str
    first: int
    last: int
    empty: Empty
    function: _Function

    @property
    def path(self) -> str:
        """The file of the function, from the root of the repository."""
        return str(Path(self.function.__code__.co_filename).resolve().relative_to(Path.cwd()))

    def found(self, frame: types.FrameType, returned: Any) -> bool:
        """Return whether a call ended with more than the function returns when it is left out."""
        if self.empty.unseen:
            return True
        if self.empty.argument is not None:
            given = frame.f_locals[frame.f_code.co_varnames[self.empty.argument]]
            return bool(_as_list(returned) != _as_list(given))
        if frame.f_code.co_flags & _GENERATOR:
            return returned is not None
        return any(returned) if type(returned) is tuple else bool(returned)


_GENERATOR = 0x20  # inspect.CO_GENERATOR


def _as_list(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value


def functions_of(package: str) -> list[Target]:
    """Return the functions and methods of all modules of a package."""
    root = import_module(package)
    names = [package, *(m.name for m in pkgutil.walk_packages(root.__path__, f"{package}."))]
    return [target for name in names for target in _targets(import_module(name))]


def _targets(module: types.ModuleType) -> Iterator[Target]:
    for node in ast.parse(Path(module.__file__ or "").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield from _target(module.__name__, node.name, node, vars(module).get(node.name))
        elif isinstance(node, ast.ClassDef):
            members = vars(getattr(module, node.name))
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    name = f"{node.name}.{inner.name}"
                    yield from _target(module.__name__, name, inner, members.get(inner.name))


def _target(module: str, name: str, node: ast.FunctionDef, value: Any) -> Iterator[Target]:
    function = _unwrapped(value)
    if isinstance(function, _Function):
        empty = Empty("") if function.__code__.co_freevars else empty_result(node)
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        yield Target(module, name, first, node.end_lineno or first, empty, function)


def _unwrapped(value: Any) -> Any:
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    elif isinstance(value, staticmethod | classmethod):
        value = value.__func__
    return getattr(value, "__wrapped__", value)


@contextmanager
def left_out(targets: Iterable[Target]) -> Iterator[None]:
    """Let functions return their empty results, wherever they are called from."""
    chosen = [each for each in targets if each.empty.expression]
    kept = [each.function.__code__ for each in chosen]
    kept_results = caches(chosen)
    try:
        for each in chosen:
            _set_code(each.function, each.empty.code())
        _clear(kept_results)
        yield
    finally:
        for each, code in zip(chosen, kept, strict=True):
            _set_code(each.function, code)
        _clear(kept_results)


def _set_code(function: Any, code: types.CodeType) -> None:
    function.__code__ = code  # all references to the function see it


def caches(targets: Iterable[Target]) -> list[Any]:
    """Return the functions of the same modules that keep results, but for data loaded once."""
    modules = {each.module for each in targets}
    values = [value for name in sorted(modules) for value in vars(sys.modules[name]).values()]
    return [
        value
        for value in values
        if hasattr(value, "cache_clear") and value.__wrapped__.__code__.co_argcount
    ]


def _clear(kept_results: Iterable[Any]) -> None:
    for each in kept_results:
        each.cache_clear()


class Recorder:
    """Notes which functions find something while an action runs."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self._numbers = {each.function.__code__: at for at, each in enumerate(targets)}
        self._targets, self._caches = targets, caches(targets)
        self._called: set[int] = set()
        self._found: set[int] = set()

    def __call__(self, action: Callable[[], _T]) -> tuple[_T, set[int], set[int]]:
        """Return the result of an action, and the numbers of what was called and found in it."""
        self._called, self._found = set(), set()
        _clear(self._caches)
        sys.setprofile(self._note)
        try:
            result = action()
        finally:
            sys.setprofile(None)
        return result, self._called, self._found

    def _note(self, frame: types.FrameType, event: str, value: Any) -> None:
        at = self._numbers.get(frame.f_code) if event == "return" else None
        if at is not None:
            self._called.add(at)
            if at not in self._found and self._targets[at].found(frame, value):
                self._found.add(at)
