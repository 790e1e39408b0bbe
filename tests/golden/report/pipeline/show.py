"""Print what the pipeline made, as far as it must be the same on every machine.

Audio and what is measured on it are: numpy's other instruction sets give the same samples. Figures
of the trained model are not, since torch adds in an order that depends on the processor, and
training amplifies the last bits. They are checked for their range here, and printed as #.
"""

import hashlib
import html
import json
import math
from pathlib import Path

import soundfile


def load(name):
    return json.loads(Path(name).read_text(encoding="utf-8"))


def without_floats(value):
    if isinstance(value, dict):
        return {key: without_floats(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_floats(each) for each in value]
    return "#" if isinstance(value, float) else value


def title(name):
    print(f"\n==> {name} <==")


title("samples")
for line in Path("safe.jsonl").read_text(encoding="utf-8").splitlines():
    record = json.loads(line)
    samples, rate = soundfile.read(record["audio_filepath"], dtype="int16")
    assert len(samples) == round(record["duration"] * rate)
    print(record["id"], rate, len(samples), hashlib.sha256(samples.tobytes()).hexdigest())

title("train.json")
trained = load("train.json")
first, last = (epoch["loss"] for epoch in trained["history"])
assert 0 < last < first < math.inf
print(json.dumps({**without_floats(trained), "version": "#"}))

title("eval-trained.json")
scored = load("eval-trained.json")
counts = scored["counts"]
spoken = sum(counts.get(name, 0) for name in ("hits", "substitutions", "deletions"))
assert spoken == counts["words"] > 0
assert 0 <= scored["scores"]["wer"]["value"] < 2
heard = Path("heard-trained.jsonl").read_text(encoding="utf-8").splitlines()
assert len(heard) == counts["turns"]
print(sorted(scored["scores"]), counts["turns"], counts["words"])

title("tables.json")
page = Path("report.html").read_text(encoding="utf-8")
for name, section in load("tables.json")["sections"].items():
    print(name)
    assert html.escape(section["title"]) in page
    for table in section["tables"]:
        assert html.escape(table["caption"]) in page
        if name == "provenance" or table["caption"] == "What the figures mean":
            continue  # times and versions; the same words for all data
        print("", table["caption"], " | ".join(table["columns"]), sep="\n")
        for row in table["rows"]:
            shown = without_floats(row) if "trained" in row else row
            print(" | ".join(str(cell) for cell in shown))
print(page.count("<img"), "pictures;", page.count("<script"), "scripts")
