import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.canaries import (
    REPETITIONS,
    encode_key,
    make_key,
    parse_pattern,
    places,
    read_key,
)
from privtool.core.errors import UsageError

WORDS = {"word": [f"w{n}" for n in range(60)], "d": [*"0123456789"]}
PATTERN = parse_pattern("the code is {word} {d} {d} or {word}")


def key(seed=1, canaries=200, references=300):
    return make_key(PATTERN, WORDS, canaries, references, seed)


def test_secrets_are_of_the_pattern_and_all_different():
    made = key()
    texts = [*(canary.text for canary in made.canaries), *made.references]
    assert len(set(texts)) == len(texts) == 500
    for text in texts:
        parts = text.split(" ")
        assert parts[:3] + parts[6:7] == ["the", "code", "is", "or"]
        assert {parts[3], parts[7]} <= set(WORDS["word"])
        assert set(parts[4:6]) <= set(WORDS["d"])


def test_coins_are_fair_and_repetitions_do_not_depend_on_them():
    made = key(canaries=2000)
    assert sum(canary.inserted for canary in made.canaries) == pytest.approx(1000, abs=100)
    both = Counter((canary.repetitions, canary.inserted) for canary in made.canaries)
    assert {repetitions for repetitions, _ in both} == set(REPETITIONS)
    assert all(abs(count - 200) < 50 for count in both.values())


def test_each_copy_has_an_id_of_its_own_and_those_left_out_have_none():
    made = key()
    for canary in made.canaries:
        assert len(canary.ids) == (canary.repetitions if canary.inserted else 0)
    assert len(made.ids) == sum(len(canary.ids) for canary in made.canaries)


@given(st.integers(-(2**70), 2**130))
def test_all_depends_on_the_seed_alone(seed):
    assert key(seed, 10, 100) == key(seed, 10, 100) != key(seed + 1, 10, 100)


def test_any_place_is_as_likely():
    made = key(canaries=4000)
    found = Counter(place for place, _, _ in places(made, 3))
    assert set(found) == {0, 1, 2, 3}
    assert all(count == pytest.approx(len(made.ids) / 4, rel=0.05) for count in found.values())
    assert {record_id for _, record_id, _ in places(made, 3)} == made.ids


def test_secret_words_are_found_in_a_text():
    text = "the code is w1 2 3 or w4"
    assert [text[slice(*span)] for span in PATTERN.secret_spans(text)] == ["w1 2 3", "w4"]
    assert parse_pattern("{word} {word}").secret_spans("ab c") == [(0, 4)]


@pytest.mark.parametrize("text", ["", "the code", "{name} is", "a{d}", "{word} {", "{d}{d}"])
def test_what_is_no_pattern(text):
    with pytest.raises(UsageError, match="`pattern`"):
        parse_pattern(text)


def test_too_few_secrets_are_refused():
    with pytest.raises(UsageError, match="only 100 different secrets"):
        make_key(parse_pattern("{d} {d}"), WORDS, 20, 100, 1)


def test_a_key_file_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_bytes(encode_key(key()))
    assert read_key(path) == key()


@pytest.mark.parametrize(
    "change",
    [
        {"made_by": "privtool audit canaries make 2"},
        {"pattern": "{word}"},
        {"pattern": "no secret"},
        {"references": []},
        {"canaries": []},
        {"canaries": [{"text": "the code is w1 2 3 or w4"}]},
        {"seed": 5},
    ],
    ids=str,
)
def test_key_files_of_another_make_are_refused_without_their_words(tmp_path, change):
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_bytes(json.dumps({**json.loads(encode_key(key())), **change}).encode())
    with pytest.raises(UsageError, match="not a key file of privtool audit canaries make") as error:
        read_key(path)
    assert "w1" not in str(error.value).replace(str(path), "")  # which names pytest's worker


def test_a_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "key"
    path.touch(mode=0o644)
    path.write_bytes(encode_key(key()))
    with pytest.raises(UsageError, match="others can read"):
        read_key(path)
    with pytest.raises(UsageError, match="no such key"):
        read_key(tmp_path / "none")
