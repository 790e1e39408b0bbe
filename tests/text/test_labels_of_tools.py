"""The labels of other tools and data sets: all of them are known, each as its class."""

import pytest

from privtool.text.labels import Label, canonical_label, is_known_label
from tests.support.tables import rows

ROWS = rows("labels_of_tools")


@pytest.mark.parametrize(("tool", "label", "names"), ROWS)
def test_all_labels_of_a_tool_are_known(tool, label, names):
    assert {canonical_label(name) for name in names.split()} == {Label(label)}
    assert all(is_known_label(f"B-{name}") for name in names.split())


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("PREFIX", "Mr."),
        ("SEX", "male"),
        ("EYECOLOR", "Blue"),
        ("CURRENCYCODE", "USD"),
        ("CURRENCY", "euro"),
        ("ORDINALDIRECTION", "north"),
        ("HEIGHT", "180 cm"),
        ("LASTNAME2", "Anna"),
        ("GIVENNAME1", "Kowalski"),
        ("GEOCOORD", "[45.12, -93.25]"),
    ],
)
def test_phrases_of_such_labels_have_surrogates(label, phrase):
    from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
    from privtool.text.surrogates.prf import Key

    (made,) = SurrogateGenerator(Key(b"k" * 16)).generate("", [PrivatePhrase(phrase, label)])
    assert not made.marker
    assert made.text != phrase
    assert made.text.islower() == phrase.islower()


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("surname", "PERSON"),
        ("birth date", "DATE"),
        ("Zip-Code", "ZIP"),
        ("B-PER", "PERSON"),
        ("hospital", "ORGANIZATION"),
        ("MRN", "ID"),
        ("S-private_persons", "PERSON"),
        ("Company Names", "ORGANIZATION"),
        ("whatever", "MISC"),
    ],
)
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")
