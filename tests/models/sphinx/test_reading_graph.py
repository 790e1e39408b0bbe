from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from privtool.models.sphinx.grammar import build_graph, trace_owners
from privtool.text.english.spoken_words import SpokenWord, spoken_words


def test_spoken_words_are_traced_to_their_owners():
    graph = build_graph(spoken_words("at 58 5 8"))
    recognized = ["at", "fifty", "eight", "five", "eight"]
    assert trace_owners(graph, recognized, [graph.ends[-1]]) == [0, 1, 1, 2, 3]
    assert trace_owners(graph, ["at", "five", "eight"], graph.ends) == [0, 1, 1]
    assert trace_owners(graph, ["at", "nine"], graph.ends) is None
    assert trace_owners(graph, [], [0]) == []


slots = st.lists(st.sampled_from(["a", "b", ""]), min_size=1, max_size=2, unique=True).map(tuple)
parts = st.lists(st.lists(slots, max_size=2).map(tuple), min_size=1, max_size=2).map(tuple)


@given(st.lists(st.lists(parts, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3))
def test_the_paths_are_exactly_the_readings(all_parts):
    words = [SpokenWord(i, i + 1, parts) for i, parts in enumerate(all_parts)]
    graph = build_graph(words)

    def ways(word):  # written down word by word instead of as a graph
        for choice in product(*word.parts):
            for way in product(*(slot for reading in choice for slot in reading)):
                yield [said for said in way if said]

    expected = {
        tuple(said for way in choice for said in way)
        for choice in product(*(list(ways(word)) for word in words))
    }
    for way in expected:
        owners = trace_owners(graph, way, [graph.ends[-1]])
        assert owners is not None
        assert owners == sorted(owners)
        for owner, word in enumerate(words):
            own = [said for said, other in zip(way, owners, strict=True) if other == owner]
            assert own in list(ways(word))
    for length in range(4):
        for way in product("ab", repeat=length):
            found = trace_owners(graph, way, [graph.ends[-1]]) is not None
            assert found == (way in expected)
