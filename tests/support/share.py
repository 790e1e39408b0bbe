"""Which share of the cases and examples `make test-fast` tries."""

import os
from collections import Counter

import pytest

SHARE = 4 if os.environ.get("PRIVTOOL_TESTS") == "fast" else 1  # one in so many


def tried(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the first case of each test, and every fourth one after it, in `make test-fast`."""
    cases = Counter[str]()
    kept = []
    for item in items:
        test = item.nodeid.partition("[")[0]
        if cases[test] % SHARE == 0:
            kept.append(item)
        cases[test] += 1
    return kept
