LINES = b'{"text":"the cat and the dog"}\n{"text":"The dog\'s bone"}\n'


def test_words_come_with_counts_the_most_frequent_first(call):
    done = call("vocab", input=LINES)
    assert done.out == b"the\t3\ndog\t2\nand\t1\nbone\t1\ncat\t1\n"
    assert "2 records, 8 words, 5 distinct words written" in done.err


def test_top_and_min_count_limit_what_is_written(call):
    assert call("vocab", "--top", "2", input=LINES).out == b"the\t3\ndog\t2\n"
    assert call("vocab", "--min-count", "2", input=LINES).out == b"the\t3\ndog\t2\n"
    assert call("vocab", "--min-count", "2", "--top", "1", input=LINES).out == b"the\t3\n"


def test_earlier_outputs_add_up(call, tmp_path):
    part = tmp_path / "part.tsv"
    part.write_bytes(call("vocab", input=LINES).out)
    whole = call("vocab", "--input-format", "vocab", part, part)
    assert whole.out == call("vocab", input=LINES * 2).out


def test_a_line_without_a_count_is_bad(call, tmp_path):
    for bad in (b"word\n", b"word\t\n", b"\t3\n", b"word\t-1\n", b"w\xff\t3\n", b"SECRET\t3x\n"):
        done = call("vocab", "--input-format", "vocab", input=b"good\t1\n" + bad)
        assert done.status == 65
        assert done.err == "privtool: stdin:2: not a word, a tab and a count\n"
    aside = tmp_path / "aside"
    rejects = ("--rejects", aside)
    done = call("vocab", "--input-format", "vocab", *rejects, input=b"SECRET\ngood\t2\n")
    assert (done.status, done.out) == (0, b"good\t2\n")
    assert b"SECRET" not in aside.read_bytes()
