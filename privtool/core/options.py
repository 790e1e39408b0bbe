"""Options: fields of frozen dataclasses, defined once for Python and for the command line.

A field that is annotated with `Opt` is an option. A field whose type is such a dataclass itself is
a group: the options of the group count as options of the dataclass that holds it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Default(Generic[T]):
    """The value of an option whose default in Python is None, and another one in a named case.

    `Default(1e-3, "with --init", 2e-4)` is shown as "0.001; with --init, 0.0002". What depends on
    the data is shown in words, which stand next to the code that computes it.
    """

    value: T
    case: str = ""
    other: T | None = None

    def of(self, applies: bool = False) -> T:
        """Return the value; `applies` says whether the case does."""
        return self.value if not applies or self.other is None else self.other

    def __str__(self) -> str:
        other = "" if self.other is None else f", {_shown(self.other)}"
        return "; ".join(filter(None, (_shown(self.value), f"{self.case}{other}")))


@dataclasses.dataclass(frozen=True)
class BySize:
    """A default that grows with the training data, so that an epoch or a run has enough steps.

    From `fewest` to `most`; `wanted` says what to avoid in words, with the number in `count`.
    """

    fewest: int
    most: int
    count: int
    wanted: str

    def __str__(self) -> str:
        return self.wanted.format(self)


_SMALLER = "{0.most}; down to {0.fewest} if an epoch has fewer than {0.count} batches"
LM_BATCH_TOKENS = BySize(512, 4096, 200, _SMALLER)
FILLER_BATCH_TOKENS = BySize(256, 1024, 200, _SMALLER)
ASR_BATCH_SECONDS = BySize(8, 120, 250, _SMALLER)
FILLER_EPOCHS = BySize(
    3, 10, 2000, "{0.fewest}; up to {0.most} if that is fewer than {0.count} steps"
)
VOCABULARY_SIZE = Default(10_000)  # of vocabThres: Vats 2023, section 4.2.2


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


REQUIRED = dataclasses.MISSING
Config = TypeVar("Config")


class Opt(NamedTuple):
    """The help text of an option, the placeholder of its value there, its range, a short flag.

    The default placeholder of a path is FILE. A `hidden` option is not on the help page: it can
    only have one value. The value of an option with `joined` is one of these names, or several
    joined by `+`. A `secret` option is in no summary. `default` is what None stands for, if the
    option has a value then. In Python, the value may also be an object that has the `method`.
    """

    help: str
    metavar: str | None = None
    min: float | None = None
    max: float | None = None
    short: str | None = None
    hidden: bool = False
    joined: tuple[str, ...] = ()
    secret: bool = False
    default: Default[Any] | BySize | str | None = None
    method: str | None = None


Output = Annotated[str, Opt("Output file, written atomically.", short="-o")]
Summary = Annotated[
    str | None,
    Opt(
        "When done, write counts, time and options to this file: one JSON line without text.",
        "FILE",
    ),
]
Quiet = Annotated[bool, Opt("Print only errors on stderr.", short="-q")]


class Only:
    """Annotates a group: the command has these options of it; the others keep their defaults."""

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)


class Option(NamedTuple):
    """An option: its type in a command line, whether None is allowed, its default or `REQUIRED`."""

    name: str
    type: Any
    optional: bool
    default: Any
    opt: Opt

    @property
    def help(self) -> str:
        """The help text, with what None stands for."""
        if self.opt.default is None:
            return self.opt.help
        return f"{self.opt.help.rstrip('.')} [default: {self.opt.default}]."

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that a `Literal` allows; empty for other types."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    @property
    def repeatable(self) -> bool:
        """Whether it takes any number of values, as a tuple."""
        return get_origin(self.type) is tuple

    def may_show(self, value: object) -> bool:
        """Whether anyone may see a value: a switch, a number, or one of fixed names."""
        if self.opt.secret:
            return False
        if self.choices:
            return value in self.choices
        if self.opt.joined:
            return isinstance(value, str) and set(value.split("+")) <= set(self.opt.joined)
        if self.type is bool or isinstance(value, bool):
            return self.type is bool and isinstance(value, bool)
        if self.type is float:
            return isinstance(value, int | float) and math.isfinite(value)
        return self.type is int and isinstance(value, int)


def options_of(config: type, start: object = None) -> dict[str, Option]:
    """Return the options of a config and of its groups by name, in order.

    The defaults are those of the class, or the values of the instance `start`.
    """
    found: dict[str, Option] = {}
    for name, kind, extra in _fields(config):
        default = _default(config, name) if start is None else getattr(start, name)
        if isinstance(extra, Opt):
            union = get_origin(kind) in (UnionType, Union)  # the latter of `Literal[...] | None`
            kinds = [each for each in get_args(kind) if each is not NoneType] if union else [kind]
            optional = union and len(kinds) < len(get_args(kind))
            found[name] = Option(name, kinds[0], optional, default, extra)
        else:
            group = options_of(kind, None if default is REQUIRED else default)
            found |= {k: v for k, v in group.items() if k in (extra.names or group)}
    return found


def configured(config: type[Config], values: Mapping[str, Any], start: Any = None) -> Config:
    """Return a config with given values of its options; the others are as in `options_of`."""
    fields: dict[str, Any] = {}
    for name, kind, extra in _fields(config):  # type: ignore[arg-type]
        default = _default(config, name) if start is None else getattr(start, name)
        if not isinstance(extra, Opt):
            own = {k: v for k, v in values.items() if k in (extra.names or values)}
            fields[name] = configured(kind, own, None if default is REQUIRED else default)
        elif name in values or default is not REQUIRED:
            fields[name] = values.get(name, default)
    return config(**fields) if start is None else dataclasses.replace(start, **fields)


def values_of(config: object) -> dict[str, Any]:
    """Return the values of the options of a config and of its groups, by name, in order."""
    return {name: each.default for name, each in options_of(type(config), config).items()}


def shown_values(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options that anyone may see; text, paths and None are left out."""
    return {k: v for k, v in values.items() if k in options and options[k].may_show(v)}


def changed_options(config: object) -> Iterator[str]:
    """Yield the names of the options that do not have the default of the class."""
    values = values_of(config)
    for name, each in options_of(type(config)).items():
        if values[name] != each.default:
            yield name


@cache
def _fields(config: type) -> list[tuple[str, Any, Opt | Only]]:
    """Return the names, types and annotations of the options and groups of a dataclass."""
    found: list[tuple[str, Any, Opt | Only]] = []
    hints = get_type_hints(config, include_extras=True)
    for name in [field.name for field in dataclasses.fields(config)]:
        annotated = get_origin(hints[name]) is Annotated
        kind, *extras = get_args(hints[name]) if annotated else (hints[name],)
        known = [extra for extra in extras if isinstance(extra, Opt | Only)]
        if known or dataclasses.is_dataclass(kind):
            found.append((name, kind, known[0] if known else Only()))
    return found


def _default(config: type, name: str) -> Any:
    return next(field.default for field in dataclasses.fields(config) if field.name == name)
