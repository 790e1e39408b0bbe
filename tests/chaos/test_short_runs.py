"""A short run of each search; `make fuzz` and `make chaos` search longer."""

import random
from pathlib import Path
from typing import get_args

from privtool.audio.formats import utterances as registry
from privtool.workflows.import_ import Source
from privtool.workflows.names import command_names
from tests.chaos import fuzz, kills, leaks, messages
from tests.chaos.files import NAMES, fuzz_files
from tests.chaos.imports import FORMATS, WRITTEN, fuzz_imports
from tests.chaos.message_cases import COMMANDS, WRONG_FILES, write
from tests.chaos.searching import SAMPLE
from tests.support.in_process import in_this_process


def test_no_broken_line_is_handled_wrongly(tmp_path):
    (counts,) = fuzz.fuzz_text(tmp_path, 1, 150, ("mask",)).values()
    assert counts["written"] > 0 < counts["rejected"]
    assert not any(counts[name] for name in fuzz.FAILURES), counts


def test_no_damaged_recording_is_handled_wrongly(tmp_path):
    (counts,) = fuzz.fuzz_audio(tmp_path, 1, 20, ("redact",)).values()
    assert counts["written"] > 0 < counts["rejected"]
    assert not any(counts[name] for name in fuzz.FAILURES), counts


def test_no_damaged_file_of_another_tool_is_handled_wrongly(tmp_path):
    names = ("kaldi", "lhotse", "nemo", "shar", "whisper", "stm")
    for counts in fuzz_imports(tmp_path, 1, 2, names).values():
        assert counts["written"] + counts["rejected"] == 2
        assert not any(counts[name] for name in fuzz.FAILURES), counts


def test_every_format_and_layout_is_damaged(tmp_path):
    assert {name.partition(":")[0] for name in FORMATS} == set(get_args(Source))
    layouts = Path(registry.__file__).with_name("transcripts.toml").read_text().count("[[layout]]")
    documents = [name for name in WRITTEN if name.startswith(("json:", "whisper"))]
    assert len(documents) == layouts
    for name in documents:
        (tmp_path / "a").write_bytes(WRITTEN[name])
        done = in_this_process("import", "--from", name.partition(":")[0], tmp_path / "a")
        assert fuzz.CANARY in done.out.decode(), (name, done.err)


def test_no_damaged_table_map_policy_or_list_is_handled_wrongly(tmp_path):
    for counts in fuzz_files(tmp_path, 1, 8, NAMES).values():
        assert counts["written"] > 0 < counts["rejected"]
        assert not any(counts[name] for name in fuzz.FAILURES), counts


def test_a_killed_command_leaves_nothing_and_runs_again(tmp_path):
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "many.jsonl").write_bytes((SAMPLE / "raw.jsonl").read_bytes() * 100)
    counts = kills.kill_often(tmp_path, "mask", 2, random.Random(1))
    assert counts["kills"] == 2
    assert not any(counts[name] for name in kills.FAILURES), counts


def test_nothing_private_is_in_what_commands_write(tmp_path):
    names = ("mask", "surrogate", "redact --whole", "tts", "asr-eval")
    for counts in leaks.search(tmp_path, 2, names).values():
        assert counts["written"] > 0
        assert not any(counts[name] for name in leaks.FAILURES), counts


def test_errors_are_plain_in_every_situation(tmp_path):
    (tmp_path / "folder").mkdir()
    write(tmp_path / "raw.jsonl", [{"id": 1, "text": f"my name is {fuzz.CANARY}"}])
    for name, data in WRONG_FILES.items():
        (tmp_path / name).write_bytes(data)
    found = messages.situations_of("vocab")
    pairs = [("vocab", which) for which in [*found][::5]]
    (counts,) = messages.search(tmp_path, pairs, 600).values()
    assert counts["runs"] == len(pairs)
    assert counts["failed"] > 4
    assert not any(counts[name] for name in messages.FAILURES), counts


def test_every_command_is_tried():
    assert set(COMMANDS) == set(command_names())
