"""The canaries that `prior_canaries.py` of the privacy recipe plants and counts."""

from collections import Counter

SCRIPT = "privacy/prior_canaries.py"


def test_each_record_has_a_word_of_its_own_and_names_are_in_as_many_records_as_they_say(recipe):
    units = dict(recipe.with_canaries([set()] * 5000))
    counts = Counter(word for words in units.values() for _, word in words)
    own = [word for word in counts if word.startswith("own")]
    assert len(own) == 5000
    assert {counts[word] for word in own} == {1}
    for records in recipe.NAMES_OF:
        names = [word for word in counts if word.startswith(f"name{records}n")]
        assert len(names) == recipe.NAMES
        assert {counts[name] for name in names} == {records}


def test_words_of_one_record_stay_inside_and_names_of_many_do_not(recipe):
    units = dict(recipe.with_canaries([set()] * 5000))
    found = recipe.row(recipe.released(units, 8.0, 8, 1), 5000)
    assert found[:2] == ["0", "0 of 5,000"]
    assert found[-1] == "50 of 50"
