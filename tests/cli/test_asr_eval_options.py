"""Options of `privtool asr-eval` that contradict each other, or would do nothing."""

from __future__ import annotations


def test_options_that_make_no_sense_are_usage_errors(call, tmp_path):
    for args, why in (
        (("--hyp-field", "hyp", "--lm", "x"), "nothing is recognized"),
        (("--hyp-field", "hyp", "--nbest", "2"), "nothing is recognized"),
        (("--hyp-field", "hyp", "--model", "x"), "--model has no effect"),
        (("--hyp-field", "hyp", "--beam", "4"), "--beam has no effect"),
        (("--hyp-field", "hyp", "--lm-weight", "0"), "--lm-weight has no effect"),
        (("--hyp-field", "hyp", "--audio-root", "."), "--audio-root has no effect"),
        (("--hyp-field", "hyp", "--before", "x"), "are for --categories r10,r20"),
        (("--hyp-field", "hyp", "--roles", "a b"), "--roles takes names"),
        (("--lm-weight", "0,0.5"), "--lm-weight and --fusion need --lm"),
        (("--fusion", "rescore"), "--lm-weight and --fusion need --lm"),
        (("--beam", "4"), "pocketsphinx has its own search"),
        (("--device", "cuda"), "pocketsphinx runs on the CPU"),
        (("--hyp-field", "hyp", "--categories", "nmes"), "'nmes' is none of"),
        (("--hyp-field", "hyp", "--poolable"), "--poolable needs --summary"),
        (("--hyp-field", "hyp", "--poolable", "--summary", "y"), "--poolable needs --key-file"),
        (("--hyp-field", "hyp", "--make-key"), "--make-key needs --key-file"),
        (("--hyp-field", "hyp", "--key-file", "x"), "--key-file needs --poolable"),
        (("--pool", "--key-file", "x"), "so --key-file has no effect"),
        (("--hyp-field", "hyp", "--html", "-"), "--html needs a file"),
        (("--hyp-field", "hyp", "--html", "x", "--summary", "x"), "must be different"),
        (("--hyp-field", "hyp", "--html", "x", "--summary", "./x"), "must be different"),
        (("--hyp-field", "hyp", "--summary", "x", "-o", "./x"), "must be different"),
        (("--hyp-field", "hyp", "--summary", "./x", "x"), "would replace a file that is read"),
        (("--hyp-field", "hyp", "--html", "./x", "--against", "x"), "would replace a file"),
        (("--pool", "--html", "x"), "so --html has no effect"),
        (("--pool", "--model", "x"), "so --model has no effect"),
        (("--pool", "--by", "x"), "so --by has no effect"),
        (("--pool", "--hyp-field", "x"), "so --hyp-field has no effect"),
        (("--pool", "--rejects", "x"), "so --rejects has no effect"),
        (("--hyp-field", "hyp", "--against", "-"), "--against needs a file"),
        (("--hyp-field", "hyp", "--before", "-"), "--before needs a file"),
        (("--hyp-field", "hyp", "--against-field", "x"), "--against-field needs --against"),
        (("--hyp-field", "hyp", "--against", "x", "-o", "x"), "--output would replace a file"),
        (("--hyp-field", "hyp", "--after", "x", "--rejects", "x"), "--rejects would replace"),
        (("--model", "x", "--beam", "2", "--nbest", "3"), "--nbest 3 needs a --beam"),
        (("--input-format", "text"), "use --hyp-field"),
        (("--length-bonus", "0.1"), "--length-bonus needs a --beam"),
        (("--ctc-weight", "1"), "--ctc-weight needs a --beam"),
        (("--ctc-weight", "-1"), "--ctc-weight"),
        (("--model", "x", "--beam", "2", "--ctc-weight", "1"), "a model of asr-train"),
        (("--lm", "x", "--fusion", "shallow"), "use rescore"),
        (("--lm", "x", "--lm-weight", "0,..."), "dots need"),
        (("--lm", "x", "--lm-weight", ""), "--lm-weight"),
        (("--device", "gpu"), "gpu"),
    ):
        done = call("asr-eval", *args, input=b"")
        assert done.status == 2, args
        assert why in done.err
        assert done.err.count("\n") == 1
    assert call("asr-eval", "--model", "./no-such", "--offline", input=b"").status == 69
    assert list(tmp_path.iterdir()) == []
