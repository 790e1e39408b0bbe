"""Scores of files of text: lines, Kaldi text, trn, STM and CTM."""

import json

import pytest

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
def score(call, tmp_path):
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
def test_wer_without_audio(score, tmp_path, files, kind):
    done = score(files, ending="stm" if kind == "stm" else "txt").checked()
    assert "WER 14.3 [" in done.err
    assert f"--ref read as {kind}" in done.err
    (row,) = map(json.loads, (tmp_path / "sum").read_text().splitlines())
    assert "words:plain" in row["signature"]
    records = [record for record in done.records if record["text"]]
    assert [record["hyp"] for record in records] == ["call tamsin at nine", "it was lost"]
    assert "SECRET" not in done.out.decode()


def test_two_systems_and_a_format_by_name(score):
    done = score((*KALDI, KALDI[0]), "--table").checked()
    assert "difference" in done.err
    lines = score(("a1 b\n", "a1 c\n"), "--ref-format", "lines")
    assert "WER 50.0 %" in lines.err
    assert "WER 100.0 %" in score(("a1 b\n", "a1 c\n")).err


def test_markup_is_noted(score):
    done = score(("a %uh [noise]\n", "a\n"))
    assert "2 tags and choices scored as words (see --normalize sclite)" in done.err
    done = score(("a %uh [noise]\n", "a\n"), "--normalize", "sclite")
    assert "WER 0.0 %" in done.err
    assert "scored as words" not in done.err
