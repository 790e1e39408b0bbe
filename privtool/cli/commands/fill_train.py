"""`privtool fill-train`."""

from __future__ import annotations

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.fill_train import FillTrainConfig


@streaming
def fill_train(stream: StreamOptions, config: FillTrainConfig) -> None:
    """Fine-tune the model of fill on a text.

    Reads records, masked or not; whole words are masked and the model learns to predict them.
    Markers are filled first, as privtool fill does with the same options. Writes a model folder
    for fill --model, or with --lora an adapter for fill --adapter. Prints one JSON line with the
    scores on --valid, counts and options. Checkpoints are kept in DIR.part until training is done.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill-train --out-dir t/ --epochs 1
      privtool mask raw.jsonl | privtool fill-train --out-dir a/ --lora --on filled --epochs 1
      head raw.jsonl | privtool fill-train --out-dir u/ --epochs 1 --valid <(tail -n 9 raw.jsonl)
      privtool mask --annotate raw.jsonl > n.jsonl
      privtool fill-train --out-dir n --mask entities --epochs 1 n.jsonl
    """
    config.run(stream)
