"""`privtool asr-eval` on hypotheses that are given, in records and in files of text."""

import json
import re
import stat

import pytest

from tests.support.scored_systems import SYSTEMS, lines
from tests.support.trainer_runs import piped


def test_totals_worked_out_by_hand(score):
    done, (row,) = score("--categories", "names,dates,numbers", "--table")
    assert done.status == 0
    counts = row["counts"]
    names = ("words", "hits", "substitutions", "deletions", "insertions", "turns", "wrong_turns")
    assert [counts[name] for name in names] == [10, 8, 1, 1, 1, 4, 3]
    scores = {name: score["value"] for name, score in row["scores"].items()}
    assert scores["wer"] == pytest.approx(0.3)
    assert scores["turn_error_rate"] == pytest.approx(0.75)
    assert (scores["names.f1"], scores["dates.recall"], scores["dates.precision"]) == (1, None, 0)
    assert scores["numbers.recall"] == pytest.approx(2 / 3, abs=1e-6)  # fifth two (two)
    interval = row["scores"]["wer"]
    assert interval["low"] < 0.3 < interval["high"]
    assert row["speakers"] == 3
    assert row["signature"].startswith(
        "words:plain|roles:none|categories:names,dates,numbers|bootstrap:speaker:1000|seed:0|v:"
    )
    assert "F1 numbers" in done.err
    assert done.err.splitlines()[-1].startswith("privtool asr-eval: 4 records, WER 30.0 [")


def test_records_come_out_with_hypotheses_and_without_other_fields(score):
    done, _ = score(hyp="old")
    assert [record["hyp"] for record in done.records] == [one["old"] for one in SYSTEMS]
    assert not any("old" in record for record in done.records)
    text, _ = score("--output-format", "text")
    assert text.out.decode().splitlines() == [one["hyp"] for one in SYSTEMS]


def test_two_systems_are_compared(score, tmp_path):
    old = tmp_path / "old.jsonl"
    old.write_bytes(lines([{**one, "hyp": one["old"]} for one in SYSTEMS]))
    args = ("--against", old, "--bootstrap", "turn")
    done, (row,) = score(*args, "--table")
    against = row["against"]["scores"]["wer"]
    assert against["value"] == pytest.approx(0.6)
    assert against["difference"] == pytest.approx(-0.3)
    assert against["low"] < -0.3 < against["high"]
    assert 0 < against["p"] <= 1
    assert "difference" in done.err


def test_speakers_are_scored_by_their_tags(score):
    records = [
        {
            "id": 1,
            "text": "<doctor> how are you <patient> fine",
            "hyp": "how <patient> are you fine",
        },
        {"id": 2, "speaker": "Patient", "text": "thanks", "hyp": "<patient> thanks"},
    ]
    _, (row,) = score("--roles", "doctor, patient", input=lines(records))
    assert row["scores"]["wer"]["value"] == 0
    assert (row["counts"]["role_errors"], row["counts"]["role_words"]) == (3, 5)
    assert row["scores"]["wder"]["value"] == pytest.approx(0.6)
    # "how are you" goes with "are you fine" (2 errors), "fine" with "how" (1), "thanks" is right.
    assert row["scores"]["cpwer"]["value"] == pytest.approx(3 / 5)
    assert "roles:doctor,patient" in row["signature"]
    _, (row,) = score(input=lines(records))
    assert row["scores"]["wer"]["value"] == 0
    assert "wder" not in row["scores"]


def test_a_speaker_that_is_a_role_is_not_a_person(score):
    records = [{**one, "speaker": role} for one, role in zip(SYSTEMS, "xyYx", strict=True)]
    done, (row,) = score("--roles", "x,y", input=lines(records))
    assert row["speakers"] == 0
    assert "0 speakers, 4 without speaker" in done.err
    each = [{**one, "speaker": f"s{n}"} for n, one in enumerate(SYSTEMS)]
    done, (other,) = score("--roles", "x,y", "--bootstrap", "turn", input=lines(each))
    assert row["scores"]["wer"] == other["scores"]["wer"]
    assert "no word has one of the --roles" in done.err


