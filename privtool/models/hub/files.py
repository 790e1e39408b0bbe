"""The files of a model: which hold weights, which are safe to load, and how the hub gives them.

The hub's own client retries for more than a minute and prints the URLs that it tries. Here it fails
within seconds.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TypeVar
from urllib.parse import urlsplit

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError, option
from privtool.core.rng import short_digest
from privtool.models.catalog import Alias

CONFIG, TOKENIZER, ADAPTER = "config.json", "tokenizer.json", "adapter_config.json"
ENCODER_CONFIG = "encoder_config/config.json"
_SINGLE_FILE = re.compile(r"model\.safetensors")
_SHARDS = re.compile(r"(?:model|adapter_model)(?:-\d+-of-\d+)?\.safetensors")
_ANY_SAFETENSORS = re.compile(r".*\.safetensors")
_PICKLES = re.compile(r"(?:pytorch_model|adapter_model)(?:-\d+-of-\d+)?\.bin|.*\.pt")
_ONNX = re.compile(r"[^/]*\.onnx")
_INDEX_SUFFIXES = (".safetensors.index.json", ".bin.index.json")
_SETTINGS = re.compile(r".*\.(?:json|txt|model)")
_SAMPLE_BYTES, _SAMPLES = 1 << 16, 64  # of each file
_VOCABULARIES = re.compile(r"tokenizer\.json|vocab\.(?:txt|json)|.*\.model")


def weight_files(names: Iterable[str]) -> list[str]:
    """Return the files that hold a model's weights: safetensors, or else pickles, or else ONNX."""
    ordered = sorted(names)
    for pattern in (_SINGLE_FILE, _SHARDS, _ANY_SAFETENSORS, _PICKLES, _ONNX):
        if matching := [name for name in ordered if pattern.fullmatch(name)]:
            return matching
    return []


def onnx_files(names: Iterable[str]) -> list[str]:
    """Return the ONNX file of a repository as those of transformers.js, and its data.

    It is itself in the folder or in its folder `onnx`; a quantized one only if there is no other.
    """
    known = set(names)
    graphs = [name for name in known if _ONNX.fullmatch(name.removeprefix("onnx/"))]
    exact = ("model.onnx", "model_fp16.onnx")
    graphs.sort(key=lambda name: (*(not name.endswith(each) for each in exact), name))
    return [name for graph in graphs[:1] for name in (graph, f"{graph}_data") if name in known]


def digest_of_weights(path: Path) -> str:
    """Return a digest of the weights in a folder or file, without reading all of them.

    Evenly spaced samples of each file are enough, as training changes nearly all weights.
    """
    return short_digest(_samples(path))


def _samples(path: Path) -> Iterator[bytes]:
    names = weight_files(file_names(path))
    for name in names or onnx_files(names_with_onnx(path)):
        with open(path / name if path.is_dir() else path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            yield f"{name} {size}\n".encode()
            for start in range(0, size, max(_SAMPLE_BYTES, size // _SAMPLES)):
                file.seek(start)
                yield file.read(_SAMPLE_BYTES)


def setting_files(names: Iterable[str]) -> list[str]:
    """Return the configuration and vocabulary files; subfolders hold other models or formats.

    But GLiNER2 has the configuration of its encoder in one.
    """
    names = (name for name in names if "/" not in name or name == ENCODER_CONFIG)
    return sorted(name for name in names if _SETTINGS.fullmatch(name))


def is_pickle(name: str) -> bool:
    """Return whether a weight file is a pickle, which can execute arbitrary code."""
    return not name.endswith((".safetensors", ".onnx", ".onnx_data"))


def is_flair(path: Path) -> bool:
    """Return whether a model folder or file is flair's: a pickle without a configuration file."""
    if path.is_file():
        return is_pickle(path.name)
    names = os.listdir(path)
    return CONFIG not in names and any(map(is_pickle, weight_files(names)))


def file_names(path: Path) -> list[str]:
    """Return the files of a model folder, or the name of a single file."""
    return os.listdir(path) if path.is_dir() else [path.name]


def names_with_onnx(folder: Path) -> list[str]:
    inside = folder / "onnx"
    names = [f"onnx/{name}" for name in os.listdir(inside)] if inside.is_dir() else []
    return [*os.listdir(folder), *names]


def is_complete(folder: Path, onnx: bool = False) -> bool:
    """Return whether a folder has all files of a model; a partial download lacks some."""
    names = [name for name in names_with_onnx(folder) if (folder / name).exists()]
    if onnx:
        return bool(onnx_files(names)) and {CONFIG, TOKENIZER} <= set(names)
    names = [name for name in names if "/" not in name]
    weights = weight_files(names)
    if not weights:
        return False
    if CONFIG not in names:
        return is_flair(folder) or any(f"{name}.json" in names for name in weights)
    indexes = [name for name in names if name.endswith(_INDEX_SUFFIXES)]
    shards = {shard for name in indexes for shard in _shards(folder / name)}
    required = {shard for shard in shards if is_pickle(shard) == is_pickle(weights[0])}
    return required <= set(weights) and any(map(_VOCABULARIES.fullmatch, names))


def _shards(index: Path) -> set[str]:
    """Return the weight files that an index lists; none if it cannot be read."""
    try:
        return set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, AttributeError):
        return set()


TIMEOUT = 3.5
_NETWORK = ("httpx", "httpcore", "httpx2", "httpcore2")
_STORAGE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT}
Result = TypeVar("Result")


def fetch(model: Alias, onnx: bool, trust_pickle: bool, progress: bool) -> None:
    """Download the files of a model that are not in the cache yet; resume partial downloads.

    With `onnx`, its ONNX file is meant. The weights come last: a cache that has them has all other
    files. Raise `UnavailableError` for a model that cannot be downloaded, and `UsageError` for one
    with untrusted pickles only.
    """
    from huggingface_hub import constants, snapshot_download

    _silence(progress)
    try:
        names = with_timeout(TIMEOUT, lambda: _list_files(model, onnx))
    except Exception as error:
        known_error = _translate(error, model)
        library = type(error).__module__.partition(".")[0]  # requests raises an OSError, httpx not
        if known_error is None and not isinstance(error, OSError) and library not in _NETWORK:
            raise
        raise known_error or UnavailableError(
            f"{model.label} is not in the cache and {_host()} cannot be reached: {model.remedy()}"
        ) from None
    weights = _weights(names, onnx)
    if not weights:
        raise UnavailableError(f"{model.label} has no loadable weights: {model.remedy()}")
    if any(map(is_pickle, weights)) and not trust_pickle:
        raise UsageError(
            f"{model.label} has its weights only as pickles, which can run any code when "
            f"loaded: if you trust its source, add {option('trust_pickle')}"
        )
    try:
        for files in filter(None, (setting_files(names), weights)):
            snapshot_download(
                str(model.hub_id),
                revision=model.revision,
                allow_patterns=files,
                endpoint=constants.ENDPOINT,
                cache_dir=constants.HF_HUB_CACHE,
            )
    except Exception as error:
        raise _translate(error, model) or UnavailableError(
            f"the download of {model.label} was interrupted: run the command again to resume it"
        ) from None


def _weights(names: list[str], onnx: bool) -> list[str]:
    """Return the files that hold the weights of a model, of all its files."""
    return onnx_files(names) if onnx else weight_files(n for n in names if "/" not in n)


def _list_files(model: Alias, onnx: bool) -> list[str]:
    """Return the files of a model, and check that they may be downloaded."""
    from huggingface_hub import HfApi, constants, hf_hub_url
    from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

    endpoint = constants.ENDPOINT
    hub_id = str(model.hub_id)
    info = HfApi(endpoint=endpoint).model_info(hub_id, revision=model.revision, timeout=TIMEOUT)
    names = [file.rfilename for file in info.siblings or ()]
    if weights := _weights(names, onnx):
        # The file list of a gated model is public, the files are not.
        url = hf_hub_url(hub_id, weights[0], revision=info.sha, endpoint=endpoint)
        hf_raise_for_status(get_session().head(url, headers=build_hf_headers(), timeout=TIMEOUT))
    return names


def with_timeout(seconds: float, function: Callable[[], Result]) -> Result:
    """Call a function; raise `TimeoutError` if it takes longer.

    It runs in a daemon thread, which is abandoned then: a DNS lookup can hang longer than any
    timeout of the client.
    """
    future: Future[Result] = Future()

    def call() -> None:
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=call, daemon=True).start()
    if not wait((future,), seconds).done:
        raise TimeoutError
    return future.result()


