import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from privtool.audit.counts import Key, add
from privtool.audit.figures import (
    Figure,
    Interval,
    Share,
    bound_of_none,
    figures_of,
    risk,
    wilson,
    wilson_risk,
)
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
from privtool.audit.kept_records import marked_entities, with_marks
from privtool.core.errors import DataError, ExitStatus, UsageError
from privtool.core.record import Entity
from privtool.text.scoring.bootstrap import Resampling, Totals
from tests.support.tables import tabled

TOKENS = Key("token_leak")


def totals_of(per_unit, key=TOKENS, more=()):
    totals = Totals(Resampling(2000, 1))
    for number, (hits, of) in enumerate(per_unit):
        counts = Counter()
        add(counts, key, hits, of)
        for other, pair in more:
            add(counts, other, *pair)
        totals.add(counts, str(number))
    return totals


def figure_of(per_unit, **more):
    totals = totals_of(per_unit, **more)
    return figures_of(totals, len(per_unit))[0]


def test_units_that_are_attempts_have_a_wilson_interval():
    found = figure_of([(1, 1)] * 3 + [(0, 1)] * 7)
    assert found.value == 0.3
    assert found.interval == (*wilson(3, 10), "wilson")


def test_without_hits_only_the_upper_bound_is_known():
    found = figure_of([(0, 1)] * 100)
    assert found.interval == (0, bound_of_none(100), "none found")


def test_many_attempts_in_few_units_are_not_independent():
    # All attempts are in 4 of 50 units: the bound is that of about 4, not of 400.
    found = figure_of([(0, 100)] * 4 + [(0, 0)] * 46)
    assert found.interval.high == pytest.approx(bound_of_none(4), rel=0.1)


def test_attempts_in_common_units_are_resampled_together():
    # Either all or nothing leaks in a unit: the interval is much wider than that of 500 attempts.
    found = figure_of([(50, 50)] * 5 + [(0, 50)] * 5)
    assert found.interval.method == "bootstrap"
    assert found.interval.high - found.interval.low > 0.5
    alone = wilson(250, 500)
    assert alone[1] - alone[0] < 0.1


def test_baseline_control_and_risk():
    key = Key("token_leak")
    more = [(key._replace(role="baseline"), (1, 10)), (key._replace(role="control"), (2, 10))]
    found = figure_of([(6, 10)] * 20 + [(5, 10)] * 20, more=more)
    assert found.above_baseline
    assert found.control.value == 0.2
    assert found.risk.value == pytest.approx((0.55 - 0.2) / 0.8)
    assert found.risk.low < found.risk.value < found.risk.high


def test_an_attack_below_its_baseline_is_said():
    more = [(Key("token_leak", role="baseline"), (9, 10))]
    assert figure_of([(6, 10)] * 3, more=more).above_baseline is False


def test_order_is_that_of_the_meanings_then_of_groups():
    totals = totals_of([(1, 2)], Key("token_leak", "PERSON"), [(Key("direct"), (0, 1))])
    totals.add({}, "x")
    names = [(each.name, each.group) for each in figures_of(totals, 1)]
    assert names == [("direct", ""), ("token_leak", "PERSON")]


def test_an_attacker_with_fewer_bits_left_beats_the_baseline():
    key = Key("guess_rank_bits", "m")
    totals = totals_of([(5000, 1000)] * 3, key, [(key._replace(role="baseline"), (7000, 1000))])
    (figure,) = figures_of(totals, 3)
    assert figure.value == 5
    assert figure.above_baseline
    assert figure.risk is None


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_is_that_of_scipy(counts):
    expected = binomtest(*counts).proportion_ci(0.95, method="wilson")
    assert wilson(*counts) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(
    ("of", "bound"), [(30, 0.095), (100, 0.0295), (300, 0.0099), (1000, 0.0030), (3000, 0.0010)]
)
def test_bounds_without_hits(of, bound):
    assert bound_of_none(of) == pytest.approx(bound, rel=0.02)
    assert (1 - bound_of_none(of)) ** of == pytest.approx(0.05)


