"""The commands that the recipe for Vats 2023 prints for its targets, written out by hand."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

RECIPE = Path(__file__).resolve().parents[2] / "recipes" / "vats2023"


def vats_commands(target: str, *variables: str) -> list[str]:
    """The commands of a target of vats2023, without those that only remove folders."""
    make = ["make", "--dry-run", "-C", str(RECIPE), target, "DATA=d", "SPEECH=s", "RUN=r"]
    done = subprocess.run([*make, *variables], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    commands = re.findall(r"^(?!make|rm|.* run\.py ).+", done.stdout, re.MULTILINE)
    return [re.sub(r"\S*\.venv/bin/", "", command) for command in commands]


ADAPT = (
    "privtool lm-train -q --resume --init r/table5-wsj-small/generic --epochs {} --patience 1 "
    "--batch-tokens 1024 --learning-rate 1e-3 --valid d/wsj.valid.jsonl.gz "
    "--test test=d/wsj.test.jsonl.gz --seed 7 --out-dir r/table5-wsj-small/{}"
)
ADAPT_SAMPLES = ADAPT.replace("--patience 1 ", "--patience 1000 ")
GENERIC = [
    "zcat d/wiki.train.jsonl.gz | head -n 70000 > r/table5-wsj-small/generic.jsonl",
    "privtool vocab -q --top 20000 -o r/table5-wsj-small/vocab.tsv "
    "r/table5-wsj-small/generic.jsonl",
    "privtool lm-train --resume --size small --layers 2 --batch-tokens 1024 --learning-rate 1e-3 "
    "--vocab r/table5-wsj-small/vocab.tsv --epochs 1 --eval-every 200 "
    "--valid d/wiki.valid.jsonl.gz --out-dir r/table5-wsj-small/generic "
    "-o r/table5-wsj-small/generic.json r/table5-wsj-small/generic.jsonl",
]
RARE = "--rare r/table5-wsj-small/words.tsv"
DRAWN = f"--typed none {RARE} --seed 7"


def test_table2_of_vats():
    assert vats_commands("table2", "RECORDS=5", "CORPORA=swda wsj") == [
        "python table2.py --data d --run r --records 5 swda wsj"
    ]


def test_rows_of_a_word_list():
    folder = "r/table5-wsj-small"
    masked, row = f"{folder}/vocabThres.masked.jsonl", f"{folder}/7/vocabThres"
    variables = ("SEEDS=7", "METHODS=vocabThres", "FILLINGS=top1 topk-ft samples")
    assert vats_commands("table5", *variables) == [
        *GENERIC,
        f"{ADAPT.format(5, '7/oracle.lm')} -o {folder}/7/oracle.json d/wsj.train.jsonl.gz",
        f"privtool mask --method vocabThres -o {masked} d/wsj.train.jsonl.gz",
        f"{ADAPT.format(5, '7/vocabThres.baseline0.lm')} -o {row}.baseline0.json {masked}",
        f"{ADAPT.format(5, '7/vocabThres.baseline1.lm')} -o {row}.baseline1.json "
        f"--marker-loss ignore {masked}",
        f"privtool fill --paper --topk 1 -o {row}.top1.jsonl {masked}",
        f"{ADAPT.format(5, '7/vocabThres.top1.lm')} -o {row}.top1.json {row}.top1.jsonl",
        f"privtool fill-train --paper --on all --epochs 3 --seed 7 --resume --out-dir {row}.on-all "
        f"-o {row}.on-all.json {masked}",
        f"privtool fill --paper --seed 7 --model {row}.on-all -o {row}.topk-ft.jsonl {masked}",
        f"{ADAPT.format(5, '7/vocabThres.topk-ft.lm')} -o {row}.topk-ft.json {row}.topk-ft.jsonl",
        f"privtool vocab -q -o {folder}/words.tsv {folder}/generic.jsonl",
        f"privtool fill-train --merge --on masked --epochs 3 --seed 7 --resume "
        f"--out-dir {row}.on-masked -o {row}.on-masked.json {masked}",
        f"privtool fill {DRAWN} --samples 4 --model {row}.on-masked "
        f"-o {row}.samples.jsonl {masked}",
        f"{ADAPT_SAMPLES.format(2, '7/vocabThres.samples.lm')} -o {row}.samples.json "
        f"{row}.samples.jsonl",
        f"python table5.py {folder}",
    ]


def test_a_row_with_a_private_prior():
    folder = "r/table5-wsj-small"
    row, private = f"{folder}/7/entityTagger", f"{folder}/entityTagger.private.jsonl"
    release, labels = f"{folder}/entityTagger.prior-2.tsv", f"{folder}/entityTagger.labels.tsv"
    commands = vats_commands(
        "table5", "SEEDS=7", "METHODS=entityTagger", "FILLINGS=prior", "UNIT=doc", "EPSILON=2"
    )
    expected = [
        "privtool mask --method entityTagger --tagger mini-ner --annotate --keep=doc "
        f"-o {private} d/wsj.train.jsonl.gz",
        "privtool vocab --private --unit doc --epsilon 2 --words-per-unit 8 "
        f"--ledger {folder}/entityTagger.ledger -o {release} {private}",
        f"privtool vocab --labels -o {labels} {folder}/entityTagger.annotated.jsonl",
        f"privtool fill {RARE} --seed 7 --samples 4 --prior {release}:0.75 --public {labels} "
        f"--model {row}.entities -o {row}.prior.jsonl {folder}/entityTagger.masked.jsonl",
        f"{ADAPT_SAMPLES.format(2, '7/entityTagger.prior.lm')} -o {row}.prior.json "
        f"{row}.prior.jsonl",
    ]
    assert [command for command in commands if command in expected] == expected


def test_rows_of_phrases_and_classes():
    folder = "r/table5-wsj-small"
    row, labels = f"{folder}/7/entityTagger", f"{folder}/entityTagger.labels.tsv"
    private, classes = (
        f"{folder}/entityTagger.private.jsonl",
        f"{folder}/entityTagger.classes.jsonl",
    )
    surrogates, class_lm = f"{folder}/entityTagger.surrogates.jsonl", f"{row}.class-lm.lm"
    commands = vats_commands(
        "table5", "SEEDS=7", "METHODS=entityTagger", "FILLINGS=typed surrogates class-lm", "NEWS="
    )
    mask = "privtool mask --method entityTagger --tagger mini-ner"
    expected = [
        f"{mask} --annotate -o {private} d/wsj.train.jsonl.gz",
        f"privtool surrogate -o {surrogates} {private}",
        f"{ADAPT.format(5, '7/entityTagger.surrogates.lm')} -o {row}.surrogates.json {surrogates}",
        f"{mask} --marker=class -o {classes} d/wsj.train.jsonl.gz",
        f"privtool vocab --labels -o {labels} {folder}/entityTagger.annotated.jsonl",
        f"{ADAPT.format(5, '7/entityTagger.class-lm.lm')} -o {class_lm}.json {classes}",
        f"python class_lm.py -o {row}.class-lm.json {class_lm} {labels} d/wsj.test.jsonl.gz",
        f"privtool fill --typed labels --seed 7 --model {row}.entities -o {row}.typed.jsonl "
        f"{folder}/entityTagger.masked.jsonl",
        f"{ADAPT.format(5, '7/entityTagger.typed.lm')} -o {row}.typed.json {row}.typed.jsonl",
    ]
    assert sorted(set(expected) & set(commands)) == sorted(expected)


def test_rows_of_fill_without_options():
    folder = "r/table5-wsj-small"
    masked, row = f"{folder}/vocabThres.masked.jsonl", f"{folder}/7/vocabThres"
    release = f"{folder}/vocabThres.prior-4.tsv"
    variables = ("SEEDS=7", "METHODS=vocabThres", "NEWS=")
    commands = vats_commands("table5", *variables, "FILLINGS=default default-samples default-prior")
    four = "privtool fill --seed 7 --samples 4"
    expected = [
        f"privtool fill --seed 7 -o {row}.default.jsonl {masked}",
        f"{ADAPT.format(5, '7/vocabThres.default.lm')} -o {row}.default.json {row}.default.jsonl",
        f"{four} -o {row}.default-samples.jsonl {masked}",
        f"{four} --prior {release}:0.75 -o {row}.default-prior.jsonl {masked}",
        f"{ADAPT_SAMPLES.format(2, '7/vocabThres.default-prior.lm')} -o {row}.default-prior.json "
        f"{row}.default-prior.jsonl",
    ]
    assert sorted(set(expected) & set(commands)) == sorted(expected)
    assert not any("fill-train" in command for command in commands)


def test_word_lists_have_no_rows_of_classes():
    variables = ("SEEDS=7", "METHODS=vocabThres", "NEWS=", "FILLINGS=")
    assert vats_commands("table5", *variables, "FILLINGS=typed surrogates class-lm") == (
        vats_commands("table5", *variables)
    )


def test_the_first_records_of_a_corpus():
    folder = "r/table5-reddit-small"
    commands = vats_commands(
        "table5", "SEEDS=7", "METHODS=vocabThres", "FILLINGS=", "CORPUS=reddit", "TRAIN_RECORDS=9"
    )
    first = commands.index(f"zcat d/reddit.train.jsonl.gz | head -n 9 > {folder}/train.jsonl")
    masked = f"{folder}/vocabThres.masked.jsonl"
    assert f"privtool mask --method vocabThres -o {masked} {folder}/train.jsonl" in commands
    (oracle,) = (command for command in commands if "oracle.json" in command)
    assert oracle.endswith(f"-o {folder}/7/oracle.json {folder}/train.jsonl")
    assert commands.index(oracle) > first


def test_rows_with_public_text_of_the_same_kind():
    folder = "r/table5-wsj-small"
    row, beside = f"{folder}/7/entityTagger", f"{folder}/beside/7"
    masked, news = f"{folder}/entityTagger.masked.jsonl", f"{folder}/news.jsonl"
    annotated = f"{folder}/entityTagger.news-annotated.jsonl"
    commands = vats_commands("beside", "SEEDS=7", "NEWS=ap", "EPOCHS=9")
    assert commands[:3] == ["zcat d/ap.train.jsonl.gz | head -n 24000 > " + news, *GENERIC[:2]]
    assert commands[4:] == [
        f"{ADAPT.format(9, 'beside/7/oracle.lm')} -o {beside}/oracle.json "
        f"d/wsj.train.jsonl.gz {news}",
        f"privtool mask --method entityTagger --tagger mini-ner -o {masked} d/wsj.train.jsonl.gz",
        f"{ADAPT.format(9, 'beside/7/entityTagger.baseline0.lm')} "
        f"-o {beside}/entityTagger.baseline0.json {masked} {news}",
        f"{ADAPT.format(9, 'beside/7/entityTagger.baseline1.lm')} "
        f"-o {beside}/entityTagger.baseline1.json --marker-loss ignore {masked} {news}",
        f"privtool vocab -q -o {folder}/words.tsv {folder}/generic.jsonl",
        f"privtool mask --method entityTagger --tagger mini-ner --annotate -o {annotated} {news}",
        f"privtool fill-train --mask entities --epochs 2 --seed 7 --resume "
        f"--out-dir {row}.news-entities -o {row}.news-entities.json {annotated}",
        f"privtool fill {DRAWN} --model {row}.news-entities -o {row}.news-drawn.jsonl {masked}",
        f"{ADAPT.format(9, 'beside/7/entityTagger.drawn.lm')} "
        f"-o {beside}/entityTagger.drawn.json {row}.news-drawn.jsonl {news}",
        f"python table5.py {folder}/beside",
    ]


def test_the_paper_size_changes_training():
    commands = vats_commands("table5", "SIZE=paper", "METHODS=", "SEEDS=1")
    assert "head -n 100000000 > r/table5-wsj-paper/generic.jsonl" in commands[0]
    assert "--top 85000" in commands[1]
    assert "--resume --size paper --vocab" in commands[2]
    assert "--epochs 3 --patience 1 --learning-rate 3e-4 --valid" in commands[3]


def test_the_tiny_size_stops_no_run_early():
    commands = vats_commands("table5", "SIZE=tiny", "METHODS=", "SEEDS=1")
    assert "head -n 20000 > r/table5-wsj-tiny/generic.jsonl" in commands[0]
    assert "--size tiny --hidden 128 --heads 4 --batch-tokens 1024" in commands[2]
    assert "--epochs 6 --patience 1000 --batch-tokens 1024" in commands[3]


def test_an_unknown_size_is_refused():
    make = ["make", "--dry-run", "-C", str(RECIPE), "table5", "DATA=d", "SIZE=large"]
    done = subprocess.run(make, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "SIZE: large is not one of paper small tiny" in done.stderr


def test_a_rescored_row():
    commands = vats_commands("rescoring", "WEIGHTS=0,1", "ADAPT_EPOCHS=3")
    folder, evaluate = "r/rescoring", "privtool asr-eval -q --jobs 2 --bootstrap turn"
    assert len(commands) == 31
    for command in (
        f"sed -n '2~2p' s/manifest.jsonl > {folder}/b.said.jsonl",
        f"privtool mask -q --method allowList {folder}/b.said.jsonl | "
        f"privtool fill -q --paper -o {folder}/b.surrogates.jsonl",
        "privtool lm-train -q --resume --init r/table5-wsj-small/generic --epochs 3 "
        f"--out-dir {folder}/b.safe-lm -o {folder}/b.safe-lm.json {folder}/b.surrogates.jsonl",
        f"{evaluate} --audio-root s --fusion rescore --lm r/table5-wsj-small/generic "
        f"--lm-weight 0,1 --summary {folder}/b.curve.json -o /dev/null {folder}/b.said.jsonl",
        f"python rescoring.py --best {folder}/b.curve.json > {folder}/a.weight",
        f"{evaluate} --audio-root s --fusion rescore --lm {folder}/b.safe-lm "
        f"--lm-weight $(cat {folder}/a.weight) -o {folder}/a.filled.jsonl {folder}/a.said.jsonl",
        f"sed 's/,\"lm_weight\":[0-9.]*//' {folder}/a.filled.jsonl {folder}/b.filled.jsonl "
        f"> {folder}/filled.jsonl",
        f"{evaluate} --hyp-field hyp --against {folder}/generic.jsonl "
        f"--summary {folder}/filled.json -o /dev/null {folder}/filled.jsonl",
    ):
        assert command in commands
    assert commands[-1] == f"python rescoring.py {folder} {folder}/rescoring.md"
