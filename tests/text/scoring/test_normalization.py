import pytest

from privtool.text.scoring.normalization import CASE, NONE, PLAIN, SPOKEN, scored_words

ROLES = frozenset(("doctor", "patient"))


def compared(text, normalization=PLAIN):
    return [said.word for said in scored_words(text, normalization)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello, World!", "hello world"),
        ("it\u2019s  O'Brien\u2019s 'cause", "it's o'brien's cause"),
        ("twenty-four well\u2010known", "twenty four well known"),
        ("1,200.50 at 10:30, 50% of $5.", "1,200.50 at 10:30 50 of 5"),
        ("cafe\u0301 An\u200bna", "caf\u00e9 anna"),
        ("<unk> <noise> <NOISE> a < b", "<unk> a b"),
        ("... -- \u2026", ""),
        ("", ""),
    ],
)
def test_plain_words(text, words):
    assert compared(text) == words.split()


def test_other_normalizations():
    assert compared("Hello,  World <noise>!", CASE) == ["hello,", "world", "!"]
    assert compared("Hello,  World<noise>!", NONE) == ["Hello,", "World", "!"]
    assert compared("a<b <unk>", NONE) == ["a<b", "<unk>"]


@pytest.mark.parametrize("normalization", [PLAIN, SPOKEN, CASE, NONE])
def test_a_word_has_its_bounds_in_the_text(normalization):
    text = "<doctor> Hello, Mr. O'Brien <patient> good-bye 5.5"
    for said in scored_words(text, normalization):
        assert said.word == text[said.start : said.end].lower() or normalization == NONE


def test_only_tags_of_roles_name_the_speaker():
    text = "yes <doctor> how <noise> are <Patient> fine"
    found = [(said.word, said.role) for said in scored_words(text, PLAIN, ROLES)]
    doctor, patient = "doctor", "patient"
    assert found == [("yes", None), ("how", doctor), ("are", doctor), ("fine", patient)]
    assert scored_words(text, PLAIN, ROLES, role="nurse")[0].role == "nurse"
    assert {said.role for said in scored_words(text, PLAIN)} == {None}
