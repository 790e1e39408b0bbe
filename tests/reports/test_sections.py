"""Every section of a report, with numbers that were worked out by hand."""

import math

import pytest

from tests.reports.rows import AUDIT, LM, MASK, figure, share
from tests.support.tables import typed_cases


def rows(twin, section, caption):
    (table,) = [each for each in twin[section]["tables"] if each["caption"] == caption]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def test_verdicts(twin):
    assert twin["verdicts"]["sentences"][0] == (
        "Overall: undetermined. Limits: 1 met, 0 not met, 1 undetermined."
    )


@pytest.mark.parametrize(("section", "caption", "expected"), typed_cases("reports", "whole table"))
def test_whole_tables(twin, section, caption, expected):
    assert rows(twin, section, caption) == expected


def test_a_figure_without_hits_is_a_bound_and_never_zero(page):
    assert "&lt; 2.97 %" in page
    assert "no attempts" in page
    assert "5.26 % (1.00 to 12.0 %)".replace(" ", "\u00a0") in page
    body = page[page.index('<section id="privacy"') : page.index('<section id="utility"')]
    assert ">0.00 %" not in body
    assert ">0 %" not in body


def lm(perplexity):
    return {**LM, "test": {"t": {**LM["test"]["news"], "perplexity": perplexity}}}


def test_the_recovered_share_is_that_of_table_5(sections):
    runs = {"raw": [lm(86.5)], "masked": [lm(309.0)], "filled": [lm(174.1)]}
    found = sections(runs, oracle="raw", baseline="masked")
    shares = {
        row["Run"]: row["Recovered share"]
        for row in rows(found, "utility", "Measures of utility")
        if row["Measure"] == "Perplexity per word"
    }
    assert shares["raw"] == 1
    assert shares["masked"] == 0
    assert shares["filled"] == pytest.approx((309 - 174.1) / (309 - 86.5))


def test_a_test_set_has_one_number_in_all_runs(sections):
    one, two = ({"perplexity": 10.0}, {"perplexity": 20.0})
    runs = {"a": [{**LM, "test": {"x": one, "y": two}}], "b": [{**LM, "test": {"y": two}}]}
    found = rows(sections(runs), "utility", "Measures of utility")
    sets = {(row["Run"], row["Set"]): row["Value"] for row in found if "test" in row["Set"]}
    assert sets == {("a", "test 1"): 10, ("a", "test 2"): 20, ("b", "test 2"): 20}


def test_a_corpus_has_one_number_in_all_runs(sections):
    first, mixed = {"epoch": 1, "train_loss": 2.0}, {"x": 0.25, "y": 0.75}
    trained = {**LM, "corpora": [{"corpus": "y", "words": 7}]}
    runs = {"a": [{**first, "weights": mixed}], "b": [{**first, "weights": {"y": 1.0}}, trained]}
    found = sections(runs)
    assert [row["Value"] for row in rows(found, "curves", "Weight of corpus 2")] == [0.75, 1]
    assert "words of corpus 2" in str(found)


def test_perplexity_of_scored_text_is_that_of_all_tokens(sections):
    scored = {"counts": {"records": 2, "tokens": 4, "millinats": 8000}, "seconds": 1.0}
    found = sections({"a": [{"command": "lm-score", "version": "0.1.0", **scored}]})
    (row,) = rows(found, "utility", "Measures of utility")
    assert (row["Set"], row["Value"]) == ("scored text", pytest.approx(math.exp(2)))


def audit(hits):
    value = hits / 1000
    row = figure("residual", value, value / 2, 2 * value, attack=share(hits, 1000))
    return {**AUDIT, "figures": [row], "verdicts": []}


def test_privacy_against_utility_has_a_point_for_each_run_with_both(sections):
    runs = {"a": [audit(50), lm(120.0)], "b": [audit(20), lm(150.0)], "c": [audit(10)]}
    (table,) = sections(runs)["tradeoff"]["tables"]
    assert table["caption"] == "Private graphemes that survive against perplexity per word"
    assert table["rows"] == [["a", 120.0, 0.05, [0.025, 0.1]], ["b", 150.0, 0.02, [0.01, 0.04]]]
    nothing = sections({"a": [audit(50)], "b": [lm(150.0)]})["tradeoff"]
    assert not nothing["tables"]
    assert "No run has both" in nothing["sentences"][0]


def test_gaps_are_said_in_words(sections):
    found = sections({"a": [AUDIT], "b": [MASK]})["gaps"]["sentences"]
    assert found[0].startswith("In no run: ")
    assert "Records with a visible private value" in found[0]  # it had no attempts
    assert "Private graphemes that survive" not in found[0]
    assert any(each.startswith("Not in b: Direct identifiers") for each in found)
    assert "Utility was not measured in a, b." in found
    assert "a, audit text: the result has 1 note to read." in found
    assert any(each.startswith("1 field of the inputs") for each in found)  # of membership


def test_a_figure_of_groups_alone_is_no_gap(sections):
    groups = [figure("entity_leak", 0.5, 0.4, 0.6, attack=share(5, 10), group="direct")]
    found = sections({"a": [{**AUDIT, "figures": groups}]})["gaps"]["sentences"]
    assert "Entities not fully masked" not in found[0]
    assert "Mentions not fully masked" in found[0]


def test_every_figure_of_the_audits_is_shown(sections):
    from privtool.audit.figures import MEANINGS

    figures = [figure(name, 0.5, 0.4, 0.6, attack=share(5, 10)) for name in MEANINGS]
    found = sections({"a": [{**AUDIT, "figures": figures}]})
    shown = rows(found, "privacy", "Figures over all groups")
    assert [row["Figure"] for row in shown] == [meaning.title for meaning in MEANINGS.values()]


def test_limits_that_are_not_shown_count(sections):
    limit = {"figure": "residual", "group": "my model", "limit": 0, "outcome": "not met"}
    row = {**AUDIT, "verdict": "not met", "verdicts": [limit]}
    assert sections({"a": [row]})["verdicts"]["sentences"][0].startswith("Overall: not met.")


def test_gold_by_a_tagger_stands_beside_the_verdicts(sections):
    row = {**AUDIT, "gold": {"entities": 40, "by_tagger": 39}}
    (said,) = [s for s in sections({"a": [row]})["verdicts"]["sentences"] if "Gold" in s]
    assert "39 of 40 entities were made by a tagger" in said
    assert not any("Gold" in s for s in sections({"a": [AUDIT]})["verdicts"]["sentences"])
