"""A set of names that never loses one, in fixed memory."""

import random

from privtool.stages.name_set import NameSet


def hashes(number: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.getrandbits(128) for _ in range(number)]


def test_nothing_is_lost_even_if_it_is_too_small():
    names = NameSet(bits=1 << 8)
    added = hashes(500, 1)
    names.add_all(added)
    assert all(value in names for value in added)
    assert len(names._bytes) == 32


def test_few_other_names_are_in_it():
    names = NameSet(bits=1 << 16)
    names.add_all(hashes(2_000, 1))
    mistakes = sum(value in names for value in hashes(10_000, 2))
    assert 0 <= mistakes < 40
    assert 0.99 * 2_000 < names.size <= 2_000


def test_order_and_repetition_do_not_matter():
    added = hashes(300, 3)
    one, other = NameSet(bits=1 << 12), NameSet(bits=1 << 12)
    one.add_all(added)
    other.add_all([*reversed(added), *added])
    assert one._bytes == other._bytes


def test_an_empty_set_has_nothing():
    assert not any(value in NameSet(bits=64) for value in hashes(100, 4))
