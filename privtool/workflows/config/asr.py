"""Which recognizer `asr-train` trains, over which tokens: options, model, tokens and card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from privtool import __version__
from privtool.core.blocks import Counts
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.options import Default, Opt, changed_options

if TYPE_CHECKING:
    from privtool.models.asr.checkpoint import LoadedAsr
    from privtool.models.asr.tokenizer import AsrTokens
    from privtool.models.asr.training.index import TurnStore
    from privtool.models.asr.transducer.model import TransducerShape

RATE = Default(1e-3, "with --init", 2e-4)
PRESET = Default("conformer-small")
TOKENS = Default(1024)  # Flechl 2022, section 4.2
TOKEN_KIND = Default("unigram")
CTC_WEIGHT = Default(0.3)


@dataclass(frozen=True, kw_only=True)
class AsrOptions:
    """The model and its tokens; None stands for a default that depends on other options."""

    init: Annotated[
        Path | None, Opt("Initialize from a model of asr-train, with its tokens.", "DIR")
    ] = None
    preset: Annotated[
        Literal[
            "conformer-tiny",
            "conformer-small",
            "conformer-paper",
            "emformer-tiny",
            "emformer-small",
            "emformer-paper",
        ]
        | None,
        Opt(
            "conformer or emformer, then -tiny, -small, or -paper for the papers' sizes.",
            "NAME",
            default=PRESET,
        ),
    ] = None
    tokens: Annotated[
        int | None, Opt("Vocabulary size: word pieces to learn.", min=2, default=TOKENS)
    ] = None
    token_kind: Annotated[
        Literal["unigram", "char"] | None,
        Opt("Word pieces or characters; char is for small corpora.", default=TOKEN_KIND),
    ] = None
    roles: Annotated[
        str | None, Opt("Speaker roles that get a token each, such as doctor,patient.", "NAMES")
    ] = None
    punctuation: Annotated[
        bool | None,
        Opt("Train on the unchanged text, or on its words in lower case.", default="unchanged"),
    ] = None
    ctc_weight: Annotated[
        float | None, Opt("Weight of an auxiliary CTC loss.", min=0, max=10, default=CTC_WEIGHT)
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        from privtool.models.asr.roles import check_roles

        given = [name for name in changed_options(self) if name not in ("init", "ctc_weight")]
        if self.init is not None and given:
            raise UsageError(
                f"{option('init')} has its own size and tokens: remove {option(given[0])}"
            )
        check_roles(self.role_names)

    @property
    def role_names(self) -> tuple[str, ...]:
        """The speakers of a new model that get a token each."""
        return tuple(self.roles.split(",")) if self.roles else ()

    @property
    def has_punctuation(self) -> bool:
        """Whether the targets of a new model have punctuation."""
        return self.punctuation is not False


class AsrStart(NamedTuple):
    """What a training starts from: options, and the model of `init` if there is one."""

    options: AsrOptions
    initial: LoadedAsr | None

    @classmethod
    def load(cls, options: AsrOptions) -> AsrStart:
        """Load the model of `init`. Raises `UsageError` for a folder that holds none."""
        if options.init is None:
            return cls(options, None)
        from privtool.models.asr.checkpoint import load_asr

        init = option("init")
        try:
            folder = load_asr(options.init)
        except UnavailableError as error:
            raise UsageError(f"{init}: {error.message}") from None
        if options.ctc_weight and folder.model.ctc is None:
            raise UsageError(f"{init} is a model without CTC: remove {option('ctc_weight')}")
        if options.ctc_weight == 0:
            folder.model.ctc = None  # under torchrun, every layer must get gradients
        return cls(options, folder)

    @property
    def ctc_weight(self) -> float:
        """The weight of the CTC loss, by default 0 for a model without a CTC layer."""
        if self.options.ctc_weight is not None:
            return self.options.ctc_weight
        without = self.initial is not None and self.initial.model.ctc is None
        return 0.0 if without else CTC_WEIGHT.of()

    @property
    def shape(self) -> TransducerShape:
        """The shape of the initial or a new model, with a CTC layer if its loss counts."""
        from privtool.models.asr.checkpoint import SHAPES

        known = self.initial and self.initial.shape
        shape = known or SHAPES[self.options.preset or PRESET.of()]
        return shape._replace(ctc=self.ctc_weight > 0)

    @property
    def roles(self) -> tuple[str, ...]:
        """The speakers that have a token each."""
        return self.options.role_names if self.initial is None else self.initial.tokens.roles

    def tokens(self, store: TurnStore, seed: int, say: Callable[[str], None]) -> AsrTokens:
        """Return the tokens: initial, or learned from the training text by `new_tokens`."""
        from privtool.models.asr.tokenizer import new_tokens

        if self.initial is not None:
            return self.initial.tokens
        options, roles = self.options, self.roles
        wanted, kind = options.tokens or TOKENS.of(), options.token_kind or TOKEN_KIND.of()
        tokens = new_tokens(store.texts(), kind, wanted, roles, options.has_punctuation, seed)
        pieces = tokens.count - len(roles)
        if pieces < wanted and kind != "char":
            say(f"the text has only {pieces:,} pieces, fewer than {option('tokens')} {wanted}")
        return tokens

    def model(self, tokens: AsrTokens, seed: int) -> Any:
        """Return the initial model, or one with random weights."""
        from privtool.models.asr.checkpoint import new_transducer

        if self.initial is not None:
            return self.initial.model
        return new_transducer(self.shape, tokens.count, seed % (1 << 32))

    def card(self, counts: Counts, **more: Any) -> dict[str, Any]:
        """Return the card of a run: options as used, without names of files (may be private)."""
        from privtool.models.runtime.numerics import fingerprint

        options, initial = self.options, self.initial
        chosen = {
            "preset": options.preset or PRESET.of(),
            "token_kind": options.token_kind or TOKEN_KIND.of(),
            "roles": list(options.role_names),
            "punctuation": options.has_punctuation,
        }
        if initial is not None:
            chosen = {name: initial.card["options"][name] for name in chosen}
        return {
            "model": "privtool asr-train",
            "version": __version__,
            "options": {**chosen, "ctc_weight": self.ctc_weight, **more},
            "init": None if initial is None else fingerprint(initial.model),
            "records": {name: counts[name] for name in ("records", "dropped", "empty", "blanks")},
        }
