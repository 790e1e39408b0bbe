LINES = b'{"text":"the cat and the dog"}\n{"text":"The dog\'s bone"}\n'


def test_words_come_with_counts_the_most_frequent_first(call):
    done = call("vocab", input=LINES)
    assert done.out == b"the\t3\ndog\t2\nand\t1\nbone\t1\ncat\t1\n"
    assert "2 records, 8 words, 5 distinct words written" in done.err


def test_top_and_min_count_limit_what_is_written(call):
    assert call("vocab", "--top", "2", input=LINES).out == b"the\t3\ndog\t2\n"
    assert call("vocab", "--min-count", "2", input=LINES).out == b"the\t3\ndog\t2\n"
    assert call("vocab", "--min-count", "2", "--top", "1", input=LINES).out == b"the\t3\n"
