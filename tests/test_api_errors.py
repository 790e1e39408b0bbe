"""The commands as Python functions: wrong options, bad records and values that JSON lacks."""

import re
from itertools import islice

import pytest

import privtool
from privtool.core.errors import DataError, UsageError


def test_other_fields_are_never_counted():
    with pytest.raises(UsageError, match="`input_format` is for files"):
        privtool.vocab([{"text": "a", "note": "SECRET"}], input_format="text")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"no_such": 1}, TypeError, "unexpected option 'no_such'"),
        ({"top": 0}, UsageError, "`top` must be at least 1"),
        ({"threshold": 2}, UsageError, "`threshold` must be at most 1"),
        ({"top": "x"}, UsageError, "`top` must be a whole number"),
        ({"merge": 1}, UsageError, "`merge` must be True or False"),
        ({"marker": "star"}, UsageError, "`marker`: 'star' is not one of mask, class"),
        ({"keep": "note"}, UsageError, "`keep` takes a sequence of values"),
        ({"method": "x"}, UsageError, "`method`: 'x' is not one of allowList"),
        (
            {"top": 5, "method": "vocabThres", "min_count": 2},
            UsageError,
            "`top` and `min_count` exclude",
        ),
        ({"list": "no-such-file"}, UsageError, "no-such-file"),
    ],
)
def test_wrong_options(options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        list(privtool.mask([{"text": "a"}], **options))


def test_wrong_options_are_found_at_the_call():
    with pytest.raises(UsageError):
        privtool.mask([], method="x")
    with pytest.raises(TypeError, match="missing option 'model'"):
        privtool.lm_score([])
    with pytest.raises(UsageError, match="`ref` and `hyp` are used together"):
        privtool.asr_eval([], hyp_field="hyp", ref="x")


def test_a_bad_record_is_named_after_those_before_it_and_never_quoted():
    records = [{"text": "a"}] * 2500 + [{"id": "bad", "text": 5, "note": "SECRET"}]
    masked = privtool.mask(records)
    assert len(list(islice(masked, 2500))) == 2500
    with pytest.raises(DataError) as caught:
        next(masked)
    assert str(caught.value) == "records:2501: field 'text' is a whole number, not a string"


class Tensor:
    """Of several elements: torch raises a RuntimeError, too."""

    def item(self):
        raise RuntimeError("SECRET")


@pytest.mark.parametrize(
    "value", [object(), {1, 2}.__iter__(), "\ud800SECRET", float, Tensor(), [Tensor()]]
)
def test_values_that_json_does_not_have(value):
    with pytest.raises(DataError) as caught:
        list(privtool.mask([{"text": "a"}, {"text": value}]))
    assert str(caught.value) == "records:2: a value cannot be written as JSON"
