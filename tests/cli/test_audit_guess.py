"""`privtool audit guess` on the command line: attackers, control, files, manners."""

import json
import stat

import pytest

import privtool
from privtool.stages.word_priors import TOTAL, prior_lines
from tests.support.guess_corpus import masked_of, memorizing, raw_of
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.releases import made_up
from tests.support.tiny_causal_lms import tiny_gpt2

CPU = ("--device", "cpu", "--dtype", "fp32")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("guess")
    contents = {
        "raw": [raw_of(n) for n in range(80)],
        "masked": [masked_of(n) for n in range(40)],
        "held": [masked_of(n) for n in range(40, 80)],
        "filled": [{"id": n, "text": f"record {n} said school today"} for n in range(40)],
    }
    for name, records in contents.items():
        (folder / f"{name}.jsonl").write_bytes(jsonl(*records))
    return {name: folder / f"{name}.jsonl" for name in contents}


@pytest.fixture
def attack(call, files, tiny_filler):
    """Run an audit of the masked records."""

    def run(*args, **options):
        given = ("--raw", files["raw"], "--masked", files["masked"], "--model", tiny_filler)
        return call("audit", "guess", *given, *CPU, *args, **options)

    return run


def test_the_masked_words_are_attacked_with_baseline_and_control(attack, files):
    done = attack("--holdout", files["held"], "--unit", "speaker", "--table")
    found = done.checked().figures
    row = done.row
    assert row["records"] == 40
    assert row["units"] == 25
    assert "attacker:prior@" in row["signature"]
    assert "+model@" in row["signature"]
    for figure in ("guess_at_1", "guess_at_10", "guess_at_100"):
        for group in ("", "model", "model/PERSON"):
            each = found[figure, group]
            assert each["attack"]["of"] == each["baseline"]["of"] == each["control"]["of"] == 40
            assert 0 <= each["risk"]["low"] <= each["risk"]["value"] <= each["risk"]["high"] <= 1
    assert found["guess_rank_bits", "model"]["low"] <= found["guess_rank_bits", "model"]["value"]
    assert found["search_linkage", "masked"]["attack"]["of"] == 40
    assert ("fill_detection", "") not in found
    shown = done.out.decode() + done.err
    assert not any(record["text"].split()[3] in shown.split() for record in map(raw_of, range(40)))


def test_standard_input_is_not_read_unless_it_is_named(attack, files):
    attack("-q", input=b"not a record\n").checked()
    done = attack("-q", "-", input=files["filled"].read_bytes())
    assert done.checked().figures["search_linkage", "filled"]["attack"]["of"] == 40
    assert done.row["records"] == 40
    assert attack("-q", "-", input=b"not a record\n").status == 65


def test_filled_records_alone_need_no_masks(call, files, tiny_filler):
    args = ("--raw", files["raw"], "--model", tiny_filler, "--device", "cpu")
    done = call("audit", "guess", *args, input=files["filled"].read_bytes())
    found = done.checked().figures
    assert done.row["records"] == 40
    assert found["fill_detection", ""]["attack"]["of"] > 20
    assert not any(name.startswith("guess") for name, _ in found)


def test_the_result_is_the_same_in_several_processes(attack, files):
    args = ("-q", "--holdout", files["held"], files["filled"])
    one = attack(*args)
    assert attack(*args, "-j", "2") == one
    assert len(one.out) > 1000


def test_a_filler_tuned_on_a_secret_guesses_it_back_and_another_does_not(
    call, files, tiny_filler, tmp_path
):
    """The planted corpus: one filler has seen the raw text, and no filler the held-out text."""
    tuned = memorizing(tiny_filler, tmp_path / "tuned")
    given = ("--raw", files["raw"], "--masked", files["masked"], "--holdout", files["held"])
    options = ("--model", tiny_filler, "--tuned", tuned, *CPU)
    found = call("audit", "guess", *given, *options).checked().figures
    assert found["guess_at_1", "tuned"]["value"] > 0.8
    assert found["guess_at_1", "tuned"]["risk"]["low"] > 0.5
    assert found["guess_at_1", "tuned"]["control"]["value"] < 0.1
    assert found["guess_at_1", "model"]["value"] < 0.1
    assert found["guess_at_1", "model"]["risk"]["low"] == 0
    assert found["guess_rank_bits", "tuned"]["value"] < 1
    assert found["guess_rank_bits", "model"]["value"] > 4


