"""The labels of other tools and data sets: all of them are known, each as its class."""

import pytest

from privtool.core.errors import DataError, UsageError
from privtool.text.labels import Label, canonical_label, is_known_label
from privtool.text.policies import Action, generalize, read_policy, shipped
from tests.support.tables import cases, rows, tabled

ROWS = rows("labels_of_tools")


@pytest.mark.parametrize(("tool", "label", "names"), ROWS)
def test_all_labels_of_a_tool_are_known(tool, label, names):
    assert {canonical_label(name) for name in names.split()} == {Label(label)}
    assert all(is_known_label(f"B-{name}") for name in names.split())


@pytest.mark.parametrize(
    ("label", "phrase"), cases("text", "phrases of such labels have surrogates")
)
def test_phrases_of_such_labels_have_surrogates(label, phrase):
    from privtool.core.rng import Key
    from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator

    (made,) = SurrogateGenerator(Key(b"k" * 16)).generate("", [PrivatePhrase(phrase, label)])
    assert not made.marker
    assert made.text != phrase
    assert made.text.islower() == phrase.islower()


@tabled("text", "name label")
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")


# Policies: what files may say, those of the package, and coarser values.
@pytest.mark.parametrize(("label", "phrases", "coarser"), cases("text", "coarser values"))
def test_coarser_values(label, phrases, coarser):
    for phrase in phrases.split("; "):
        assert generalize(Label(label), phrase, 1950) == (None if coarser == "-" else coarser)


def test_no_coarser_value_has_more_than_a_year_an_age_or_three_digits():
    for year in range(1900, 2100):
        assert generalize(Label.DATE, f"5 May {year}", 1950) == (
            str(year) if year >= 1950 else None
        )
    for age in range(1, 120):
        made = generalize(Label.AGE, f"{age} years old")
        assert made == (f"{age} years old" if age < 90 else "90 or older")
    prefixes = {generalize(Label.ZIP, f"{prefix:03d}01") for prefix in range(1000)}
    assert len(prefixes) == 1000 - 21
    assert not {"036", "692", "878", "893"} & prefixes


def test_the_policies_of_the_package():
    assert shipped() == ["hipaa-safe-harbor", "training"]
    hipaa = read_policy("hipaa-safe-harbor")
    assert [name[1] for name in hipaa.identifiers] == [*"ABCDEFGHIJKLMNOPQR"]
    assert set(hipaa.actions) == set(Label)
    assert hipaa.kept == {Label.TIME, Label.MONEY}
    for covered in hipaa.identifiers.values():
        assert isinstance(covered, str) or not {*map(Label, covered)} & hipaa.kept
    training = read_policy("training")
    assert {training.action(label.value) for label in Label} == {Action.MASK}


@tabled("text", "content message")
def test_a_file_that_is_no_policy(tmp_path, content, message):
    (tmp_path / "p.toml").write_text(content)
    with pytest.raises(DataError, match=message):
        read_policy(str(tmp_path / "p.toml"))


def test_paths_are_those_next_to_the_policy(tmp_path):
    (tmp_path / "p.toml").write_text("[mask]\ndeny = ['X=d', 'e']\nallow = ['f']\nlist = 'g'")
    options = read_policy(str(tmp_path / "p.toml")).options
    assert options == {
        "deny": (f"X={tmp_path / 'd'}", str(tmp_path / "e")),
        "allow": (tmp_path / "f",),
        "list": tmp_path / "g",
    }
    for name in ("hipaa", "/dev/null"):  # or a pipe, which is empty when it is read again
        with pytest.raises(UsageError, match="a file nor one of hipaa-safe-harbor, training"):
            read_policy(name)
