"""Resolving the name of a model to a folder with its files, downloaded if necessary."""

from __future__ import annotations

import os
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from privtool.core.device import Backend, ModelSource
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.interfaces.tagging import PATTERNS
from privtool.models.catalog import (
    ALIASES,
    ENGINES,
    FLAIR,
    IN_A_FOLDER,
    Alias,
    is_path,
    name_to_show,
    tagger_names,
)
from privtool.models.hub.files import (
    ADAPTER,
    CONFIG,
    digest_of_weights,
    fetch,
    file_names,
    is_complete,
    is_pickle,
    names_with_onnx,
    onnx_files,
    weight_files,
)

_HUB_ID = re.compile(r"\w[\w.\-]{0,95}(?:/\w[\w.\-]{0,95})?", re.ASCII)
_NEARLY = 0.8  # how similar a typing error is to what was meant
_ONLINE = "run once without it"
_PATH_STARTS = ("/", "./", "../", "~")


class ResolvedModel(NamedTuple):
    """A model whose files are on this machine: the name as given, the folder (or file), the source.

    Pickles are loaded only if the source trusts them. It can be sent to worker processes.
    """

    name: str
    path: Path
    source: ModelSource = ModelSource()


def resolve(
    name: str, source: ModelSource, *, progress: bool = True, onnx: bool = False
) -> ResolvedModel:
    """Find the files of an alias, a hub id, or a folder (or file).

    With `onnx`, the model must have an ONNX file, and a tokenizer and configuration next to it.

    An alias wins over a folder of the same name: `./bert` is the folder. A hub model comes from
    the cache if it is complete there, else from the hub unless the source is offline; `progress`
    shows the download on a terminal. Raise `UnavailableError` within seconds for a model that is
    neither here nor available, and `UsageError` for a malformed name and for an untrusted pickle.
    """
    return ResolvedModel(name, _path(name, source, progress, onnx), source)


def _path(name: str, source: ModelSource, progress: bool, onnx: bool) -> Path:
    alias = ALIASES.get(name)
    if alias is not None:
        if alias.folder is None:
            return _hub(alias, source, progress, onnx)
        if not is_here(alias):
            raise UnavailableError(
                f"the weights of the embedded model '{name}' are missing from this installation; "
                "install privtool again"
            )
        return alias.folder
    if name.startswith(_PATH_STARTS) or os.path.exists(name):
        return _local(name, source.trust_pickle, onnx)
    if not _HUB_ID.fullmatch(name) or "--" in name or ".." in name:
        raise UsageError(f"'{name}' is neither an alias nor a hub id, and no such folder is here")
    near = get_close_matches(name, [*ALIASES, *(engine.name for engine in ENGINES)], 1, _NEARLY)
    if "/" not in name and near:  # a typing error: the hub is not asked for it
        raise UsageError(f"there is no model '{name}'; did you mean {near[0]}?")
    return _hub(Alias(name, "", hub_id=name, revision="main"), source, progress, onnx)


def is_here(alias: Alias) -> bool:
    """Return whether all files of a model are on this machine."""
    if alias.folder is not None:
        return (alias.folder / CONFIG).is_file()
    folder = _cached(alias)
    return folder is not None and is_complete(folder)


def _local(name: str, trust_pickle: bool, onnx: bool) -> Path:
    path = Path(name).expanduser()
    if not os.path.exists(path):
        raise UnavailableError(f"there is no model folder {name}")
    try:
        names = names_with_onnx(path) if onnx and path.is_dir() else file_names(path)
    except OSError:
        raise UnavailableError(f"the model folder {name} cannot be read") from None
    if onnx:
        if not path.is_dir() or not onnx_files(names):
            raise UnavailableError(f"there is no folder with an ONNX model at {name}")
        return path
    if not weight_files(names):
        what = "are no model weights in" if path.is_dir() else "is no model in the file"
        raise UnavailableError(f"there {what} {name}")
    if ADAPTER in names and CONFIG not in names:
        raise UsageError(f"{name} holds no model but an adapter, for {option('adapter')}")
    _check_pickles(f"the model {name}", names, trust_pickle)
    return path


def _hub(alias: Alias, source: ModelSource, progress: bool, onnx: bool) -> Path:
    """Return the cached files of a hub model, downloading them if necessary."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import constants

    offline = source.offline or constants.HF_HUB_OFFLINE
    if alias.kind == FLAIR:
        _check_pickles(alias.label, ["pytorch_model.bin"], source.trust_pickle)
    folder = _cached(alias)
    if folder is not None and is_complete(folder, onnx):
        names = file_names(folder)
        if onnx or source.trust_pickle or not any(map(is_pickle, weight_files(names))):
            return folder
        if offline:
            _check_pickles(alias.label, names, source.trust_pickle)
    if offline:
        forbidden = f"{option('offline')} is given" if source.offline else "HF_HUB_OFFLINE is set"
        raise UnavailableError(
            f"{alias.label} is not in the cache and {forbidden}: {alias.remedy(_ONLINE)}"
        )
    fetch(alias, onnx, source.trust_pickle, progress and sys.stderr.isatty())
    folder = _cached(alias)
    if folder is None or not is_complete(folder, onnx):
        raise UnavailableError(
            f"{alias.label} lacks files that are needed to load it: {alias.remedy()}"
        )
    return folder


def _cached(alias: Alias) -> Path | None:
    """Return the folder of that revision in the cache of the hub's client."""
    from huggingface_hub import constants, snapshot_download

    try:
        folder = snapshot_download(
            str(alias.hub_id),
            revision=alias.revision,
            cache_dir=constants.HF_HUB_CACHE,
            local_files_only=True,
        )
    except ValueError:  # it is not there, or the name cannot be one
        return None
    return Path(folder)


def _check_pickles(label: str, names: list[str], trust_pickle: bool) -> None:
    if not trust_pickle and any(map(is_pickle, weight_files(names))):
        raise UsageError(
            f"{label} is a pickle, which can execute arbitrary code: "
            f"if you trust its source, add {option('trust_pickle')}"
        )


def model_entries(role: str, name: str) -> dict[str, str]:
    """Return the entries of a model in totals: its name, and a digest of weights in a folder."""
    label = name_to_show(name)
    if label != IN_A_FOLDER:
        return {role: label}
    return {role: label, f"{role}_weights": digest_of_weights(Path(name).expanduser())}


ON_THE_HUB = "HUB"  # stands for a model that has no short name
PUBLIC_NAMES = frozenset((*ALIASES, *(each.name for each in ENGINES), PATTERNS))


def identities_of(
    spec: str, source: ModelSource, backend: Backend = "auto"
) -> list[dict[str, str]]:
    """Return the entries of a model, or of each of several joined by `+`, which are here."""
    found: list[dict[str, str]] = []
    for kind, name in tagger_names(spec):
        public = name in PUBLIC_NAMES
        found.append({"name": name if public else IN_A_FOLDER if is_path(name) else ON_THE_HUB})
        if name in ALIASES or not public:
            onnx = (kind or backend) == "onnx"
            path = resolve(name, source, progress=False, onnx=onnx).path
            found[-1]["weights"] = digest_of_weights(path)
    return found
