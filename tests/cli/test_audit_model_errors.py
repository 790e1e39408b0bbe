"""`privtool audit model`: what cannot be audited, in one line."""

import pytest

from tests.support.audited_lm import args_of, make_files
from tests.support.tiny_models import tiny_bert


@pytest.fixture(scope="module")
def made(call, tmp_path_factory):
    """Records and canaries, without a model."""
    folder = tmp_path_factory.mktemp("audit")
    make_files(call, folder)
    return folder


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        (("--canaries", "{vocab}"), 2, "others can read"),
        (("--canaries", "{key}", "--reference", "{vocab}"), 69, "vocab"),
    ],
)
def test_what_cannot_be_audited_is_said_in_one_line(call, made, tiny_lm, more, status, says):
    places = {f"{{{name}}}": made / name for name in ("key", "members", "vocab")}
    given = (places.get(arg, arg) for arg in more)
    call(*args_of(made, *given, model=tiny_lm)).failed(status, says)


def test_models_that_do_not_match_are_refused(call, made, tiny_lm, tmp_path):
    args = ("audit", "model", "--device", "cpu", "--canaries", made / "key", "--model")
    done = call(*args, tiny_lm).failed(65)
    assert done.err == "privtool: the model does not have all words of the canaries\n"
    call(*args, tiny_bert(tmp_path / "tagger", "tagger")).failed(69, "weights")