def test_gaps_are_not_spoken(score):
    given = [
        {"id": 1, "text": "i am [PERSON], sir", "masks": [mask(5, 13)], "hyp": "i am sir"},
        {"id": 2, "text": "[MASK] called [MASK]", "hyp": "called"},
        {"id": 3, "text": "ask XYZ at two", "masks": [mask(4, 7)], "hyp": "ask at two",
         "entities": [{"start": 4, "end": 7, "label": "PERSON"},
                      {"start": 11, "end": 14, "label": "TIME"}]},
    ]  # fmt: skip
    for way in ("plain", "none", "spoken"):
        hyps = given if way != "none" else [{**given[0], "hyp": "i am, sir"}, *given[1:]]
        _, (row,) = score("--categories", "labels", "--normalize", way, input=lines(hyps))
        assert row["counts"]["words"] == row["counts"]["hits"] == 7
        assert row["counts"]["[TIME].tp"] == 1
        assert not row["counts"].get("[PERSON].fn")
    wrong = {**given[0], "masks": [mask(5, 99)]}
    done = score("--rejects", "/dev/null", input=lines([wrong]))[0]
    assert "1 rejected" in done.err


def mask(start, end):
    return {"start": start, "end": end, "label": "PERSON", "method": "redact"}


def test_the_page_of_errors_is_escaped_and_for_its_owner_alone(call, tmp_path):
    page = tmp_path / "errors.html"
    page.write_text("old")
    page.chmod(0o644)
    records = [
        {"id": "<b>1", "text": "a<script> b", "hyp": "a<script> c"},
        {"id": 2, "text": "fine", "hyp": "fine"},
    ]
    call(
        "asr-eval", "--hyp-field", "hyp", "--html", page, "--normalize", "none",
        input=lines(records),
    ).checked()  # fmt: skip
    shown = page.read_text()
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert "<h2>&lt;b&gt;1</h2>" in shown
    assert "a&lt;script&gt; <s>b</s><b>c</b>" not in shown  # the tag is no word
    assert "<s>b</s><b>c</b>" in shown
    assert "<script" not in shown
    assert "fine" not in shown
    assert "1 of 2 hypotheses have errors" in shown


def test_bands_come_from_training_texts(score, tmp_path):
    before, after = tmp_path / "before.tsv", tmp_path / "after.tsv"
    before.write_text("anna\t20\ntwo\t10\nname\t5\n")
    after.write_text("anna\t1\ntwo\t1\nname\t5\n")
    _, (row,) = score("--categories", "r10,r20", "--before", before, "--after", after)
    assert (row["counts"]["r10.tp"], row["counts"]["r20.tp"]) == (1, 1)
    assert re.search(r"\br10:[0-9a-f]{2}\b", row["signature"])
    assert "need --before" in score("--categories", "r10")[0].err


def test_records_with_and_without_a_weight_have_lines_of_their_own(score, tmp_path):
    page = tmp_path / "page.html"
    records = [{**one, "lm_weight": n % 2} for n, one in enumerate(SYSTEMS)] + SYSTEMS
    _, rows = score("--html", page, input=lines(records))
    assert [row.get("lm_weight") for row in rows] == [None, 0.0, 1.0]
    assert rows[0]["counts"]["words"] == sum(row["counts"]["words"] for row in rows[1:])
    assert "<h2>b, LM weight 1</h2>" in page.read_text()
    many = lines([{**SYSTEMS[0], "lm_weight": n} for n in range(1001)])
    done, _ = score("--samples", "10", input=many)
    assert done.status == 65
    assert "field 'lm_weight' has more than 1,000 values" in done.err


def test_any_number_of_processes_gives_the_same(score):
    many = lines([{**record, "id": n} for n in range(9) for record in SYSTEMS])
    one, two = (score("--jobs", jobs, "--categories", "names", input=many) for jobs in "12")
    assert (one[0].out, one[1]) == (two[0].out, two[1])


def test_totals_do_not_reveal_the_names_of_folders(tmp_path):
    from privtool.workflows.config.recognition import RecognitionOptions

    folder = tmp_path / "zebulon"
    folder.mkdir()
    shown = RecognitionOptions(model=str(folder), lm=str(folder)).describe()
    assert (shown["model"], shown["lm"]) == ("FOLDER", "FOLDER")
    assert RecognitionOptions().describe()["model"] == "pocketsphinx"


