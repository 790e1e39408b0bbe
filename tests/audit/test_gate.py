import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.figures import Figure, Interval, Share
from privtool.audit.gate import (
    DEFAULT_LIMITS,
    NotMetError,
    UndeterminedError,
    check_verdicts,
    overall,
    read_gate,
    read_limits,
    verdicts_of,
)
from privtool.audit.gold import marked_entities, with_marks
from privtool.core.errors import DataError, ExitStatus, UsageError
from privtool.core.record import Entity
from tests.support.tables import tabled


def figure(low, high, hits=1, of=10, name="residual", group=""):
    share = Share(hits, of)
    interval = Interval(low, high, "bootstrap")
    return Figure(name=name, group=group, value=share.value, interval=interval, attack=share)


@tabled("audit", "limit ends hits outcome")
def test_three_outcomes(limit, ends, hits, outcome):
    (verdict,) = verdicts_of({("residual", ""): limit}, [figure(*ends, hits=hits)])
    assert verdict.outcome == outcome


def test_a_figure_without_attempts_is_undetermined():
    (verdict,) = verdicts_of({("residual", ""): 0}, [figure(0, 1, 0, 0)])
    assert verdict.outcome == "undetermined"


def test_the_worst_outcome_counts_and_ends_the_command():
    limits = {("residual", ""): 0.2, ("direct", ""): 0.5, ("over_masking", ""): 0.2}
    met, open_, bad = (
        figure(0, 0.1),
        figure(0.1, 0.3, name="over_masking"),
        figure(0.6, 0.8, name="direct"),
    )
    good = figure(0, 0.1, name="direct")
    check_verdicts(verdicts_of({("direct", ""): 0.5}, [good]), strict=True)
    check_verdicts(verdicts_of(limits, [met, open_, good]), strict=False)
    assert overall(verdicts_of(limits, [met, open_, good])) == "undetermined"
    with pytest.raises(UndeterminedError, match="over_masking") as caught:
        check_verdicts(verdicts_of(limits, [met, open_, good]), strict=True)
    assert caught.value.status == ExitStatus.UNDETERMINED == 4
    with pytest.raises(NotMetError, match="direct") as worse:
        check_verdicts(verdicts_of(limits, [met, open_, bad]), strict=False)
    assert worse.value.status == ExitStatus.NOT_MET == 3


def test_a_limit_that_was_not_measured_is_undetermined():
    limits = {("mention_leak", "PERSON"): 0.01, ("residual", ""): 0.2}
    verdicts = verdicts_of(limits, [figure(0, 0.1)])
    assert [(each.group, each.outcome) for each in verdicts] == [
        ("", "met"),
        ("PERSON", "undetermined"),
    ]


def test_a_gate_may_serve_several_audits_but_must_limit_this_one():
    assert {figure for figure, _ in read_limits("default", "audit text")} == {
        *("direct", "residual", "over_masking")
    }
    with pytest.raises(
        UsageError, match="default has no limit on a figure of privtool audit model"
    ):
        read_limits("default", "audit model")


def test_limits_of_figures_and_of_groups(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text("[limits]\ndirect = 0\n[limits.mention_leak]\nall = 0.1\nPERSON = 0.01\n")
    assert read_gate(str(path)) == {
        ("direct", ""): 0,
        ("mention_leak", ""): 0.1,
        ("mention_leak", "PERSON"): 0.01,
    }
    assert {name for name, _ in read_gate("default")} == set(DEFAULT_LIMITS)


@tabled("audit", "content why")
def test_anything_else_is_refused(tmp_path, content, why):
    path = tmp_path / "gate.toml"
    path.write_text(content)
    with pytest.raises(DataError, match=why):
        read_gate(str(path))


def test_a_gate_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_gate(str(tmp_path / "none.toml"))


pieces = st.lists(
    st.tuples(st.text("a b\n|]", max_size=4), st.text("ab [", min_size=1, max_size=3))
)


@given(pieces)
def test_marks_give_the_entities_back(some):
    text, entities = "", []
    for public, private in some:
        text += public + "."
        entities.append(Entity(len(text), len(text) + len(private), "PERSON"))
        text += private
    assert marked_entities(text, with_marks(text, entities)) == tuple(entities)


@tabled("audit", "marked why")
def test_marks_that_do_not_fit_are_refused_without_a_quote(marked, why):
    with pytest.raises(DataError, match=why) as caught:
        marked_entities("Ann called", marked)
    assert "Ann" not in str(caught.value)
