"""The key and its random numbers."""

from __future__ import annotations

import hmac
import pickle

import pytest

from privtool.text.surrogates.prf import Key, KeyedRandom


@pytest.mark.parametrize("size", [0, 1, 32, 63, 64, 65, 200])
def test_digests_are_hmacs(size):
    secret = bytes(range(size))
    key = Key(secret)
    for message in (b"", b"a", bytes(200)):
        assert key.digest(message) == hmac.digest(secret, message, "sha256")


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
