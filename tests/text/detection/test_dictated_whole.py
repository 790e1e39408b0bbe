"""Rules for ages, places of digits and house numbers do not cut dictated values in two."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        ("NUMBER", "it's «oh seven nine one two three four five» at the end"),
        ("NUMBER", "the code is «twenty-two, thirty-one», thanks"),
        ("ID", "account, number «forty five, six seven eight»"),
        ("PHONE", "house number is «five five five oh one two three»"),
        ("PHONE", "call «oh two one, triple five, four double-oh» now"),
        ("DATE", "how old are you\n«nineteen eighty two»"),
        ("AGE", "how old are you\n«thirty two» and"),
        ("AGE", "how old is she\nmother: «thirty two» and"),
    ],
)
def test_found_whole(expect, label, marked):
    expect(label, marked)
