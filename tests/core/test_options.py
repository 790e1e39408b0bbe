"""Options of configs: their groups, their defaults, and configs made of values."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError, UsageError
from privtool.core.field_paths import field_path, places, pointer_of, value_at, with_values
from privtool.core.options import (
    REQUIRED,
    BySize,
    Default,
    Only,
    Opt,
    Option,
    changed_options,
    configured,
    options_of,
)
from privtool.core.record import Record, UnknownFields, field_of, group_of, with_kept
from tests.support.tables import typed_cases


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


# Places in JSON objects.
CHAT = {"messages": [{"role": "user", "content": "a"}, {"content": ["b", {"text": "c"}]}], "n": 1}


@pytest.mark.parametrize(("path", "found"), typed_cases("core", "places of a path"))
def test_places_of_a_path(path, found):
    assert [list(place) for place in places(CHAT, field_path(path))] == found


def test_a_star_stands_for_no_key():
    with pytest.raises(DataError, match="name its keys"):
        list(places({"contacts": {"Anna Lee": {"note": "x"}}}, field_path("/contacts/*/note")))


def test_pointers_are_escaped():
    assert field_path("/a~1b/~0") == ("a/b", "~")
    assert pointer_of(("a/b", "~", 0)) == "/a~1b/~0/0"
    assert list(places({"a/b": {"~": [5]}}, field_path("/a~1b/~0/0"))) == [("a/b", "~", 0)]


@pytest.mark.parametrize("path", ["", "/", "/a//b"])
def test_empty_names_are_refused(path):
    with pytest.raises(UsageError):
        field_path(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON)
def test_the_same_values_leave_everything_as_it_is(value):
    value = [value, [value]]
    found = [keys for path in (("*",), ("1", "*")) for keys in places(value, path)]
    apart = {keys: value_at(value, keys) for keys in found if len(keys) == 2}
    assert with_values(value, apart, others=True) == value
    assert with_values(value, {(): value}, others=False) == value


def test_others_are_left_out_and_lists_keep_their_length():
    new = {("messages", 1, "content", 1, "text"): "x"}
    assert with_values(CHAT, new, others=False) == {
        "messages": [{}, {"content": [None, {"text": "x"}]}]
    }
    assert with_values(CHAT, new, others=True)["messages"][1] == {"content": ["b", {"text": "x"}]}
    assert CHAT["messages"][1]["content"][1] == {"text": "c"}


RECORD = Record(id=7, text="so", speaker="a", extra=UnknownFields(call="x", number=3, nothing=None))


def test_known_and_other_fields_have_values() -> None:
    assert field_of(RECORD, "speaker") == "a"
    assert field_of(RECORD, "call") == "x"
    assert field_of(RECORD, "words") is UNSET
    assert field_of(RECORD, "missing") is UNSET
    assert field_of(Record(id=1), "missing") is UNSET


def test_a_group_tells_texts_from_numbers() -> None:
    assert group_of(RECORD, "number") != group_of(Record(extra=UnknownFields(number="3")), "number")
    assert group_of(RECORD, "number") == group_of(Record(extra=UnknownFields(number=3)), "number")
    assert group_of(RECORD, "nothing") is group_of(RECORD, "missing") is None
    for value in (True, [1], {"a": 1}, 1.5):
        with pytest.raises(DataError, match="field 'call' is neither text nor a whole number"):
            group_of(Record(extra=UnknownFields(call=value)), "call")


def test_only_what_is_named_is_kept() -> None:
    new = Record(id=7, text="[MASK]")
    assert with_kept(new, RECORD, ()) is new
    kept = with_kept(new, RECORD, ("speaker", "call", "missing", "words"))
    assert kept == Record(id=7, text="[MASK]", speaker="a", extra=UnknownFields(call="x"))
