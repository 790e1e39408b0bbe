"""Client of the model hub that fails within seconds.

The hub's own client retries for more than a minute and prints the URLs that it tries.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar
from urllib.parse import urlsplit

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError, option
from privtool.models.catalog import Alias
from privtool.models.hub.files import is_pickle, onnx_files, setting_files, weight_files

TIMEOUT = 3.5
_NETWORK_MODULES = ("httpx", "httpcore", "httpx2", "httpcore2")
_STORAGE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT}

Result = TypeVar("Result")


def fetch(model: Alias, onnx: bool, trust_pickle: bool, progress: bool) -> None:
    """Download the files of a model that are not in the cache yet; resume partial downloads.

    With `onnx`, its ONNX file is meant. The weights come last: a cache that has them has all other
    files. Raise `UnavailableError` for a model that cannot be downloaded, and `UsageError` for one
    with untrusted pickles only.
    """
    _silence(progress)
    try:
        names = with_timeout(TIMEOUT, lambda: _list_files(model, onnx))
    except Exception as error:
        known_error = _translate(error, model)
        if known_error is None and not _is_network_error(error):
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
        for files in (setting_files(names), weights):
            _download(model, files)
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


def _download(model: Alias, names: list[str]) -> None:
    from huggingface_hub import constants, snapshot_download

    if names:
        snapshot_download(
            str(model.hub_id),
            revision=model.revision,
            allow_patterns=names,
            endpoint=constants.ENDPOINT,
            cache_dir=constants.HF_HUB_CACHE,
        )


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


def _is_network_error(error: Exception) -> bool:
    """Return whether an error of the client (requests or httpx) means that nobody responded."""
    return (
        isinstance(error, OSError) or type(error).__module__.partition(".")[0] in _NETWORK_MODULES
    )


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
