"""The model behind `mini-ner`: the encoder of `mini`, an adapter, case shapes and a tagging head.

Words are those of BERT's pre-tokenizer (split at white space and around punctuation). A word has
the tag probabilities of its first piece.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from tagger_scores import UNSURE, TaggedSentence
from tagger_text import LABELS, Sentence
from transformers import BertForTokenClassification, BertTokenizerFast

from privtool.models.runtime.numerics import autocasting
from privtool.models.taggers.token_classifier import case_shapes

IGNORED = -100  # of the loss
SHAPES = 5
TAGS = ("O", *(f"{part}-{label.value}" for label in LABELS for part in "BI"))


def encode(
    text: str, tokenizer: BertTokenizerFast, max_length: int
) -> tuple[list[int], list[int], list[int | None], list[tuple[int, int]]]:
    """Return ids, case shapes and word indices of the pieces, and the spans of the words."""
    coded = tokenizer(text, truncation=True, max_length=max_length, return_offsets_mapping=True)
    words = coded.word_ids()
    spans: list[tuple[int, int]] = []
    for word, (start, end) in zip(words, coded["offset_mapping"], strict=True):
        if word == len(spans):
            spans.append((start, end))
        elif word is not None:
            spans[word] = (spans[word][0], end)
    shapes = case_shapes(text, spans)
    return coded["input_ids"], [0 if w is None else shapes[w] for w in words], words, spans


def first_pieces(words: list[int | None]) -> list[int]:
    """Return the position of the first piece of each word, from the word indices of the pieces."""
    before = [None, *words[:-1]]
    pairs = enumerate(zip(words, before, strict=True))
    return [position for position, (word, last) in pairs if word is not None and word != last]


def word_tags(sentence: Sentence, spans: list[tuple[int, int]]) -> list[int]:
    """Return the index of the BIO tag of each word, or `IGNORED`."""
    return [_tag_of(sentence, start, end) for start, end in spans]


def _tag_of(sentence: Sentence, start: int, end: int) -> int:
    name = next((n for n in sentence.names if n.start < end and start < n.end), None)
    if name is None:
        return 0
    if name.label is None:
        return IGNORED
    return TAGS.index(f"{'B' if start <= name.start else 'I'}-{name.label.value}")


def untrained_tagger(encoder: Path) -> BertForTokenClassification:
    """Return the encoder with a new head and case shape embeddings that all start as row 0."""
    model = BertForTokenClassification.from_pretrained(
        encoder,
        id2label=dict(enumerate(TAGS)),
        label2id={tag: number for number, tag in enumerate(TAGS)},
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        classifier_dropout=0.1,
        attn_implementation="eager",  # as in train_filler.py
    )
    old = model.bert.embeddings.token_type_embeddings.weight
    table = torch.nn.Embedding(SHAPES, old.shape[1])
    table.weight.data.copy_(old.data[:1].expand(SHAPES, -1))
    model.bert.embeddings.token_type_embeddings = table
    model.config.type_vocab_size = SHAPES
    return model


def adapted(model: BertForTokenClassification, rank: int) -> PeftModel:
    """Freeze all but the head, the case shapes and an adapter of `rank`."""
    config = LoraConfig(
        task_type="TOKEN_CLS",
        r=rank,
        lora_alpha=2 * rank,
        target_modules=["query", "key", "value", "dense"],
        modules_to_save=["classifier", "token_type_embeddings"],
    )
    return get_peft_model(model, config)


def continued(model: BertForTokenClassification, folder: Path) -> PeftModel:
    """Load the adapter of `save` to train it further: frozen is what `adapted` freezes."""
    return PeftModel.from_pretrained(model, folder, is_trainable=True)


def save(model: PeftModel, folder: Path, threshold: float) -> None:
    """Write the adapter, the head and the case shapes in half precision, and the config."""
    settings = model.peft_config["default"]
    settings.base_model_name_or_path, settings.inference_mode = "mini", True
    settings.target_modules = sorted(settings.target_modules)  # otherwise a set, without an order
    settings.modules_to_save = sorted(set(settings.modules_to_save))  # each load repeats some
    # By default peft asks the hub whether the embeddings differ from those of the base model.
    model.save_pretrained(folder, save_embedding_layers=False)
    (folder / "README.md").unlink(missing_ok=True)
    weights = load_file(folder / "adapter_model.safetensors")
    halves = {name: weight.half().contiguous() for name, weight in weights.items()}
    save_file(halves, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    config = model.get_base_model().config.to_diff_dict()
    config.pop("_name_or_path", None)
    config |= {"architectures": ["BertForTokenClassification"], "threshold": threshold}
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")


def average(start: Path, folder: Path, share: float) -> None:
    """Replace the adapter in `folder` by the mean with the one it was continued from.

    `share` is the weight of the new one. The mean keeps most of what both know. Source: Wortsman et
    al. 2022, WiSE-FT.
    """
    old, new = (load_file(f / "adapter_model.safetensors") for f in (start, folder))
    mean = {name: torch.lerp(old[name].float(), new[name].float(), share) for name in new}
    halves = {name: weight.half().contiguous() for name, weight in mean.items()}
    save_file(halves, folder / "adapter_model.safetensors", metadata={"format": "pt"})


def set_threshold(folder: Path, threshold: float) -> None:
    """Change the default threshold of a saved tagger."""
    file = folder / "config.json"
    config = json.loads(file.read_text(encoding="utf-8")) | {"threshold": threshold}
    file.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")


def load(encoder: Path, folder: Path) -> BertForTokenClassification:
    """Load the tagger of `save`, with the adapter merged into the encoder."""
    model = PeftModel.from_pretrained(untrained_tagger(encoder), folder)
    return model.merge_and_unload().eval()


@torch.inference_mode()
def tag(
    model: torch.nn.Module, sentences: list[Sentence], tokenizer: BertTokenizerFast
) -> list[TaggedSentence]:
    """Return the words of sentences with gold tags and predicted tag probabilities."""
    coded = [encode(sentence.text, tokenizer, 512) for sentence in sentences]
    order = sorted(range(len(coded)), key=lambda n: len(coded[n][0]))
    tagged: dict[int, TaggedSentence] = {}
    for start in range(0, len(order), 64):
        batch = order[start : start + 64]
        rows = [{"input_ids": coded[n][0], "token_type_ids": coded[n][1]} for n in batch]
        inputs = tokenizer.pad(rows, return_tensors="pt")
        with autocasting(model):
            probabilities = model(**inputs).logits.float().softmax(-1)
        for row, n in zip(probabilities, batch, strict=True):
            _, _, words, spans = coded[n]
            tagged[n] = TaggedSentence(
                words=[sentences[n].text[a:b] for a, b in spans],
                gold=[UNSURE if t == IGNORED else TAGS[t] for t in word_tags(sentences[n], spans)],
                probabilities=row[first_pieces(words)].numpy(),
            )
    return [tagged[n] for n in range(len(sentences))]
