"""Names that are common words, in lower case, and the same words where they are none."""

from __future__ import annotations

import pytest

from privtool.text.detection.names.tagger import NameTagger


def found(text: str) -> list[str]:
    """Return what the tagger finds."""
    return [text[span.start : span.end] for span in NameTagger().tag([text])[0]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("so hope said she would drive", ["hope"]),
        ("hope said so", ["hope"]),
        ("the house said no and company said yes", []),
        ("i hope said bread is fresh", []),
        ("the chance wants a reason", []),
        ("okay precious is on leave tonight", ["precious"]),
        ("because mercy will be there at nine", ["mercy"]),
        ("mercy on call, others off", ["mercy"]),
        ("have mercy on call centers", []),
        ("yes faith has the keys", ["faith"]),
        ("have faith has its price", []),
        ("will and art said they would come", ["will", "art"]),
    ],
)
def test_names_that_are_words_act(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("did Will pay you back yet? will ask him", ["Will"]),
        ("Looping in Grace from payroll, the grace period ends", ["Grace"]),
        ("we had the Grace of it, a Mark of it and this Will", []),
        ("in April and in May we met", []),
        ("Every Good Thing and so on", []),
        ("@xq Hope that it works", []),
        ("HE SAID WILL", []),
    ],
)
def test_names_that_are_words_have_a_capital_between_others(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my uncle young fixed the sink", ["young"]),
        ("love to aunt joy, and to you", ["joy"]),
        ("my sister hope was here", ["hope"]),
        ("my brother ran and fell", []),
        ("my sister may be late", []),
        ("dont forget uncle praise's birthday", ["praise"]),
        ("We saw Uncle Praise there", ["Praise"]),
        ("the aunt that's on the left", []),
    ],
)
def test_names_that_are_words_follow_kin(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("i saw mrs christmas at the desk", ["christmas"]),
        ("is that mr ng", ["ng"]),
        ("thank you mr president", []),
        ("dear mr chairman", []),
        ("mr and mrs table are in", ["table"]),
        ("the dr office called", []),
    ],
)
def test_any_word_follows_a_word_of_courtesy(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cant sleep either - j", ["j"]),
        ("See you monday \u2013 K", ["K"]),
        ("see you monday xx m", ["m"]),
        ("love you x j", ["j"]),
        ("he scored 5 - x", []),
        ("it is option b", []),
        ("take the x-ray", []),
    ],
)
def test_a_letter_signs_a_text(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we saw monday okpara there", ["monday okpara"]),
        ("we saw on monday okpara there", ["okpara"]),
        ("the captain okpara there", ["okpara"]),
        ("she won, beat okpara there", ["okpara"]),
        ("my counselor is efra, and nice", ["efra"]),
        ("monday is my name, so is it monday", ["monday", "monday"]),
        ("i go by my name is monday", ["monday"]),
        ("my name is gee, spelled g e e", ["gee"]),
        ("i have an appointment for manny", ["manny"]),
        ("poison control this is manny how are you", ["manny"]),
        ("this is ridiculous, how are you", []),
    ],
)
def test_names_next_to_surnames_and_cues(text: str, names: list[str]):
    assert found(text) == names
