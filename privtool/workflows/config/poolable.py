"""Results whose intervals can be added up later, and the secret key that they need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.workflows.config.fields import MakeKey, read_key

if TYPE_CHECKING:
    from privtool.text.scoring.bootstrap import Resampling
    from privtool.text.surrogates.prf import Key


@dataclass(frozen=True, kw_only=True)
class PoolableOptions:
    """Whether a result keeps the sums of its bootstrap samples, and the key of their weights.

    Without a secret, anyone could draw the weights of a name and see in the sums whether it is in
    the corpus.
    """

    poolable: Annotated[
        bool,
        Opt("Store what --pool needs for intervals; needs --key-file, the same for all parts."),
    ] = False
    key_file: Annotated[
        Path | None,
        Opt("Secret key for the bootstrap samples, readable only by its owner.", "FILE"),
    ] = None
    make_key: MakeKey = False

    def check(self) -> None:
        """Raise `UsageError` for one without the other."""
        if self.poolable and self.key_file is None:
            raise UsageError(
                f"{option('poolable')} needs {option('key_file')} FILE: without a secret, its "
                "result would confirm guesses of who is in the corpus"
            )
        if self.make_key and self.key_file is None:
            raise UsageError(f"{option('make_key')} needs {option('key_file')} FILE")
        if self.key_file is not None and not self.poolable:
            raise UsageError(f"{option('key_file')} needs {option('poolable')}")

    def resampling(self, samples: int, seed: int) -> Resampling:
        """Return how intervals are drawn. Raise `UsageError` for a file that cannot be a key."""
        from privtool.text.scoring.bootstrap import Resampling

        return Resampling(samples, seed, self._key)

    @cached_property  # a pipe such as <(pass show key) is read once
    def _key(self) -> Key | None:
        return None if self.key_file is None else read_key(self.key_file, self.make_key)
