"""The models that attack in `privtool audit guess`: their names, files and weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from privtool.core.errors import UsageError, option
from privtool.core.model_options import ModelSource, Runtime

if TYPE_CHECKING:
    from privtool.interfaces.guessing import Guesser
    from privtool.models.hub.resolve import ResolvedModel

_TUNED = "tuned"
_ADAPTER = "adapter_config.json"


class _Options(Protocol):
    @property
    def model(self) -> Sequence[str]: ...

    @property
    def tuned(self) -> Path | None: ...

    @property
    def source(self) -> ModelSource: ...


class _Filler(NamedTuple):
    name: str
    model: ResolvedModel
    adapter: Path | None = None


class GuessModels(NamedTuple):
    """Models whose files are on this machine. Picklable."""

    fillers: Sequence[_Filler]
    signatures: Sequence[str]

    @property
    def names(self) -> list[str]:
        return [filler.name for filler in self.fillers]

    def load(self, runtime: Runtime) -> Mapping[str, Guesser[Any]]:
        """Load all models, by name."""
        from privtool.models.fillers.causal.lm import CausalFiller
        from privtool.models.fillers.load import load_filler
        from privtool.stages.guess_attack import BestWords

        guessers: dict[str, Guesser[Any]] = {}
        for name, model, adapter in self.fillers:
            filler = load_filler(model, runtime, adapter=adapter)
            guessers[name] = BestWords(filler) if isinstance(filler, CausalFiller) else filler
        return guessers


def fetch_models(options: _Options, progress: bool) -> GuessModels:
    """Find or download the models. Raise `UsageError` where two that must differ are the same."""
    from privtool.core.run_card import read_card
    from privtool.models.hub.files import digest_of_weights
    from privtool.models.hub.resolve import resolve

    names = options.model or ("mini",)
    models = [resolve(name, options.source, progress=progress) for name in names]
    fillers = list(_named(models))
    if options.tuned is not None:
        if (options.tuned / _ADAPTER).is_file():
            weights = digest_of_weights(models[0].path)
            if read_card(options.tuned).get("base_weights", weights) != weights:
                raise UsageError(
                    f"{option(_TUNED)} is an adapter for another model than the first "
                    f"{option('model')}"
                )
            fillers.append(_Filler(_TUNED, models[0], options.tuned))
        else:
            path = str(options.tuned.absolute())
            fillers.append(_Filler(_TUNED, resolve(path, options.source, progress=progress)))
    digests = [digest_of_weights(each.adapter or each.model.path) for each in fillers]
    if options.tuned is not None and digests[-1] in digests[:-1]:
        raise UsageError(f"{option(_TUNED)} has the weights of a {option('model')}")
    pairs = zip(fillers, digests, strict=True)
    return GuessModels(fillers, [f"{each.name}@{digest}" for each, digest in pairs])


def _named(models: Sequence[ResolvedModel]) -> Iterator[_Filler]:
    """Name models: by alias or the last part of their id, `model` in a folder; no name twice."""
    from privtool.models.catalog import IN_A_FOLDER, name_to_show

    used: dict[str, int] = {"prior": 1, _TUNED: 1}
    for model in models:
        shown = name_to_show(model.name)
        name = "model" if shown == IN_A_FOLDER else shown.rpartition("/")[2]
        used[name] = number = used.get(name, 0) + 1
        yield _Filler(name if number == 1 else f"{name}-{number}", model)