def test_nothing_is_known_without_attempts():
    assert wilson(0, 0) == (0, 1)
    assert bound_of_none(0) == 1


def test_risk_by_hand():
    # Of the 60 % that the control leaves open, the attack gets a third: 60 % against 40 %.
    assert risk(0.6, 0.4) == pytest.approx(1 / 3)
    assert risk(0.2, 0.4) == 0
    assert risk(1, 0.4) == 1
    assert risk(1, 1) == 0


@pytest.mark.parametrize(("attack", "control"), [((60, 100), (40, 100)), ((7, 9), (2, 50))])
def test_the_interval_of_a_risk_propagates_both_errors(attack, control):
    # A second implementation, from the formulas of Giomi et al. 2023, with numeric derivatives.
    z = norm.ppf(0.975)

    def center(hits, of):
        rate = (hits + z**2 / 2) / (of + z**2)
        return rate, z / (of + z**2) * math.sqrt(hits * (of - hits) / of + z**2 / 4)

    (a, da), (c, dc) = center(*attack), center(*control)

    def formula(a, c):
        return (a - c) / (1 - c)

    step = 1e-6
    by_a = (formula(a + step, c) - formula(a - step, c)) / (2 * step)
    by_c = (formula(a, c + step) - formula(a, c - step)) / (2 * step)
    error = math.hypot(by_a * da, by_c * dc)
    value, low, high = wilson_risk(attack, control)
    assert value == pytest.approx(formula(attack[0] / attack[1], control[0] / control[1]))
    assert low == pytest.approx(max(0, formula(a, c) - error), abs=1e-6)
    assert high == pytest.approx(min(1, formula(a, c) + error), abs=1e-6)


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
    met, open_ = figure(0, 0.1), figure(0.1, 0.3, name="over_masking")
    bad, good = figure(0.6, 0.8, name="direct"), figure(0, 0.1, name="direct")
    check_verdicts(verdicts_of({("direct", ""): 0.5}, [good]), strict=True)
    check_verdicts(verdicts_of(limits, [met, open_, good]), strict=False)
    found = verdicts_of(limits, [met, open_, good])
    assert overall(each.outcome for each in found) == "undetermined"
    with pytest.raises(UndeterminedError, match="over_masking") as caught:
        check_verdicts(verdicts_of(limits, [met, open_, good]), strict=True)
    assert caught.value.status == ExitStatus.UNDETERMINED == 4
    with pytest.raises(NotMetError, match="direct") as worse:
        check_verdicts(verdicts_of(limits, [met, open_, bad]), strict=False)
    assert worse.value.status == ExitStatus.NOT_MET == 3


def test_a_limit_that_was_not_measured_is_undetermined():
    limits = {("mention_leak", "PERSON"): 0.01, ("residual", ""): 0.2}
    outcomes = [(each.group, each.outcome) for each in verdicts_of(limits, [figure(0, 0.1)])]
    assert outcomes == [("", "met"), ("PERSON", "undetermined")]


def test_a_limit_of_a_figure_without_a_total_holds_for_its_groups():
    limits = {("entity_leak", ""): 0.2, ("entity_leak", "quasi"): 0.9}
    figures = [figure(0.6, 0.8, name="entity_leak", group=group) for group in ("direct", "quasi")]
    outcomes = [(each.group, each.outcome) for each in verdicts_of(limits, figures)]
    assert outcomes == [("direct", "not met"), ("quasi", "met")]


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
    path.write_text("\ufeff[limits]\ndirect = 0\n[limits.mention_leak]\nall = 0.1\nPERSON = 0.01\n")
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


def test_marks_are_found_next_to_brackets_of_the_text():
    text, entity = "see [[ Ann", Entity(7, 10, "PERSON")
    assert marked_entities(text, with_marks(text, [entity])) == (entity,)


@tabled("audit", "marked why")
def test_marks_that_do_not_fit_are_refused_without_a_quote(marked, why):
    with pytest.raises(DataError, match=why) as caught:
        marked_entities("Ann called", marked)
    assert "Ann" not in str(caught.value)
