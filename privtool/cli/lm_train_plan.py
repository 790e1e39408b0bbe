"""From the options of `privtool lm-train` to a trained model."""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool import __version__
from privtool.cli.clean_sets import clean_sets
from privtool.cli.read_sentences import Splitting, read_sentences
from privtool.core.device import check_device_name, choose_device
from privtool.core.errors import UnavailableError, UsageError
from privtool.core.output import check_new_folder, writing
from privtool.core.ranks import rank
from privtool.core.run import StreamOptions, for_this_rank
from privtool.text.word_list import read_vocabulary

if TYPE_CHECKING:
    from privtool.models.lm_data import TokenStore
    from privtool.models.lm_folder import LmFolder, LmTokens
    from privtool.models.lm_making import Texts
    from privtool.models.training import TrainSettings
    from privtool.models.work_folder import Place

_TOP = 85_000  # Vats 2023, section 4.2.1
_BPE = "bpe:"
_DROPOUT = 0.1
_RATE, _RATE_WITH_INIT = 5e-4, 1e-4
_NOT_IN_CARD = {"out", "init", "valid", "tests", "vocab", "device", "resume", "force"}


class LmTrainPlan(NamedTuple):
    """The options of `privtool lm-train`; None stands for what was not given."""

    out: Path
    init: Path | None
    valid: Path | None
    tests: tuple[str, ...]
    vocab: Path | None
    top: int | None
    tokens: str | None
    arch: str | None
    size: str | None
    layers: int | None
    heads: int | None
    hidden: int | None
    marker_loss: str
    epochs: int
    learning_rate: float | None
    warmup: float
    batch_tokens: int
    accumulate: int
    clip: float
    patience: int
    every: int | None
    average: int
    seed: int
    device: str
    dtype: str
    resume: bool
    force: bool

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        check_device_name(self.device)
        check_new_folder(self.out, self.force)
        if self.resume and self.force:
            raise UsageError("--resume goes on with a run and --force starts anew: give one")
        for name in ("learning_rate", "clip"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise UsageError(f"--{name.replace('_', '-')} must be a number over 0")
        self._check_tokens()
        if self.init is not None and (self.size or self.layers or self.heads or self.hidden):
            raise UsageError("--init has its own sizes: leave --size, --layers, ... away")
        clean_sets(self.valid, self.tests, stream.inputs)

    def run(self, stream: StreamOptions) -> None:
        """Read, train, measure, save and print the results."""
        from privtool.models.lm_making import check_texts, make_lm
        from privtool.models.work_folder import check_work

        started = time.perf_counter()
        stream = for_this_rank(stream)
        place = self._place()
        if rank() == 0:
            check_work(place)
        settings = self._settings(shows_progress=not stream.quiet and sys.stderr.isatty())
        given = self._given()
        splitting = self._splitting(given)
        store, rejected = read_sentences(stream, splitting)
        tokens = given.tokens if given else self._tokens(store)
        texts = self._texts(store, tokens, stream, splitting)
        check_texts(texts, tokens)
        model = given.model if given else self._new_model(tokens)
        card = {
            "model": "privtool lm-train",
            "version": __version__,
            "options": self._card_options(tokens, model, settings),
            "init": given is not None,
        }
        with writing(stream.output) as write:
            result = make_lm(
                place, model.train().to(settings.device), tokens, texts, settings,
                self.batch_tokens, self.marker_loss == "ignore", card,
            )  # fmt: skip
            write(json.dumps(result).encode() + b"\n")
        self._print_summary(stream, result, rejected, time.perf_counter() - started)

    def _check_tokens(self) -> None:
        pieces = self.tokens is not None and self.tokens.startswith(_BPE)
        if self.tokens not in (None, "words") and not pieces:
            raise UsageError("--tokens wants words or bpe:FILE")
        if pieces and not Path(str(self.tokens)[len(_BPE) :]).is_file():
            raise UsageError(f"--tokens {self.tokens}: no such file")
        vocabulary = self.vocab is not None or self.top is not None
        if pieces and vocabulary:
            raise UsageError("--vocab and --top belong to --tokens words")
        if self.init is not None and (vocabulary or self.tokens is not None):
            raise UsageError("--init has its own vocabulary: leave --vocab, --top, --tokens away")

    def _place(self) -> Place:
        from privtool.models.work_folder import Place

        return Place(self.out, self.force, self.resume)

    def _settings(self, shows_progress: bool) -> TrainSettings:
        from privtool.models.precision import trains_in_bfloat16
        from privtool.models.training import TrainSettings

        device = choose_device(self.device)
        native = trains_in_bfloat16(device)
        rate = _RATE if self.init is None else _RATE_WITH_INIT
        return TrainSettings(
            epochs=self.epochs,
            learning_rate=self.learning_rate or rate,
            warmup=self.warmup,
            accumulate=self.accumulate,
            clip=self.clip,
            patience=self.patience,
            every=self.every,
            average=self.average,
            seed=self.seed,
            device=device,
            bfloat16=self.dtype == "bf16" or (self.dtype == "auto" and native),
            progress="privtool lm-train" if shows_progress else None,
        )

    def _given(self) -> LmFolder | None:
        """The model to go on from. Raises `UsageError` for another kind than asked for."""
        if self.init is None:
            return None
        from privtool.models.lm_folder import load_lm, with_all_markers
        from privtool.models.lm_shapes import shape_of_model

        try:
            folder = load_lm(self.init)
        except UnavailableError as error:
            raise UsageError(f"--init: {error}") from None
        arch = shape_of_model(folder.model).arch
        if self.arch not in (None, arch):
            raise UsageError(f"--init {self.init} is of --arch {arch}, not {self.arch}")
        return with_all_markers(folder)

    def _splitting(self, given: LmFolder | None) -> Splitting:
        from privtool.models.lm_folder import PIECES

        if given is not None and self.init is not None:
            return Splitting(self.init / "tokenizer.json" if given.tokens.kind == PIECES else None)
        pieces = self.tokens is not None and self.tokens.startswith(_BPE)
        return Splitting(Path(str(self.tokens)[len(_BPE) :]) if pieces else None)

    def _tokens(self, store: TokenStore) -> LmTokens:
        """A new vocabulary: of pieces, of a file, or of the training text."""
        from privtool.models.lm_folder import piece_tokens, word_tokens
        from privtool.models.word_tokenizer import entries

        if self.tokens is not None and self.tokens.startswith(_BPE):
            return piece_tokens(Path(self.tokens[len(_BPE) :]))
        words = store.by_frequency()
        if self.vocab is not None:
            counted = sorted(read_vocabulary(self.vocab), key=lambda pair: (-pair[1], pair[0]))
            words = [word for word, _ in counted]
        return word_tokens(entries(words, self.top or _TOP))

    def _texts(
        self, store: TokenStore, tokens: LmTokens, stream: StreamOptions, splitting: Splitting
    ) -> Texts:
        from privtool.models.lm_making import Texts

        ids, unknown = tokens.ids, tokens.specials.unknown
        clean = {}
        for name, path in clean_sets(self.valid, self.tests, stream.inputs).items():
            options = stream._replace(
                inputs=(str(path),), rejects=None, rejects_raw=False, quiet=True
            )
            clean[name] = read_sentences(options, splitting)[0].corpus(ids, unknown)
        valid = clean.pop("valid", None) if self.valid is not None else None
        return Texts(store.corpus(ids, unknown), valid, clean)

    def _new_model(self, tokens: LmTokens) -> Any:
        from privtool.models.lm_shapes import TRANSFORMER, new_model, shape_of

        shape = shape_of(
            self.arch or TRANSFORMER, self.size or "small", self.layers, self.heads, self.hidden
        )
        end, padding, _ = tokens.specials
        return new_model(shape, len(tokens.ids), end, padding, _DROPOUT, self.seed)

    def _card_options(
        self, tokens: LmTokens, model: Any, settings: TrainSettings
    ) -> dict[str, Any]:
        """The options as they were used; names of files are left out, as they may tell names."""
        from privtool.models.lm_shapes import shape_of_model

        options = {k: v for k, v in self._asdict().items() if k not in _NOT_IN_CARD}
        shape = shape_of_model(model)
        return {
            **options,
            **shape._asdict(),
            "tokens": tokens.kind,
            "learning_rate": settings.learning_rate,
            "dtype": "bf16" if settings.bfloat16 else "fp32",
        }

    def _print_summary(
        self, stream: StreamOptions, result: dict[str, Any], rejected: int, seconds: float
    ) -> None:
        if stream.quiet:
            return
        train = result["train"]
        shown = [f"{train['records']:,} records", f"{train['words']:,} words"]
        shown.append(f"{result['steps']:,} steps")
        if stream.rejects is not None:
            shown.append(f"{rejected:,} rejected")
        print(f"{stream.command}: {', '.join(shown)}, {seconds:.1f} s", file=sys.stderr)
