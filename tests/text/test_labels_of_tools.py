"""The labels of other tools and data sets: all of them are known, each as its class."""

import pytest

from privtool.text.labels import Label, canonical_label, is_known_label
from tests.support.tables import cases, rows

ROWS = rows("labels_of_tools")


@pytest.mark.parametrize(("tool", "label", "names"), ROWS)
def test_all_labels_of_a_tool_are_known(tool, label, names):
    assert {canonical_label(name) for name in names.split()} == {Label(label)}
    assert all(is_known_label(f"B-{name}") for name in names.split())


@pytest.mark.parametrize(
    ("label", "phrase"), cases("text", "phrases of such labels have surrogates")
)
def test_phrases_of_such_labels_have_surrogates(label, phrase):
    from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
    from privtool.text.surrogates.prf import Key

    (made,) = SurrogateGenerator(Key(b"k" * 16)).generate("", [PrivatePhrase(phrase, label)])
    assert not made.marker
    assert made.text != phrase
    assert made.text.islower() == phrase.islower()


@pytest.mark.parametrize(("name", "label"), cases("text", "labels of manifests are known"))
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")
