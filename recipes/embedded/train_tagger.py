"""Train `mini-ner`, the embedded name tagger: a LoRA adapter on the frozen encoder of `mini`.

Trained are an adapter on all linear layers of the encoder, token type embeddings for the case shape
of a piece's word (the vocabulary is uncased), and a linear head over the BIO tags of PERSON,
LOCATION, ORGANIZATION and MISC. The result is one adapter folder in peft's format, with a
`config.json` that also holds the default threshold.

A word is private when its probability of any tag but `O` reaches the threshold, which is chosen on
held-out text. Training resumes from the last checkpoint in `--out-dir`, if any. With `--without` it
leaves kinds of text out and scores on these alone: the estimate for text of a new kind.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import torch
from tagger_corpora import TaggerCorpora, read_corpora
from tagger_model import (
    IGNORED,
    TAGS,
    adapted,
    average,
    continued,
    encode,
    first_pieces,
    load,
    save,
    set_threshold,
    tag,
    untrained_tagger,
    word_tags,
)
from tagger_scores import choose_threshold, masking, measures
from tagger_text import VIEWS, Sentence, Variation, read_sentences
from torch.utils.data import Dataset
from training_options import resumed, training_arguments
from transformers import (
    BertTokenizerFast,
    DataCollatorForTokenClassification,
    Trainer,
)

CASES = ("written", "lower", "spoken")


class TaggedLines(Dataset[dict[str, list[int]]]):
    """Sentences in a variation that is drawn at each access."""

    def __init__(
        self,
        sentences: list[Sentence],
        tokenizer: BertTokenizerFast,
        vary: Variation,
        hidden: float,
    ) -> None:
        self.sentences, self.tokenizer, self.vary, self.hidden = sentences, tokenizer, vary, hidden

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, index: int) -> dict[str, list[int]]:
        sentence = self.vary(self.sentences[index])
        ids, shapes, words, spans = encode(sentence.text, self.tokenizer, 128)
        # A masked word can only be tagged by its context, as an unseen name.
        draw = self.vary.rng.random
        hidden = {word for word in range(len(spans)) if draw() < self.hidden}
        mask = self.tokenizer.mask_token_id
        ids = [mask if word in hidden else piece for piece, word in zip(ids, words, strict=True)]
        labels = [IGNORED] * len(ids)
        for piece, tag_id in zip(first_pieces(words), word_tags(sentence, spans), strict=True):
            labels[piece] = tag_id
        return {"input_ids": ids, "token_type_ids": shapes, "labels": labels}


def in_view(view: str, sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences in one of `VIEWS`."""
    return [Sentence(VIEWS[view](s.text), s.names, s.document) for s in sentences]


def evaluate(
    model: torch.nn.Module, data: Path, tokenizer: BertTokenizerFast, threshold: float
) -> None:
    """Print a JSON line of scores for each validation set and view."""
    for corpus, views in (("conll2003", VIEWS), ("wnut17", CASES)):
        sentences = read_sentences(data / "ner" / f"{corpus}.valid.jsonl.gz")
        for view in views:
            scores = measures(tag(model, in_view(view, sentences), tokenizer), TAGS, threshold)
            print(json.dumps({"set": f"{corpus}.valid", "view": view, **scores}), flush=True)


def evaluate_left_out(
    model: torch.nn.Module,
    left_out: dict[str, list[Sentence]],
    tokenizer: BertTokenizerFast,
    threshold: float,
) -> None:
    """Print a JSON line of scores for each kind that was not trained on, and view."""
    for kind, sentences in left_out.items():
        for view in CASES:
            scores = masking(tag(model, in_view(view, sentences), tokenizer), threshold)
            print(json.dumps({"left_out": kind, "view": view, **scores}), flush=True)


def parsed_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ner/ and text/")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the masked LM")
    parser.add_argument("--out-dir", type=Path, required=True)
    parser.add_argument("--labeled", type=Path, help="lines of label_talk.py")
    parser.add_argument("--without", nargs="*", default=[], help="kinds of text to leave out")
    parser.add_argument("--start", type=Path, help="folder of an earlier tagger to train further")
    parser.add_argument("--share", type=float, default=0.5, help="of the new in the mean")
    parser.add_argument("--beside", type=Path, help="folder of another tagger for the mean")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=float, default=3.0)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--dialogues", type=int, default=2500, help="lines of sgd")
    parser.add_argument("--talk", type=int, default=16_000, help="generated texts")
    parser.add_argument("--written", type=int, default=3, help="copies of the written lines")
    parser.add_argument("--hidden", type=float, default=0.04, help="fraction of words masked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-steps", type=int, default=-1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args(arguments)


def main() -> None:
    """Train, choose the threshold, write the folder and print the scores."""
    options = parsed_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)
    tokenizer = BertTokenizerFast.from_pretrained(options.encoder)
    corpora = read_corpora(options, rng)
    vary = Variation(corpora.sources, rng)
    model = untrained_tagger(options.encoder)
    model = continued(model, options.start) if options.start else adapted(model, options.rank)
    trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
    print(
        json.dumps({"sentences": len(corpora.train), "learned_parameters": trainable}), flush=True
    )
    trainer = Trainer(
        model=model,
        args=training_arguments(options, num_train_epochs=options.epochs),
        train_dataset=TaggedLines(corpora.train, tokenizer, vary, options.hidden),
        data_collator=DataCollatorForTokenClassification(tokenizer),
    )
    resumed(trainer)

    save(model, options.out_dir, threshold=0.5)
    if options.start:
        average(options.start, options.out_dir, options.share)
    if options.beside:
        average(options.beside, options.out_dir, 0.5)
    merged = load(options.encoder, options.out_dir)
    threshold = choose(merged, corpora, tokenizer)
    set_threshold(options.out_dir, threshold)
    if corpora.left_out:
        evaluate_left_out(merged, corpora.left_out, tokenizer, threshold)
    else:
        evaluate(merged, options.data, tokenizer, threshold)


def choose(model: torch.nn.Module, corpora: TaggerCorpora, tokenizer: BertTokenizerFast) -> float:
    """Choose the threshold on held-out text; print it with its scores there."""
    tagged = {
        (corpus, view): tag(model, in_view(view, sentences), tokenizer)
        for corpus, sentences in corpora.held_out.items()
        for view in CASES
    }
    threshold, recalls = choose_threshold(tagged)
    over = {
        " ".join(key): masking(words, threshold)["over_masking"] for key, words in tagged.items()
    }
    print(json.dumps({"threshold": threshold, "recall": recalls, "over_masking": over}), flush=True)
    return threshold


if __name__ == "__main__":
    main()