def _translate(error: Exception, model: Alias) -> PrivtoolError | None:
    """Translate an error of the hub or the disk; None if the hub did not respond.

    The client's own messages hold URLs, which may hold secrets.
    """
    from huggingface_hub import errors

    host = _host()
    status = getattr(getattr(error, "response", None), "status_code", None)
    if isinstance(error, errors.HFValidationError):
        return UsageError(f"'{model.hub_id}' is not a hub id")
    if isinstance(error, errors.GatedRepoError):
        return UnavailableError(
            f"{model.label} is gated: request access on its page at {host} and set HF_TOKEN, "
            "or copy its folder to this machine and give its path"
        )
    if isinstance(error, errors.RevisionNotFoundError):
        return UnavailableError(
            f"{host} does not have that revision of {model.label}: {model.remedy()}"
        )
    if isinstance(error, errors.RepositoryNotFoundError) or status in (401, 404):
        return UnavailableError(
            f"{host} has no public model '{model.hub_id}': check its name, "
            "or set HF_TOKEN if it is private"
        )
    if status is not None:
        return UnavailableError(f"{host} refuses {model.label} (HTTP {status}): {model.remedy()}")
    if isinstance(error, OSError) and error.errno in _STORAGE_ERRORS:
        reason = os.strerror(error.errno).lower()
        return UnavailableError(f"{model.label} cannot be stored in the cache ({reason})")
    return None


def _host() -> str:
    """Return the host name of the hub, without anything else that its URL may hold."""
    from huggingface_hub import constants

    return urlsplit(constants.ENDPOINT).hostname or "the hub"


def is_reachable() -> bool:
    """Return within seconds whether the hub can be reached."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import constants
    from huggingface_hub.utils import get_session

    if constants.HF_HUB_OFFLINE:
        return False
    _silence(progress=False)
    try:
        with_timeout(TIMEOUT, lambda: get_session().head(constants.ENDPOINT, timeout=TIMEOUT))
    except Exception:
        return False
    return True


def _silence(progress: bool) -> None:
    """Keep the client from writing to stderr, except for progress bars if they are wanted."""
    from huggingface_hub import utils

    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if progress:
        utils.enable_progress_bars()
    else:
        utils.disable_progress_bars()


@contextmanager
def offline() -> Iterator[None]:
    """Keep all libraries that use the client offline.

    transformers 4.57 reads the flag of the client at import, into a private copy. Without it a
    cached tokenizer fails to load: `from_pretrained` would ask the hub about it.
    """
    from huggingface_hub import constants, utils
    from transformers.utils import hub

    reset = getattr(utils, "reset_sessions", lambda: None)
    flags = [(constants, "HF_HUB_OFFLINE"), (hub, "_is_offline_mode")]
    before = [
        (module, name, getattr(module, name)) for module, name in flags if hasattr(module, name)
    ]
    try:
        for module, name, _ in before:
            setattr(module, name, True)
        reset()  # an open session would stay online
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
        reset()
