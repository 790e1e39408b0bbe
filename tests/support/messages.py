"""Messages of commands."""


def one_line(err: str) -> str:
    """Return the only line of a message."""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err[:-1]
