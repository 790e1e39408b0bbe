"""The commands of `make safe-corpus`, in order."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "recipes/safe_corpus"


def planned(*variables):
    make = ["make", "--dry-run", "-C", str(RECIPE), "PRIVTOOL=privtool", *variables]
    return subprocess.run(make, capture_output=True, text=True, check=False)


def commands_of(data, *variables):
    done = planned(f"DATA={data}", "OUT=o", "JOBS=1", *variables)
    assert done.returncode == 0, done.stderr
    lines = re.sub(r"\\\n\s*", "", done.stdout).splitlines()
    return [line for line in lines if re.match("privtool|cp", line)]


def test_from_a_manifest_to_a_report(tmp_path):
    data = tmp_path / "in.jsonl"
    data.touch()
    root, private = f"{tmp_path}/", "o/private"
    assert commands_of(data) == [
        "privtool mask --method entityTagger --tagger mini-ner+patterns+names --annotate "
        f"-o {private}/annotated.jsonl {data}",
        f"privtool align --confidence all --jobs 1 --ids keyed --key-file {private}/key --make-key "
        f"--audio-root {root} -o {private}/aligned.jsonl {private}/annotated.jsonl",
        f"privtool surrogate --transcript asr --samples 3 --key-file {private}/key --make-key "
        f"-o {private}/surrogates.jsonl {private}/aligned.jsonl",
        "privtool splice --transcript asr --fallback tts --match full --jobs 1 "
        f"--audio-root {root} --out-dir o/safe --force --summary o/splice.json -o o/safe.jsonl "
        f"{private}/surrogates.jsonl",
        f"privtool audit text --gate default --gold {private}/aligned.jsonl "
        "-o o/audit-text.json o/safe.jsonl || test $? = 3",
        f"privtool audit audio --gate default --before {private}/aligned.jsonl "
        f"--before-root {root} -o o/audit-audio.json o/safe.jsonl || test $? = 3",
        "privtool report --name safe --name safe --name safe -o o/report.html o/splice.json "
        "o/audit-text.json o/audit-audio.json",
    ]


def test_marks_and_times_may_be_trusted(tmp_path):
    data = tmp_path / "in.jsonl"
    data.touch()
    commands = commands_of(data, "TAGGER=", "TRANSCRIPT=exact", "IDS=keep")
    assert "--ids" not in commands[1]
    assert commands[0] == f"cp {data} o/private/annotated.jsonl"
    assert all("--transcript exact" in commands[number] for number in (2, 3))


def test_without_a_manifest():
    assert "set DATA to a manifest" in planned().stderr
