import hashlib
import pickle
from hashlib import blake2b
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.rng import Key, KeyedRandom, draw, short_digest

# These hold for ever: a seed written into a run card must give the same fills with any version.
KNOWN = {
    (1, "a", 0): 3215680517649957203,
    (1, "a", 1): 8782043436549950260,
    (1, 1, 0): 6867736078131785690,
    (1, "1", 0): 18092246191030681946,
    (-5, "ü\ud800", 0, 3, 2): 7460774325107872830,
    (1, "a"): 2505175340467635353,
    (0, "", -1): 3702529289433999950,
}


@pytest.mark.parametrize(("place", "number"), KNOWN.items())
def test_known_values(place, number):
    assert draw(*place) == number


def test_every_part_of_a_place_counts():
    places = [
        *product((0, 1, -1), ("a", "b", "1", 1, ""), (0, 1), (0, 1)),
        *product((0, 1), ("a", 1), (0, 1)),
        (1, "a"),
        (1, "aa"),
    ]
    assert len({draw(*place) for place in places}) == len(places)


def test_draws_are_even():
    numbers = [draw(7, f"call-{record}", slot) for record in range(400) for slot in range(25)]
    for bins in (2, 10, 16):
        counts = [0] * bins
        for number in numbers:
            counts[number % bins] += 1
        expected = len(numbers) / bins
        chi_square = sum((count - expected) ** 2 / expected for count in counts)
        assert chi_square < 3 * bins  # far out in the tail for 1 to 15 degrees of freedom
    high = sum(number >> 63 for number in numbers)
    assert abs(high - len(numbers) / 2) < 4 * len(numbers) ** 0.5 / 2


@given(st.integers(), st.one_of(st.text(), st.integers()))
def test_any_seed_and_id_gives_64_bits(seed, record_id):
    assert 0 <= draw(seed, record_id, 0) < 2**64


def test_a_digest_depends_on_the_bytes_alone():
    expected = hashlib.sha256("Anna \u00e9".encode()).hexdigest()[:16]
    assert short_digest("Anna \u00e9") == expected
    assert short_digest([b"Anna", b"", b" \xc3\xa9"]) == expected
    assert short_digest("") != short_digest("Anna")


# The key and its random numbers.
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
