"""Sentences whose percentage contradicts their amounts."""

from benchmarks.text.contradictions import contradictions


def test_a_percentage_is_that_of_its_amounts_or_a_contradiction():
    texts = [
        "Sales rose 10% to $22 million from $20 million.",
        "Sales rose 10% to $1.1 billion, or 40 cents a share, from $1,000 million.",
        "Net fell by 50% to $2 million from $4 million; costs were up 5% to $3 million from "
        "$2 million.",
        "Net fell 10% to $22 million from $20 million.",
        "Sales rose 10%, to 22 from 20.",
    ]
    assert [contradictions([text]) for text in texts] == [(1, 0), (1, 0), (2, 1), (1, 1), (0, 0)]
    assert contradictions(texts) == (5, 2)
