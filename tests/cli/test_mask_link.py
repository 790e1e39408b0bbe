"""`mask --link`: the markers of an entity have the same link in a context, and it shows nothing."""

import pytest

from tests.support.canary import CANARY, everything
from tests.support.jsonl import jsonl

OPTIONS = ("-q", "--method", "entityTagger", "--tagger", "names+patterns")
PHONE = "call 415 555 0142"
RECORDS = [
    {"id": 1, "dialogue": "a", "text": f"hi my name is Anna Kowalski {PHONE}"},
    {"id": 2, "dialogue": "a", "text": f"thanks ANNA , is it {PHONE}"},
    {"id": 3, "dialogue": "b", "text": f"hi my name is Anna {PHONE}"},
    {"id": 4, "text": f"my name is Anna {PHONE}"},
    {"id": 5, "text": f"my name is Anna {PHONE}"},
]


@pytest.fixture
def links(call, key_file):
    def links(*options, records=RECORDS, key=key_file):
        linked = ("--link", "dialogue", "--key-file", key)
        done = call("mask", *OPTIONS, *linked, *options, input=jsonl(*records)).checked()
        return [[mask.get("link") for mask in record["masks"]] for record in done.records]

    return links


def test_entities_of_a_context_have_the_same_link(links):
    first, second, other, alone, lonely = links()
    assert len(first) == 5
    assert first[0] == second[0] != first[1]  # each word of a name has its own
    assert first[2:] == second[1:] == [first[2]] * 3  # a number has one for all its words
    every = [first[0], first[1], first[2], *other[:2], *alone[:2], *lonely[:2]]
    assert len(set(every)) == len(every)  # no two contexts share one


def test_links_depend_on_the_key_and_nothing_else(call, links, key_file, tmp_path):
    assert links() == links("--jobs", "2") == links("--marker", "class")
    made = call("mask", "--ids", "keyed", "--key-file", tmp_path / "key", "--make-key", input=b"")
    assert made.status == 0
    others = {link for record in links(key=tmp_path / "key") for link in record}
    assert others.isdisjoint(link for record in links() for link in record)


def test_a_merged_entity_has_one_link(links):
    first, second, *_ = links("--merge")
    assert len(first) == 2  # the name, and the number
    assert first[0] != second[0]  # Anna Kowalski, and Anna
    assert first[1] == second[1]


def test_words_that_only_a_list_masks_have_no_link(links):
    records = [{"id": 1, "dialogue": "a", "text": "hello zyxwald"}]
    assert links("--method", "allowList+entityTagger", "--tagger", "patterns", records=records) == [
        [None]
    ]


def test_a_link_never_shows_the_word(call, key_file):
    records = [{"id": 1, "dialogue": CANARY, "text": f"my name is {CANARY} {CANARY}"}]
    options = ("--link", "dialogue", "--key-file", key_file, "--debug")
    done = call("mask", *OPTIONS, *options, input=jsonl(*records)).checked()
    (record,) = done.records
    assert CANARY.lower() not in everything(done)
    assert all(mask["link"].startswith("link-") for mask in record["masks"])


def test_a_context_that_is_no_text_is_a_bad_line(call, key_file):
    options = ("--link", "dialogue", "--key-file", key_file)
    done = call("mask", *OPTIONS, *options, input=jsonl({"text": "a", "dialogue": [CANARY]}))
    assert done.status == 65
    assert CANARY not in done.err
