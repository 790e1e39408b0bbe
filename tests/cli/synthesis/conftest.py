"""The sample's speech, and its manifest with surrogates."""

import pytest

KEY = "00" * 32


@pytest.fixture(scope="session")
def speech(root):
    return root / "data/sample/speech"


@pytest.fixture(scope="session")
def replaced(call, aligned, tmp_path_factory):
    """The lines of the sample's speech with surrogates in its texts."""
    key = tmp_path_factory.mktemp("key") / "key"
    key.touch(mode=0o600)
    key.write_text(KEY)
    options = ("--key-file", key, "--transcript", "exact")
    done = call("surrogate", "-q", *options, input=aligned.out)
    assert done.status == 0
    return done.out


@pytest.fixture
def surrogates(replaced, tmp_path):
    """A manifest of the sample's speech with surrogates in its texts."""
    path = tmp_path / "surrogates.jsonl"
    path.write_bytes(replaced)
    return path
