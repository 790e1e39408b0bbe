"""Talking to the model hub: asking first, so that what cannot be had is told within seconds.

The hub's own client tries again for more than a minute and prints the addresses that it tries.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Queue
from threading import Thread
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError
from privtool.models.hub.files import is_pickle, setting_files, weight_files

ANSWER_SECONDS = 3.5
_NETWORK = ("httpx", "httpcore")
_STORAGE = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT}

Answer = TypeVar("Answer")


class HubModel(NamedTuple):
    """A model on the hub; `shown` is how messages call it, `remedy` what they advise."""

    hub_id: str
    revision: str
    shown: str
    remedy: str


def fetch(model: HubModel, trust_pickle: bool, progress: bool) -> None:
    """Download the files of a model that are not in the cache yet; a broken-off one is resumed.

    The weights come last: where they are, all the rest is. Raises `UnavailableError` when the
    model cannot be had, and `UsageError` when it has only pickles and they are not trusted.
    """
    _quieten(progress)
    try:
        names = _within(ANSWER_SECONDS, lambda: _listed(model))
    except Exception as error:
        refusal = _refusal(error, model)
        if refusal is None and not _is_of_network(error):
            raise
        raise refusal or UnavailableError(
            f"{model.shown} is not in the cache and {_host()} cannot be reached: {model.remedy}"
        ) from None
    weights = weight_files(name for name in names if "/" not in name)
    if not weights:
        raise UnavailableError(f"{model.shown} has no weights that can be loaded: {model.remedy}")
    if any(map(is_pickle, weights)) and not trust_pickle:
        raise UsageError(
            f"{model.shown} has its weights only as pickles, which can run any code as they "
            "are loaded: if you trust its source, add --trust-pickle"
        )
    try:
        for part in (setting_files(names), weights):
            _download(model, part)
    except Exception as error:
        raise _refusal(error, model) or UnavailableError(
            f"the download of {model.shown} broke off: run the command again to go on with it"
        ) from None


def _listed(model: HubModel) -> list[str]:
    """The files of a model, after making sure that they may be read."""
    from huggingface_hub import HfApi, constants, hf_hub_url
    from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

    endpoint = constants.ENDPOINT
    info = HfApi(endpoint=endpoint).model_info(
        model.hub_id, revision=model.revision, timeout=ANSWER_SECONDS
    )
    names = [file.rfilename for file in info.siblings or ()]
    if weights := weight_files(names):
        # The list of a gated model's files is public, the files are not.
        url = hf_hub_url(model.hub_id, weights[0], revision=info.sha, endpoint=endpoint)
        response = get_session().head(url, headers=build_hf_headers(), timeout=ANSWER_SECONDS)
        if response.status_code >= 400:
            hf_raise_for_status(response)
    return names


def _download(model: HubModel, names: list[str]) -> None:
    from huggingface_hub import constants, snapshot_download

    if names:
        snapshot_download(
            model.hub_id,
            revision=model.revision,
            allow_patterns=names,
            endpoint=constants.ENDPOINT,
            cache_dir=constants.HF_HUB_CACHE,
        )


def _within(seconds: float, action: Callable[[], Answer]) -> Answer:
    """What the action returns or raises; `TimeoutError` if it takes longer.

    In a thread of its own, which is left behind then: looking up a host's address can hang longer
    than any timeout of the client allows.
    """
    outcome: Queue[tuple[Answer | None, BaseException | None]] = Queue()

    def act() -> None:
        try:
            outcome.put((action(), None))
        except BaseException as error:
            outcome.put((None, error))

    Thread(target=act, daemon=True).start()
    try:
        answer, error = outcome.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]


def _refusal(error: Exception, model: HubModel) -> PrivtoolError | None:
    """Why the hub, or the disk, said no; None if there was no answer at all.

    In our words: the client's own message holds addresses, maybe with secrets in them.
    """
    from huggingface_hub import errors

    host = _host()
    status = getattr(getattr(error, "response", None), "status_code", None)
    if isinstance(error, errors.HFValidationError):
        return UsageError(f"'{model.hub_id}' is not a hub id")
    if isinstance(error, errors.GatedRepoError):
        return UnavailableError(
            f"{model.shown} is gated: ask for access on its page at {host} and set HF_TOKEN, "
            "or copy its folder here and name that"
        )
    if isinstance(error, errors.RevisionNotFoundError):
        return UnavailableError(f"{host} lacks that revision of {model.shown}: {model.remedy}")
    if isinstance(error, errors.RepositoryNotFoundError) or status in (401, 404):
        return UnavailableError(
            f"{host} shows no model '{model.hub_id}': check its name, "
            "or set HF_TOKEN if it is private"
        )
    if status is not None:
        return UnavailableError(f"{host} refuses {model.shown} (HTTP {status}): {model.remedy}")
    if isinstance(error, OSError) and error.errno in _STORAGE:
        reason = os.strerror(error.errno).lower()
        return UnavailableError(f"{model.shown} cannot be stored in the cache ({reason})")
    return None


def _is_of_network(error: Exception) -> bool:
    """Whether an error of the client, which uses requests or httpx, means that nobody answered."""
    return isinstance(error, OSError) or type(error).__module__.partition(".")[0] in _NETWORK


def _host() -> str:
    """The name of the hub's machine, without anything else that its address may hold."""
    from huggingface_hub import constants

    return urlsplit(constants.ENDPOINT).hostname or "the hub"


def hub_answers() -> bool:
    """Whether the hub can be reached, told within seconds."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import constants
    from huggingface_hub.utils import get_session

    if constants.HF_HUB_OFFLINE:
        return False
    _quieten(progress=False)
    try:
        _within(
            ANSWER_SECONDS,
            lambda: get_session().head(constants.ENDPOINT, timeout=ANSWER_SECONDS),
        )
    except Exception:
        return False
    return True


def _quieten(progress: bool) -> None:
    """Keep the client from writing to stderr, but for its progress bars if they are wanted."""
    from huggingface_hub import utils

    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if progress:
        utils.enable_progress_bars()
    else:
        utils.disable_progress_bars()


@contextmanager
def hub_shut() -> Iterator[None]:
    """A context in which libraries that load from the hub find it switched off."""
    from huggingface_hub import constants, utils
    from transformers.utils import hub

    reset = getattr(utils, "reset_sessions", lambda: None)
    switches = [(constants, "HF_HUB_OFFLINE"), (hub, "_is_offline_mode")]
    before = [
        (where, name, getattr(where, name)) for where, name in switches if hasattr(where, name)
    ]
    try:
        for where, name, _ in before:
            setattr(where, name, True)
        reset()  # an open session would not notice
        yield
    finally:
        for where, name, value in before:
            setattr(where, name, value)
        reset()
