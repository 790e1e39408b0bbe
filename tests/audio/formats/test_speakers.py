"""Names of speakers in the text of subtitles."""

from collections import Counter

import pytest
from msgspec import UNSET

from privtool.audio.formats.speakers import may_begin_with_label
from privtool.audio.formats.subtitles import read_srt, read_vtt


def read(path, *texts, speakers="auto", reader=read_vtt):
    cues = [f"00:{n:02}.000 --> 00:{n + 1:02}.000\n{text}\n" for n, text in enumerate(texts)]
    path.write_text("\n".join(["WEBVTT\n"] * (reader is read_vtt) + cues))
    counts = Counter()
    records = list(reader(path, None, counts, speakers))
    said = [(None if r.speaker is UNSET else r.speaker, r.text) for r in records]
    return said, counts["labeled"]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["Ann Lee: hi", "Ann Lee: so", "you"],
         [("Ann Lee", "hi"), ("Ann Lee", "so"), (None, "you")]),
        (["ANN (Ghent): hi", "BOB: no: never"], [("ANN (Ghent)", "hi"), ("BOB", "no: never")]),
        (["Dr. Maria van der Berg: hi"], [("Dr. Maria van der Berg", "hi")]),
        (["speaker 1: hi", "Agent #2: so"], [("speaker 1", "hi"), ("Agent #2", "so")]),
        (["张伟\uff1a 你好", "张伟\uff1a 好"], [("张伟", "你好"), ("张伟", "好")]),
        (["(Ann) hi", "(Ann) so"], [("Ann", "hi"), ("Ann", "so")]),
        (["[Ann]: hi"], [("Ann", "hi")]),
        (["Ann:\nhi", "Ann\nso", "you\nAnn", "Ann: no"],
         [("Ann", "hi"), ("Ann", "so"), (None, "you Ann"), ("Ann", "no")]),
        (["Ann Lee\nhi", "Bob\nso", "Bob\nno"], [("Ann Lee", "hi"), ("Bob", "so"), ("Bob", "no")]),
        (["Ann: hi\nBob: so"], [("Ann", "hi"), ("Bob", "so")]),
        (["- hi\n- you", "- 5 degrees"], [(None, "hi"), (None, "you"), (None, "- 5 degrees")]),
        (["- Ann: hi\n- Bob: you", ">> Ann: so"], [("Ann", "hi"), ("Bob", "you"), ("Ann", "so")]),
        (["<b>Ann:</b> hi", "<c.x>Ann</c>: so"], [("Ann", "hi"), ("Ann", "so")]),
        (["Ann & Co: hi", "Ann & Co: so"], [("Ann & Co", "hi"), ("Ann & Co", "so")]),
    ],
)  # fmt: skip
def test_names_of_speakers_are_no_text(tmp_path, texts, said):
    found, labeled = read(tmp_path / "a.vtt", *texts)
    assert found == said
    assert labeled == sum(
        " - " not in text and not text.startswith(("you", "- 5")) for text in texts
    )
    assert read(tmp_path / "a.srt", *texts, reader=read_srt)[0] == said


@pytest.mark.parametrize(
    "texts",
    [
        ["10:30: we met", "At 10:30 we met"],
        ["Note: hi", "Note: so", "NOTE TO SELF: no"],
        ["hi", "Remember: so", "Paris: no", "you", "we"],  # few, and all different
        ["(laughs) hi", "(Applause)", "[Music]", "[Music]"],
        ["it is so: hi", "it is so: hi"],
        ["Well, Ann: hi", "http://a.b/c: hi"],
        ["No\nno", "Ann\nso", "a\nb", "a\nc", "a\nd"],
        ["- hi"],
    ],
)
def test_other_words_before_a_colon_or_in_brackets_stay(tmp_path, texts):
    found, labeled = read(tmp_path / "a.vtt", *texts)
    assert found == [(None, " ".join(text.split())) for text in texts]
    assert labeled == 0


def test_who_speaks_by_a_pattern_or_never(tmp_path):
    texts = ["ann/hi", "Ann: so"]
    said, labeled = read(tmp_path / "a.vtt", *texts, speakers="([a-z]+)/")
    assert (said, labeled) == ([("ann", "hi"), (None, "Ann: so")], 1)
    said, labeled = read(tmp_path / "a.vtt", *texts, speakers="\\w+: ")
    assert (said, labeled) == ([(None, "ann/hi"), ("Ann", "so")], 1)
    said, labeled = read(tmp_path / "a.vtt", *texts, speakers="never")
    assert (said, labeled) == ([(None, "ann/hi"), (None, "Ann: so")], 0)


def test_words_keep_their_times(tmp_path):
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<00:01.250>Ann: so<00:01.500> we\n"
    )
    (record,) = read_vtt(tmp_path / "a.vtt", None)
    assert (record.speaker, record.text) == ("Ann", "so we")
    assert [(word.word, word.start) for word in record.words] == [("so", 0.25), ("we", 0.5)]


def test_what_may_be_a_name_first():
    assert may_begin_with_label("Ann Lee: hello")
    assert not may_begin_with_label("hello Ann")
