"""The runner of recipes: which steps run, and what failures leave behind."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def runner(script):
    return script("vats2023/runner.py")


@pytest.fixture
def steps(runner, tmp_path):
    """Three steps in a chain: text, model and result."""
    text, model, result = (tmp_path / name for name in ("text", "model", "result"))
    return [
        runner.Step(result, [model], [[("cp", model, result)]]),
        runner.Step(model, [text], [[("cat", text), ("tr", "a", "b")]], capture=True),
        runner.Step(text, [], [[("echo", "a")]], capture=True),
    ]


def run(runner, steps, jobs=1):
    return runner.run(runner.Target([steps[0].output], steps, ("true",)), jobs, dry_run=False)


def outdated(runner, steps):
    target = runner.Target([steps[0].output], steps, ("true",))
    return [step.output.name for step in runner.outdated_steps(target)]


def test_steps_run_once_inputs_first_with_their_commands_printed(runner, steps, tmp_path, capfd):
    assert run(runner, steps) == 0
    assert (tmp_path / "result").read_text() == "b\n"
    lines = [
        f"echo a > {tmp_path}/text",
        f"cat {tmp_path}/text | tr a b > {tmp_path}/model",
        f"cp {tmp_path}/model {tmp_path}/result",
        "true",
    ]
    assert capfd.readouterr().out.splitlines() == lines
    assert run(runner, steps) == 0
    assert capfd.readouterr().out.splitlines() == ["true"]


def test_a_newer_input_makes_all_that_follows_outdated(runner, steps, tmp_path):
    run(runner, steps)
    os.utime(tmp_path / "result", (3e9, 3e9))
    os.utime(tmp_path / "text", (2e9, 2e9))
    assert outdated(runner, steps) == ["model", "result"]


def test_a_missing_intermediate_file_is_written_only_when_it_is_needed(runner, steps, tmp_path):
    run(runner, steps)
    (tmp_path / "model").unlink()
    assert outdated(runner, steps) == []
    other = runner.Step(tmp_path / "other", [tmp_path / "model"], [])
    target = runner.Target([tmp_path / "result", other.output], [*steps, other], ("true",))
    planned = [step.output.name for step in runner.outdated_steps(target)]
    assert sorted(planned) == ["model", "other", "result"]
    assert planned[0] == "model"


@pytest.mark.parametrize(
    ("command", "status"),
    [(("sh", "-c", "echo part; exit 7"), 7), (("sh", "-c", "kill -9 $$"), 137)],
)
@pytest.mark.parametrize("piped", [False, True])
def test_a_failure_stops_the_target_with_its_status(
    runner, steps, tmp_path, capfd, command, status, piped
):
    steps[2] = steps[2]._replace(pipelines=[[command, ("cat",)] if piped else [command]])
    assert run(runner, steps) == status
    assert list(tmp_path.iterdir()) == []
    assert f"status {status if status < 128 else -9}: sh -c" in capfd.readouterr().err


def test_a_failed_command_leaves_no_output_that_it_began(runner, steps, tmp_path):
    begin = ("sh", "-c", f"echo part > {tmp_path}/result; exit 1")
    steps[0] = steps[0]._replace(pipelines=[[begin]])
    assert run(runner, steps) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["model", "text"]


def test_a_reader_that_has_enough_is_not_a_failure(runner, steps, tmp_path):
    steps[2] = steps[2]._replace(pipelines=[[("yes", "a"), ("head", "-n", "1")]])
    assert run(runner, steps) == 0
    assert (tmp_path / "text").read_text() == "a\n"


def test_an_argument_can_be_what_an_earlier_step_wrote(runner, steps, tmp_path, capfd):
    command = ("echo", runner.TextOf(tmp_path / "model"), "c")
    steps[0] = steps[0]._replace(pipelines=[[command]], capture=True)
    assert run(runner, steps) == 0
    assert (tmp_path / "result").read_text() == "b c\n"
    assert f"echo $(cat {tmp_path}/model) c > {tmp_path}/result" in capfd.readouterr().out


def test_independent_steps_run_at_the_same_time(runner, tmp_path):
    """Each of two steps waits for the other one's file."""
    files = [tmp_path / "a", tmp_path / "b"]
    wait = "touch {0}; for i in $(seq 100); do test -e {1} && exit 0; sleep 0.1; done; exit 1"
    steps = [
        runner.Step(one, [], [[("sh", "-c", wait.format(one, other))]])
        for one, other in (files, files[::-1])
    ]
    target = runner.Target(files, steps, ("true",))
    assert runner.run(target, 2, dry_run=False) == 0


