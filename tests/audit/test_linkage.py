"""Linking texts to units."""

from __future__ import annotations

import pickle

from privtool.audit.linkage import Background


def background(**texts):
    found = Background()
    for unit, text in texts.items():
        found.add(unit, text)
    found.finish()
    return found


def test_a_text_is_linked_to_the_unit_that_writes_alike():
    found = background(a="the cat sat on the mat", b="stocks fell sharply again", c="hi hi hi")
    texts = ["a cat on a mat", "the stocks fall", "hi there hi"]
    assert found.ranks(texts, ["a", "b", "c"]) == [1, 1, 1]
    assert found.ranks(texts[:1], ["b"])[0] > 1
    assert "a" in found
    assert "d" not in found
    assert len(pickle.loads(pickle.dumps(found))) == 3


def test_texts_that_say_nothing_are_ranked_in_the_middle():
    found = background(a="one", b="two", c="six")
    assert found.ranks(["", "xyzzy"], ["a", "c"]) == [2, 2]


def test_texts_of_one_unit_add_up():
    joined, once = background(a="cat cat mat", b="x"), Background()
    for unit, text in (("a", "cat cat mat"), ("b", "x")):
        once.add(unit, text)
    once.finish()
    assert once.ranks(["mat"], ["a"]) == joined.ranks(["mat"], ["a"])
