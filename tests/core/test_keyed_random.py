"""The key and its random numbers."""

import pickle
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.rng import Key, KeyedRandom

KEY = Key(b"0123456789abcdef")


@pytest.mark.parametrize("size", [0, 1, 32, 63, 64])
def test_digests_are_keyed_blake2b(size):
    secret = bytes(range(size))
    for message in (b"", b"a", bytes(200)):
        expected = blake2b(message, key=secret, digest_size=32).digest()
        assert Key(secret).digest(message) == expected


def test_all_of_a_long_key_counts():
    keys = [bytes(63), bytes(64), bytes(65), bytes(200), bytes(199) + b"a", b"a" + bytes(199)]
    assert len({Key(secret).digest(b"a") for secret in keys}) == len(keys)


def test_a_key_reaches_other_processes_and_never_shows_itself():
    key = Key(b"0123456789abcdef")
    assert pickle.loads(pickle.dumps(key)).digest(b"a") == key.digest(b"a")
    assert "0123" not in f"{key!r} {key}"


@pytest.mark.parametrize("count", [1, 7, 20])
def test_digits_are_those_drawn_one_by_one(count):
    key = Key(b"0" * 16)
    for number in range(50):
        one_by_one = KeyedRandom(key, number)
        digits = "".join(str(one_by_one.below(10)) for _ in range(count))
        at_once = KeyedRandom(key, number)
        assert at_once.digits(count) == digits
        assert at_once.below(1 << 40) == one_by_one.below(1 << 40)


@given(st.lists(st.text(max_size=4), max_size=4), st.integers(1, 10**9))
def test_random_numbers_are_below_the_limit_and_reproducible(parts, limit):
    one, two = KeyedRandom(KEY, *parts), KeyedRandom(KEY, *parts)
    drawn = [one.below(limit) for _ in range(40)]
    assert drawn == [two.below(limit) for _ in range(40)]
    assert all(0 <= number < limit for number in drawn)


def test_random_numbers_are_uniform_and_parts_are_separate():
    counts = [0] * 7
    for number in range(7000):
        counts[KeyedRandom(KEY, number).below(7)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 30  # chi-squared, 6 degrees
    assert KeyedRandom(KEY, "ab", "c").below(1 << 60) != KeyedRandom(KEY, "a", "bc").below(1 << 60)
