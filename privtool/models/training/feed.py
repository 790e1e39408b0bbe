"""The batches of a process: in which order, loaded ahead, and which of them are repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch.utils.data import DataLoader

from privtool.core.distributed import rank, ranks
from privtool.core.ending import end_if_begun
from privtool.core.errors import PrivtoolError, option
from privtool.models.training.objectives import IGNORED, Batch, Batches, targets_of
from privtool.models.training.settings import TrainSettings


class Planned(NamedTuple):
    """A batch of a step, by its number; a repeat has no loss."""

    number: int
    repeat: bool = False


def plans_of(batches: int, epoch: int, settings: TrainSettings) -> list[list[Planned]]:
    """Return which batches of an epoch each step takes in this process, in a keyed order.

    Processes take turns. All of them have equally many batches: some are repeats.
    """
    seed = torch.Generator().manual_seed((settings.seed + epoch) % (1 << 63))
    order = torch.randperm(batches, generator=seed).tolist()
    plans, size = [], settings.batches_per_step
    for start in range(0, len(order), size):
        step = [Planned(number) for number in order[start : start + size]]
        step += [Planned(step[0].number, repeat=True)] * (-len(step) % ranks())
        plans.append(step[rank() :: ranks()])
    return plans


class Feed:
    """Gives the batches of steps in turn, which worker processes load ahead, if there are any."""

    def __init__(
        self, batches: Batches, plans: list[list[Planned]], settings: TrainSettings
    ) -> None:
        loader: Any = DataLoader(
            batches,  # type: ignore[arg-type]
            sampler=[planned.number for plan in plans for planned in plan],
            batch_size=None,
            collate_fn=_as_it_is,
            num_workers=settings.workers,
            pin_memory=settings.device.type == "cuda",
            generator=torch.Generator(),  # the numbers of the model's dropout do not depend on it
        )
        self._loaded: Iterator[Any] = iter(loader)

    def take(self, plan: list[Planned]) -> list[Batch]:
        """Return the batches of a plan; raise `PrivtoolError` if a worker died."""
        return list(map(self._batch, plan))

    def _batch(self, planned: Planned) -> Batch:
        try:
            batch: Batch = next(self._loaded)
        except RuntimeError as error:
            if str(error).startswith("DataLoader worker"):
                end_if_begun()  # they got the signal, too
                raise PrivtoolError(
                    "a process that reads audio died (out of memory?); try fewer "
                    f"{option('workers')}"
                ) from None
            raise
        if planned.repeat:
            batch = {**batch, "labels": torch.full_like(batch["labels"], IGNORED)}
        return {**batch, "targets": targets_of(batch)} if "labels" in batch else batch


def _as_it_is(batch: Any) -> Any:
    return batch
