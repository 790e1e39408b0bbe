"""How many examples tests try: a quarter in `make test-fast`, all in `make test`."""

from hypothesis import settings

from tests.support.share import SHARE


def examples(count: int) -> int:
    """Return the number of examples of a test that tries `count` in `make test`."""
    return count // SHARE


def use_profile() -> None:
    """Let all tests try that share of the examples, without a time limit for each."""
    settings.register_profile("privtool", max_examples=examples(100), deadline=None)
    settings.load_profile("privtool")