def test_an_interrupted_target_ends_with_130_and_leaves_nothing_half_written(runner, tmp_path):
    """The interrupt reaches the whole process group, as from a terminal."""
    wait = ("sh", "-c", "echo part; kill -INT 0; sleep 60")
    code = (
        "import runner; from pathlib import Path; "
        f"step = runner.Step(Path({str(tmp_path / 'text')!r}), [], [[{wait!r}]], capture=True); "
        "target = runner.Target([step.output], [step], ('true',)); "
        "raise SystemExit(runner.run(target, 2, dry_run=False))"
    )
    folder = Path(runner.__file__).parent
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        cwd=folder,
        start_new_session=True,
        # Whoever starts the tests may ignore it, as background jobs do.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        timeout=50,
    )
    assert done.returncode == 130
    assert list(tmp_path.iterdir()) == []


# The targets of the recipes can be planned with what the head of each Makefile says they need.
RECIPES = Path(__file__).resolve().parents[2] / "recipes"


TARGETS = {
    "embedded": "all scores talk written new-kinds",
    "flechl2022": "corpora",
    "ma2022": "tables",
    "privacy": "survival models cells",
    "vats2023": "table2 table5 beside private-words rescoring",
}


@pytest.mark.parametrize(
    ("recipe", "target"), [(name, one) for name in TARGETS for one in TARGETS[name].split()]
)
def test_a_target_can_be_planned(recipe, target, tmp_path):
    command = ["make", "--dry-run", "-C", str(RECIPES / recipe), target, f"SPEECH={tmp_path}"]
    done = subprocess.run(
        [*command, f"DATA={tmp_path}", f"RUN={tmp_path / 'run'}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "run").exists()
    missing = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "set DATA to the folder" in missing.stderr


def test_a_folder_with_a_space_stays_one_argument(tmp_path):
    names = [f"{name}={tmp_path}/the run" for name in ("DATA", "RUN")]
    command = ["make", "--dry-run", "-C", str(RECIPES / "vats2023"), "table5", *names]
    plan = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "the run/" in plan
    assert not any(word.startswith("run/") for word in shlex.split(plan))


@pytest.mark.parametrize("newer", [False, True])
@pytest.mark.parametrize(
    ("recipe", "corpus", "model", "target"),
    [
        ("flechl2022", "b1.jsonl", "asr/1/b1.asr", "asr/1/b1.train"),
        ("ma2022", "corpora/in-domain.jsonl", "in-domain/uniform.1", "{}/privtool.json"),
    ],
)
def test_an_interrupted_model_continues_unless_its_corpus_is_newer(
    tmp_path, recipe, corpus, model, target, newer
):
    part, old = tmp_path / f"{model}.part", tmp_path / model / "privtool.json"
    times = {part / "run.json": 1e9 + 1, tmp_path / corpus: 1e9 + 2 * newer, old: 1e9 - 1}
    for file, time in times.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (time, time))
    command = ["make", "-C", str(RECIPES / recipe), str(tmp_path / target.format(model))]
    variables = f"RUN={tmp_path}", f"DATA={tmp_path}", "PRIVTOOL=true", "PYTHON=true"
    done = subprocess.run([*command, *variables], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not old.exists()  # mix-train and asr-train replace no model
    assert part.exists() != newer


def test_a_system_is_scored_with_the_words_that_are_rare_in_b3(tmp_path, call):
    """Its hypotheses are given here, in place of a model's."""
    (tmp_path / "asr/1").mkdir(parents=True)
    (tmp_path / "asr/1/b1.train").touch()
    for name, text in {"b1": "anna is here", "b3": "is here"}.items():
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"id": 1, "text": text}))
    (tmp_path / "dev.jsonl").write_text('{"id": 1, "text": "anna is here", "hyp": "anna"}')
    target = tmp_path / "asr/1/b1.json"
    make = ["make", "--dry-run", "-C", str(RECIPES / "flechl2022"), str(target)]
    variables = f"DATA={tmp_path}", f"RUN={tmp_path}", "PRIVTOOL=privtool"
    done = subprocess.run([*make, *variables], capture_output=True, text=True, check=True)
    lines = done.stdout.replace("\\\n", "").splitlines()
    for line in (line for line in lines if line.startswith("privtool")):
        given = re.sub("--model .* --audio-root [^ ]*", "--hyp-field hyp", line)
        call(*shlex.split(given)[1:]).checked()
    assert json.loads(target.read_bytes())["counts"]["r10.tp"] == 1
