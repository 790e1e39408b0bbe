"""Which recogniser is trained, over which tokens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool.core.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from privtool.models.asr_folder import AsrFolder
    from privtool.models.asr_index import TurnStore
    from privtool.models.asr_tokens import AsrTokens
    from privtool.models.transducer import Transducer
    from privtool.models.transducer_shapes import TransducerShape

_PRESET = "conformer-small"
_TOKENS, _KIND = 1024, "unigram"  # Flechl 2022, section 4.2
_CTC_WEIGHT = 0.3


class AsrChoices(NamedTuple):
    """The options that say what a recogniser is; None stands for what was not given."""

    init: Path | None
    preset: str | None
    layers: int | None
    features: str | None
    dropout: float | None
    tokens: int | None
    token_kind: str | None
    roles: tuple[str, ...]
    punctuation: bool | None
    ctc_weight: float | None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        from privtool.models.asr_tokens import check_roles

        own = {
            "--preset": self.preset,
            "--layers": self.layers,
            "--features": self.features,
            "--dropout": self.dropout,
            "--tokens": self.tokens,
            "--token-kind": self.token_kind,
            "--roles": self.roles or None,
            "--punctuation": self.punctuation,
        }
        given = [name for name, value in own.items() if value is not None]
        if self.init is not None and given:
            raise UsageError(f"--init has its own sizes and tokens: leave {given[0]} away")
        check_roles(self.roles)

    def given(self) -> AsrFolder | None:
        """The model to go on from. Raises `UsageError` for a folder that holds none."""
        if self.init is None:
            return None
        from privtool.models.asr_folder import load_asr

        try:
            folder = load_asr(self.init)
        except UnavailableError as error:
            raise UsageError(f"--init: {error}") from None
        if self.ctc_weight and folder.model.ctc is None:
            raise UsageError("--init is a model without CTC: leave --ctc-weight away")
        if self.ctc_weight == 0:
            folder.model.ctc = None  # processes of torchrun wait for gradients of all that is there
        return folder

    @property
    def has_punctuation(self) -> bool:
        """Whether the targets of a new model have punctuation."""
        return self.punctuation is not False

    def weight_of_ctc(self, given: AsrFolder | None) -> float:
        """What CTC weighs in the loss: by default something where the model has a layer for it."""
        if self.ctc_weight is not None:
            return self.ctc_weight
        return 0.0 if given is not None and given.model.ctc is None else _CTC_WEIGHT

    def shape(self, given: AsrFolder | None) -> TransducerShape:
        """The shape of the given or a new model; it has a layer for CTC if that has weight."""
        from privtool.models.transducer_shapes import SHAPES

        changes: dict[str, Any] = {"ctc": self.weight_of_ctc(given) > 0}
        if given is not None:
            return given.shape._replace(**changes)
        shape = SHAPES[self.preset or _PRESET]
        if self.layers is not None:
            changes["layers"] = self.layers
        if self.dropout is not None:
            changes["dropout"] = self.dropout
        if self.features is not None:
            changes["features"] = shape.features._replace(kind=self.features)
        return shape._replace(**changes)

    def new_tokens(self, store: TurnStore, seed: int, say: Callable[[str], None]) -> AsrTokens:
        """Tokens found in the training text. Raises what `asr_tokens.new_tokens` raises."""
        from privtool.models.asr_tokens import new_tokens

        wanted, kind = self.tokens or _TOKENS, self.token_kind or _KIND
        made = new_tokens(store.texts(), kind, wanted, self.roles, self.has_punctuation, seed)
        pieces = made.count - len(self.roles)
        if pieces < wanted and kind != "char":
            say(f"the text has only {pieces:,} pieces: that is what --tokens {wanted} comes to")
        return made

    def new_model(self, shape: TransducerShape, tokens: AsrTokens, seed: int) -> Transducer:
        """A model with random weights."""
        from privtool.models.transducer_shapes import new_transducer

        return new_transducer(shape, tokens.count, seed % (1 << 32))

    def card(self, given: AsrFolder | None) -> dict[str, Any]:
        """The options as they were used; of a model that is gone on from, its own."""
        if given is not None:
            known = given.card["options"]
            names = ("preset", "token_kind", "roles", "punctuation")
            chosen = {name: known[name] for name in names}
        else:
            chosen = {
                "preset": self.preset or _PRESET,
                "token_kind": self.token_kind or _KIND,
                "roles": list(self.roles),
                "punctuation": self.has_punctuation,
            }
        return {**chosen, "ctc_weight": self.weight_of_ctc(given)}