def test_an_adapter_for_another_model_is_refused(attack, tmp_path):
    (tmp_path / "adapter_config.json").write_text("{}")
    (tmp_path / "privtool.json").write_text('{"base_weights": "0123"}')
    done = attack("--tuned", tmp_path)
    done.failed(2, "--tuned is an adapter for another model than the first --model")


def test_notes_name_what_was_not_attacked(attack, files, tmp_path):
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(files["masked"].read_bytes().splitlines(keepends=True)[:30]))
    notes = attack("--masked", part).row["notes"]
    assert notes[0] == "50 of 80 raw records have no masked record"
    assert notes[1].startswith("no held-out records, no control")
    assert len(notes) == 2


def test_several_models_attack_causal_ones_too(attack, files, tmp_path):
    gpt2 = tiny_gpt2(tmp_path / "gpt2")
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(files["masked"].read_bytes().splitlines(keepends=True)[:6]))
    done = attack("--masked", part, "--model", gpt2)
    found = done.checked().figures
    assert found["guess_at_100", "model"]["attack"]["of"] == 6
    assert found["guess_at_100", "model-2"]["attack"]["of"] == 6
    assert found["guess_at_100", ""]["attack"]["hits"] >= max(
        found["guess_at_100", name]["attack"]["hits"] for name in ("model", "model-2")
    )
    signature = done.row["signature"]
    assert "+model@" in signature
    assert "+model-2@" in signature


def test_guessed_places_are_written_for_the_owner_alone(attack, tmp_path):
    places = tmp_path / "places.jsonl"
    attack("--examples", places).checked()
    assert stat.S_IMODE(places.stat().st_mode) == 0o600
    for line in places.read_bytes().splitlines():
        place = json.loads(line)
        assert place["how"] == "guessed"
        assert place["rank"] <= 10
        assert raw_of(place["id"])["text"][place["start"] : place["end"]] == place["phrase"]


def test_python_gives_the_same_result(attack, files, tiny_filler):
    options = {"raw": files["raw"], "masked": files["masked"], "model": (str(tiny_filler),)}
    result = privtool.audit_guess((), **options, device="cpu", dtype="fp32")
    assert result == attack("-q").row
    filled = read_jsonl(files["filled"])
    both = privtool.audit_guess(filled, **options, device="cpu", dtype="fp32")
    assert both == attack("-q", files["filled"]).row


# `privtool audit guess --release`: attackers that have a private release.
NAMES = ("doctor", "month")


@pytest.fixture
def release_attack(call, tmp_path, tiny_filler):
    """Attack masked records, with a release of what was masked in most of them."""
    raw, masked = [], []
    for number in range(40):
        name, text = NAMES[number % 4 == 0], f"record {number} said [MASK] today"
        start = text.index("[")
        mask = {"start": start, "end": start + 6, "label": "PERSON", "method": "entityTagger"}
        raw.append({"id": number, "text": text.replace("[MASK]", name)})
        masked.append({"id": number, "text": text, "masks": [mask]})
    for file, records in (("raw", raw), ("masked", masked)):
        (tmp_path / file).write_bytes(jsonl(*records))
    weights = {("PERSON", name): 40.0 - 20 * n for n, name in enumerate(NAMES)}
    release = made_up({**weights, ("PERSON", TOTAL): 61.0})
    (tmp_path / "release").write_bytes(prior_lines(release))
    (tmp_path / "public").write_text("PERSON\tmonday\t98\nPERSON\tdoctor\t1\nPERSON\tmonth\t1\n")
    files = ("--raw", tmp_path / "raw", "--masked", tmp_path / "masked", "--model", tiny_filler)
    return lambda *args: call("audit", "guess", *files, "--device", "cpu", *args)


def figure(done, name):
    assert done.status == 0, done.err
    found = done.row["figures"]
    (value,) = [
        each["value"] for each in found if each["name"] == name and each.get("group") == "model"
    ]
    return value


def test_a_release_helps_to_guess_the_words_in_it(release_attack, tmp_path):
    without = release_attack()
    done = release_attack("--release", tmp_path / "release", "--public", tmp_path / "public")
    assert figure(done, "guess_at_10") >= figure(without, "guess_at_10")
    assert figure(done, "guess_rank_bits") < figure(without, "guess_rank_bits")
    assert "|release:" in done.row["signature"]
    assert "release" not in without.row["signature"]
