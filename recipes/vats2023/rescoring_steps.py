"""Target of word error rates: a language model reranks what pocketsphinx offers for each clip.

The clips are split in half. The generic model of table5 is adapted to the texts of one half, raw or
masked and filled, and evaluated on the clips of the other, and vice versa. The weight of a language
model is the best one, with the generic model, on the half that is not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generic_lm import generic_steps
from runner import Command, Step, Target, TextOf
from settings import PYTHON, Settings, script

# Each is compared with the second one.
COMPARED = {"generic": "none", "adapted": "generic", "filled": "generic"}
# The language model of a row, adapted to which texts of the other half.
ADAPTED = {"adapted": ("lm", "said"), "filled": ("safe-lm", "surrogates")}


class Rescoring:
    """Files of the rescoring folder and the steps that write them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.privtool = settings["PRIVTOOL"]
        self.folder = settings.path("HEARD")
        self.generic = settings.path("TABLE") / "generic"
        self.evaluate: Command = (
            *(self.privtool, "asr-eval", "-q", "--jobs", "2", "--bootstrap", "turn"),
        )
        self.recognize = (*self.evaluate, "--audio-root", settings.path("SPEECH"))

    def target(self) -> Target:
        """Return the target."""
        files = [self.folder / f"{name}.json" for name in COMPARED]
        command = (PYTHON, script("rescoring.py"), self.folder, self.folder / "rescoring.md")
        return Target(files, self._steps(), command)

    def _steps(self) -> Iterator[Step]:
        yield from generic_steps(self.settings)
        manifest = self.settings.path("SPEECH") / "manifest.jsonl"
        for half, other, lines in (("a", "b", "1~2p"), ("b", "a", "2~2p")):
            pick = ("sed", "-n", lines, manifest)
            yield Step(self._file(half, "said.jsonl"), [], [[pick]], capture=True)
            yield from self._training(half)
            yield from self._hypotheses(half, other)
        for name in ("none", *COMPARED):
            yield self._both_halves(name)
        for name, baseline in COMPARED.items():
            yield self._comparison(name, baseline)

    def _file(self, half: str, name: str) -> Path:
        return self.folder / f"{half}.{name}"

    def _training(self, half: str) -> Iterator[Step]:
        said, surrogates = self._file(half, "said.jsonl"), self._file(half, "surrogates.jsonl")
        mask = (self.privtool, "mask", "-q", "--method", "allowList", said)
        fill = (self.privtool, "fill", "-q", "--paper", "-o", surrogates)
        yield Step(surrogates, [said], [[mask, fill]])
        for name, source in ADAPTED.values():
            model, text = self._file(half, name), self._file(half, f"{source}.jsonl")
            train: Command = (
                *(self.privtool, "lm-train", "-q", "--resume", "--init", self.generic),
                *("--epochs", self.settings["ADAPT_EPOCHS"]),
                *("--out-dir", model, "-o", f"{model}.json", text),
            )
            inputs = [text, self.generic / "privtool.json"]
            yield Step(model / "privtool.json", inputs, [[("rm", "-rf", model)], [train]])

    def _hypotheses(self, half: str, other: str) -> Iterator[Step]:
        said, weight = self._file(half, "said.jsonl"), self._file(half, "weight")
        curve, best = self._file(half, "curve.json"), self._file(other, "curve.json")
        weights = ("--lm-weight", self.settings["WEIGHTS"])
        summary = ("--summary", curve, "-o", "/dev/null", said)
        command: Command = (*self.recognize, "--lm", self.generic, *weights, *summary)
        yield Step(curve, [said, self.generic / "privtool.json"], [[command]])
        choose = (PYTHON, script("rescoring.py"), "--best", best)
        yield Step(weight, [best], [[choose]], capture=True)
        none = self._file(half, "none.jsonl")
        yield Step(none, [said], [[(*self.recognize, "-o", none, said)]])
        models = {"generic": self.generic}
        models |= {name: self._file(other, model) for name, (model, _) in ADAPTED.items()}
        for name, model in models.items():
            output = self._file(half, f"{name}.jsonl")
            options = ("--lm", model, "--lm-weight", TextOf(weight), "-o", output, said)
            inputs = [said, weight, model / "privtool.json"]
            yield Step(output, inputs, [[(*self.recognize, *options)]])

    def _both_halves(self, name: str) -> Step:
        """Join the halves, which are scored as one even where their weights differ."""
        halves = [self._file(half, f"{name}.jsonl") for half in ("a", "b")]
        join = ("sed", 's/,"lm_weight":[0-9.]*//', *halves)
        return Step(self.folder / f"{name}.jsonl", halves, [[join]], capture=True)

    def _comparison(self, name: str, baseline: str) -> Step:
        hypotheses, against = (self.folder / f"{one}.jsonl" for one in (name, baseline))
        output = self.folder / f"{name}.json"
        options = ("--hyp-field", "hyp", "--against", against, "--summary", output)
        command: Command = (*self.evaluate, *options, "-o", "/dev/null", hypotheses)
        return Step(output, [hypotheses, against], [[command]])
