"""Groups of options: what a command gets, and what its users see."""

from __future__ import annotations

import inspect
from typing import Annotated, NamedTuple

import pytest
import typer

from privtool.cli.option_groups import gathered, is_group, spread


class Size(NamedTuple):
    width: Annotated[int, typer.Option(help="How wide.")]
    height: Annotated[int, typer.Option(help="How high.")] = 2


class Place(NamedTuple):
    width: Annotated[int, typer.Option(help="Of the place.")] = 7
    name: str = "here"


def parameters(command):
    return dict(inspect.signature(command, eval_str=True).parameters)


def test_a_group_stands_for_its_options():
    def command(size: Size, title: str = "x"): ...

    found = spread(parameters(command))
    assert list(found) == ["width", "height", "title"]
    assert found["width"].default is inspect.Parameter.empty
    assert found["height"].default == 2
    assert found["height"].annotation.__metadata__[0].help == "How high."


def test_values_are_gathered():
    def command(size: Size, title: str = "x"): ...

    values = {"width": 1, "height": 5, "title": "y", "quiet": True}
    assert gathered(parameters(command), values) == {"size": Size(1, 5), "title": "y"}


def test_an_option_of_the_command_takes_the_place_of_one_of_a_group():
    def command(size: Size, width: Annotated[int, typer.Option(help="Mine.")] = 3): ...

    found = spread(parameters(command))
    assert found["width"].default == 3
    assert found["width"].annotation.__metadata__[0].help == "Mine."
    values = {"width": 4, "height": 5}
    assert gathered(parameters(command), values) == {"size": Size(4, 5), "width": 4}


def test_two_groups_share_an_option():
    def command(size: Size, place: Place): ...

    given = parameters(command)
    assert list(spread(given)) == ["width", "height", "name"]
    both = gathered(given, {"width": 1, "height": 2, "name": "n"})
    assert both == {"size": Size(1, 2), "place": Place(1, "n")}


@pytest.mark.parametrize("annotation", [int, tuple[int, ...], list[str] | None, str])
def test_other_annotations_are_no_groups(annotation):
    assert not is_group(annotation)