KALDI = ("u-1 call tamsin at nine\nu-2 it is lost\n", "u-2 it was lost\nu-1 call tamsin at nine\n")
TRN = (
    "call tamsin at nine (u-1)\nit is lost (u-2)\n",
    "it was lost (u-2)\ncall tamsin at nine (u-1)\n",
)
LINES = ("call tamsin at nine\n\nit is lost\n", "call tamsin at nine\r\n\r\nit was lost")
STM = (
    "r 1 ann 0 1 call tamsin at nine\nr 1 bob 1 2 it is lost\nr 1 x 2 9 inter_segment_gap\n",
    "r 1 0.1 0.1 call\nr 1 0.2 0.1 tamsin\nr 1 0.3 0.1 at\nr 1 0.7 0.4 nine\nr 1 1.2 0.1 it\n"
    "r 1 1.3 0.1 was\nr 1 1.4 0.1 lost\nr 1 5 1 SECRET\n",
)


@pytest.fixture
def score_files(call, tmp_path):
    def scored(files, *options, ending="txt"):
        paths = []
        for number, content in enumerate(files):
            paths.append(tmp_path / f"{number}.{ending if number == 0 else 'txt'}")
            paths[-1].write_text(content)
        more = ("--against", paths[2]) if len(files) > 2 else ()
        args = ("--ref", paths[0], "--hyp", paths[1], *more, *options)
        return call("asr-eval", "--summary", tmp_path / "sum", *args)

    return scored


@pytest.mark.parametrize(
    ("files", "kind"),
    [(KALDI, "kaldi"), (TRN, "trn"), ((TRN[0], KALDI[1]), "trn"), ((KALDI[0], TRN[1]), "trn"),
     (LINES, "lines"), (STM, "stm")],
)  # fmt: skip
def test_wer_without_audio(score_files, tmp_path, files, kind):
    done = score_files(files, ending="stm" if kind == "stm" else "txt").checked()
    assert "WER 14.3 [" in done.err
    assert f"--ref read as {kind}" in done.err
    (row,) = map(json.loads, (tmp_path / "sum").read_text().splitlines())
    assert "words:plain" in row["signature"]
    assert row["ref_format"] == kind
    records = [record for record in done.records if record["text"]]
    assert [record["hyp"] for record in records] == ["call tamsin at nine", "it was lost"]
    assert "SECRET" not in done.out.decode()


def test_two_systems_and_a_format_by_name(score_files):
    done = score_files((*KALDI, KALDI[0]), "--table").checked()
    assert "difference" in done.err
    lines = score_files(("a1 b\n", "a1 c\n"), "--ref-format", "lines")
    assert "WER 50.0 %" in lines.err
    assert "WER 100.0 %" in score_files(("a1 b\n", "a1 c\n")).err


@pytest.mark.parametrize("files", [KALDI, TRN, LINES])
def test_texts_may_be_pipes(call, files):
    ref, hyp = (text.encode() for text in files)
    with piped(ref) as one, piped(hyp) as other, piped(ref) as against:
        done = call("asr-eval", "--ref", one, "--hyp", other, "--against", against)
    assert "records, WER 14.3 [" in done.checked().err


def test_a_ctm_is_no_pipe(call, tmp_path):
    (tmp_path / "r.stm").write_text(STM[0])
    for args in (("asr-eval", "--ref", tmp_path / "r.stm", "--hyp"), ("import", "--from", "ctm")):
        with piped(STM[1].encode()) as ctm:
            call(*args, ctm).failed(2, "CTM is read twice, which a pipe cannot be")


def test_markup_is_noted(score_files):
    done = score_files(("a %uh [noise]\n", "a\n"))
    assert "2 tags and choices scored as words (see --normalize sclite)" in done.err
    done = score_files(("a %uh [noise]\n", "a\n"), "--normalize", "sclite")
    assert "WER 0.0 %" in done.err
    assert "scored as words" not in done.err
