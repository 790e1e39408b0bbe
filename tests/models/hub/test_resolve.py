import os
import socket
import subprocess
import sys
import threading

import pytest
from huggingface_hub import constants

from privtool.core.device import ModelSource
from privtool.core.errors import UnavailableError, UsageError
from privtool.models import catalog as aliases
from privtool.models.catalog import ALIASES
from privtool.models.hub import files as hub_files
from privtool.models.hub.files import is_reachable
from privtool.models.hub.resolve import is_here, resolve
from tests.support.hub_models import FILES, OFFLINE, failure, written
from tests.support.tables import typed_cases

# --- local models


def test_a_folder_is_used_in_place(tmp_path, monkeypatch):
    folder = written(tmp_path / "my-model", *FILES)
    monkeypatch.chdir(tmp_path)
    assert resolve(str(folder), OFFLINE).path == folder
    assert resolve("./my-model", OFFLINE).path.samefile(folder)
    assert resolve("my-model", OFFLINE).path.samefile(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert resolve("~/my-model", OFFLINE).path == folder


def test_an_alias_wins_over_a_folder_of_the_same_name(tmp_path, monkeypatch, cache):
    written(tmp_path / "bert", *FILES)
    monkeypatch.chdir(tmp_path)
    assert "cache" in str(failure("bert", offline=True))


def test_a_folder_without_weights_is_unavailable(tmp_path):
    folder = written(tmp_path / "m", "config.json")
    assert "no model weights" in str(failure(str(folder)))
    assert "no model in the file" in str(failure(str(folder / "config.json")))


def test_an_embedded_model_is_a_folder_of_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(aliases, "EMBEDDED", tmp_path)
    error = failure("mini")
    assert error.status == 69
    assert "missing from this installation" in str(error)
    assert not is_here(ALIASES["mini"])
    folder = written(tmp_path / "mini", *FILES)
    assert resolve("mini", OFFLINE).path == folder
    assert is_here(ALIASES["mini"])


# --- pickles


def test_a_pickle_is_refused_without_trust(tmp_path):
    folder = written(tmp_path / "m", "config.json", "vocab.txt", "pytorch_model.bin")
    error = failure(str(folder))
    assert isinstance(error, UsageError)
    assert "`trust_pickle`" in str(error)
    assert resolve(str(folder), ModelSource(True, True)).path == folder
    flair = written(tmp_path / "f", "best-model.pt") / "best-model.pt"
    assert "`trust_pickle`" in str(failure(str(flair)))
    assert resolve(str(flair), ModelSource(True, True)).path == flair


# --- unavailable models


@pytest.mark.parametrize(
    ("name", "files", "refused", "offline", "status", "says", "asked"),
    typed_cases("models", "hub failure"),
)
def test_what_the_hub_lacks_or_refuses_is_reported_and_not_downloaded(
    hub, cache, tmp_path, name, files, refused, offline, status, says, asked
):
    if files:
        hub.folders[name] = written(tmp_path / "m", *files)
    hub.refused.update({request: tuple(answer) for request, answer in refused.items()})
    error = failure(name, offline)
    assert error.status == status
    assert all(part in str(error) for part in says)
    assert bool(hub.requests) == asked
    assert not cache.exists()


def test_the_offline_flag_of_the_client_is_obeyed(hub, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE is set: run once without it" in str(failure("roberta"))
    assert not is_reachable()
    assert hub.requests == []


def test_an_unreachable_hub_is_reported_with_a_remedy(cache):
    error = failure("roberta")
    assert isinstance(error, UnavailableError)
    assert "'roberta' (FacebookAI/roberta-base)" in str(error)
    assert "cannot be reached: connect once" in str(error)
    assert not is_reachable()


def test_a_hub_that_never_responds_times_out(cache, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{deaf.getsockname()[1]}")
        monkeypatch.setattr(hub_files, "TIMEOUT", 0.2)
        assert "cannot be reached" in str(failure("roberta"))
        deaf.settimeout(5)
        deaf.accept()[0].close()  # it was asked, and did not answer


def test_a_name_server_that_hangs_times_out(cache, monkeypatch):
    monkeypatch.setattr(constants, "ENDPOINT", "http://hub.invalid")
    answer, answers = threading.Event(), []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: answers.append(answer.wait(60)))
    monkeypatch.setattr(hub_files, "TIMEOUT", 0.2)
    try:
        assert "hub.invalid cannot be reached" in str(failure("roberta"))
        assert answers == []  # nobody waited for it
    finally:
        answer.set()


def test_a_model_without_a_vocabulary_is_reported(hub, tmp_path):
    hub.folders["own/half"] = written(tmp_path / "m", "config.json", "model.safetensors")
    assert "lacks files" in str(failure("own/half"))


def test_a_full_or_read_only_disk_is_reported(hub, tmp_path, monkeypatch):
    hub.folders["own/model"] = written(tmp_path / "m", *FILES)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", "/proc/closed")
    error = failure("own/model")
    assert error.status == 69
    assert "cannot be stored in the cache" in str(error)


def test_secrets_in_the_url_are_not_printed(cache, monkeypatch):
    monkeypatch.setattr(constants, "ENDPOINT", "http://user:secret@127.0.0.1:9/path")
    assert "secret" not in str(failure("roberta"))


def test_the_command_ends_soon_and_with_one_line(tmp_path):
    environment = {**os.environ, "HF_ENDPOINT": "http://127.0.0.1:9", "HF_HOME": str(tmp_path)}
    command = "privtool mask --method entityTagger --tagger bert-ner --jobs 2 /dev/null"
    done = subprocess.run(
        [sys.executable, "-m", *command.split()],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,  # it takes two seconds, but where others use the machine; the client alone 77
    )
    assert (done.returncode, done.stdout) == (69, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "meant"),
    [("mini-nre", "mini-ner"), ("espaek", "espeak"), ("pocketsphnix", "pocketsphinx")],
)
def test_the_hub_is_not_asked_for_a_typing_error(name, meant):
    with pytest.raises(UsageError, match=f"there is no model '{name}'; did you mean {meant}"):
        resolve(name, ModelSource())
