"""Names that no list knows, by their letters, kinship, occupation and questions."""

from __future__ import annotations

import pytest

from privtool.text.detection.names.likeness import likeness
from privtool.text.detection.names.tagger import NameTagger


def found(text: str) -> list[str]:
    """Return what the tagger finds."""
    return [text[span.start : span.end] for span in NameTagger().tag([text])[0]]


@pytest.mark.parametrize(
    ("name", "word"), [("efosa", "windscreen"), ("yusra", "dehydrator"), ("wicho", "unzipped")]
)
def test_letters_tell_names_from_words(name: str, word: str):
    assert likeness(name) > likeness(word)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the mail to efosa bounced", ["efosa"]),
        ("we saw okpara there", ["okpara"]),
        ("name on it is nakamura/ryo", ["ryo"]),
        ("Efosa has the keys to the shed.", ["Efosa"]),
        ("The Dishwasher has a new efosa.", []),
        ("there is a murmur, hahaha", []),
        ("the dishwashers and the unzipping", []),
    ],
)
def test_a_word_in_no_list_with_the_letters_of_a_name_is_found(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tell sunita ji please", ["sunita"]),
        ("i asked gretch, my cousin", ["gretch"]),
        ("Speaking, who's this? Gord. Which one?", ["Gord"]),
        ("what's your name? dmitt. thanks", ["dmitt"]),
        ("my producer cricket is nodding", ["cricket"]),
        ("the mechanic lefty scratched it", ["lefty"]),
        ("the producer is nodding, a cricket is heard", []),
        ("dile a wichtl que no", ["wichtl"]),
    ],
)
def test_words_next_to_a_name_reveal_it(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Spoke with Jeannie Two Bears today", ["Jeannie Two Bears"]),
        ("That is Big Tony from the docks", ["Big Tony"]),
        ("tell umm khadija i come", ["umm khadija"]),
        ("it was made by a kowalski again", ["a kowalski"]),
        ("bubba fixed my truck", ["bubba"]),
        ("a big anna concert", ["anna"]),
    ],
)
def test_parts_of_names_that_are_words(text: str, names: list[str]):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<given>yusra</given> <family>brezdl</family>", ["yusra", "brezdl"]),
        ('{"rider": "Thorstnl", "ok": true}', ["Thorstnl"]),
        ("sender=brzdla;", ["brzdla"]),
    ],
)
def test_values_of_fields(text: str, names: list[str]):
    assert found(text) == names
