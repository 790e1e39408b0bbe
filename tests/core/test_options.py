"""Options of configs: their groups, their defaults, and configs made of values."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from privtool.core.defaults import BySize, Default
from privtool.core.options import (
    REQUIRED,
    Only,
    Opt,
    Option,
    changed_options,
    configured,
    options_of,
)


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, Opt("How wide.")] = 1
    height: Annotated[int | None, Opt("How high.", min=1)] = None


@dataclass(frozen=True, kw_only=True)
class Picture:
    title: Annotated[str, Opt("The title.")]
    kind: Annotated[Literal["png", "svg"], Opt("The format.")] = "png"
    shape: Annotated[Literal["round", "square"] | None, Opt("The shape.")] = None
    names: Annotated[tuple[str, ...], Opt("Names.", metavar="NAME")] = ()
    size: Size = Size(width=7)
    state: int = 0


@dataclass(frozen=True, kw_only=True)
class Narrow:
    size: Annotated[Size, Only("width")] = Size(height=3)


@dataclass(frozen=True, kw_only=True)
class Taller(Size):
    height: Annotated[int | None, Opt("How tall.")] = 9


def test_a_group_stands_for_its_options():
    options = options_of(Picture)
    assert list(options) == ["title", "kind", "shape", "names", "width", "height"]
    assert options["title"].default is REQUIRED
    assert options["width"].default == 7
    assert (options["height"].type, options["height"].optional) == (int, True)
    assert (options["title"].type, options["title"].optional) == (str, False)
    assert options["kind"].choices == ("png", "svg")
    assert (options["shape"].choices, options["shape"].optional) == (("round", "square"), True)
    assert options["names"].repeatable
    assert not options["title"].repeatable
    assert options["height"].opt == Opt("How high.", min=1)


def test_only_some_options_of_a_group():
    assert list(options_of(Narrow)) == ["width"]
    assert configured(Narrow, {"width": 4}).size == Size(width=4, height=3)
    assert configured(Narrow, {"width": 4, "height": 8}).size == Size(width=4, height=3)


def test_a_subclass_words_an_option_in_its_own_way():
    height = options_of(Taller)["height"]
    assert (height.default, height.opt.help) == (9, "How tall.")


def test_help_shows_the_default_that_the_code_takes():
    rate = Default(1e-3, "with --init", 2e-4)
    assert (rate.of(), rate.of(True), str(rate)) == (1e-3, 2e-4, "0.001; with --init, 0.0002")
    assert (Default("words").of(True), str(Default(1.0))) == ("words", "1")
    assert (
        str(BySize(2, 8, 5, "{0.most}, at least {0.fewest} of {0.count}")) == "8, at least 2 of 5"
    )
    opt = Opt("How wide.", default=rate)
    option = Option("width", float, True, None, opt)
    assert option.help == "How wide [default: 0.001; with --init, 0.0002]."
    assert Option("width", float, True, None, Opt("How wide.")).help == "How wide."


def test_a_config_is_made_of_values():
    made = configured(Picture, {"title": "x", "height": 5, "unknown": 1})
    assert made == Picture(title="x", size=Size(width=7, height=5))


def test_what_is_not_an_option_is_kept_from_the_start():
    start = Picture(title="x", state=3, size=Size(width=2))
    assert configured(Picture, {"kind": "svg"}, start) == Picture(
        title="x", kind="svg", state=3, size=Size(width=2)
    )


def test_a_required_option_that_is_missing_is_an_error():
    with pytest.raises(TypeError, match="title"):
        configured(Picture, {})


def test_changed_options():
    assert list(changed_options(Picture(title="x"))) == ["title"]
    changed = Picture(title="x", names=("a",), size=Size(width=7, height=2))
    assert list(changed_options(changed)) == ["title", "names", "height"]
    assert list(changed_options(Narrow())) == []
