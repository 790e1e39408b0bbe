from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.models.sphinx import decoder
from privtool.models.sphinx.decoder import Lattice, Link, best_texts, read_lattice
from privtool.models.sphinx.grammar import build_graph, trace_owners
from privtool.models.sphinx.recognizer import KeywordSpotter, sphinx_spotters
from privtool.models.tts.espeak import speak
from privtool.stages.hearing import count_heard
from privtool.text.english.spoken_words import SpokenWord, spoken_words

# a pause (3) may stand between what follows "a" (1) or "b" (2) and "c" (4) or "d" (5)
WORDS = [None, "a", "b", None, "c", "d", None]
TIMES = [0.0, 0.1, 0.1, 0.2, 0.3, 0.3, 0.5]
LINKS = [
    Link(0, 1, -1.0, 0.6), Link(0, 2, -1.5, 0.4), Link(1, 3, -2.0, 0.3), Link(2, 3, -1.0, 0.3),
    Link(1, 4, -2.5, 0.3), Link(3, 4, -0.2, 0.3), Link(3, 5, -0.1, 0.3), Link(4, 6, -1.0, 0.6),
    Link(5, 6, -1.2, 0.4),
]  # fmt: skip
LATTICE = Lattice(WORDS, TIMES, LINKS, 0, 6)


def trigram(word, before):
    """Any numbers that depend on all words."""
    return -((sum(map(ord, word)) * 7 + sum(map(ord, "".join(before))) * 3) % 11) / 10


def exhaustive(weight, penalty):
    """The best score of each text over all paths."""
    found = {}

    def follow(node, score, words):
        if node == 6:
            text = " ".join(words)
            score += weight * trigram("</s>", ("<s>", *words)[-2:]) + penalty
            found[text] = max(score, found.get(text, score))
            return
        for link in LINKS:
            if link.start == node:
                word = WORDS[link.end]
                new, said = score + link.score, words
                if word is not None:
                    new += weight * trigram(word, ("<s>", *words)[-2:]) + penalty
                    said = (*words, word)
                follow(link.end, new, said)

    follow(0, 0.0, ())
    return found


@pytest.mark.parametrize("weight", [0.0, 1.0, 9.5])
def test_the_texts_are_those_of_an_exhaustive_search(weight):
    expected = exhaustive(weight, -0.4)
    found = best_texts(LATTICE, trigram, weight, -0.4, 10)
    assert {" ".join(one.words): one.score for one in found} == pytest.approx(expected)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert best_texts(LATTICE, trigram, weight, -0.4, 1) == found[:1]


def test_the_order_of_links_does_not_matter():
    expected = best_texts(LATTICE, trigram, 2.0, 0.0, 10)
    for links in list(permutations(LINKS))[::50_000]:
        assert best_texts(LATTICE._replace(links=list(links)), trigram, 2.0, 0.0, 10) == expected


def test_a_lattice_is_read_as_pocketsphinx_writes_it(tmp_path):
    (tmp_path / "lattice").write_text(
        "# Lattice\nVERSION=1.0\nstart=2\nend=0\n#\nN=3\tL=2\n"
        "I=0\tt=2.19\tW=!SENT_END\tv=1\nI=1\tt=0.16\tW=too\tv=2\nI=2\tt=0.00\tW=!SENT_START\tv=1\n"
        "J=0\tS=2\tE=1\ta=-19.5\tp=0.5\nJ=1\tS=1\tE=0\ta=-2.25\tp=1\n"
    )
    assert read_lattice(tmp_path / "lattice") == Lattice(
        [None, "too", None],
        [2.19, 0.16, 0.0],
        [Link(2, 1, -19.5, 0.5), Link(1, 0, -2.25, 1.0)],
        2,
        0,
    )


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


@pytest.fixture(scope="module")
def spotters():
    return sphinx_spotters()


def test_removed_words_are_not_recognized(spotters):
    clip = resample(speak("the number is seven seven nine and my name is michael"), 16_000)
    half = clip.seconds * 0.45
    private = ["seven seven nine", "Michael"]
    everything = [Interval(0.0, clip.seconds)]
    spotted = count_heard(spotters, clip, everything, private)
    assert spotted >= 1  # a synthetic voice is hard for it
    silent = clip.samples.copy()
    silent[: int(half * 16_000)] = 0
    gone = [Interval(0.0, half)]
    assert count_heard(spotters, clip._replace(samples=silent), gone, private) == 0
    assert count_heard(spotters, Clip(np.zeros(16_000, np.float32), 16_000), gone, private) == 0


@pytest.fixture(scope="module")
def spotter():
    return KeywordSpotter()


def synthesize(phrase):
    return resample(speak(phrase, "en-us+f2", words_per_minute=120), 16_000).samples


def test_keywords_are_spotted_in_speech_and_not_in_noise(spotter):
    spotted = [
        word.spoken
        for word in spotter.spot(synthesize("seven seven"), ["nine", "seven", "kowalski"])
    ]
    assert set(spotted) == {"seven"}
    assert spotter.spot(synthesize("good books"), ["nine", "seven", "kowalski"]) == []
    draw = np.random.default_rng(1)
    for level in (0.0, 0.001, 0.1):
        noise = (level * draw.standard_normal(32_000)).astype(np.float32)
        assert spotter.spot(noise, ["nine", "seven", "a", "o", "s"]) == []


def test_unknown_words_are_spotted_and_unpronounceable_ones_ignored(spotter):
    spotted = spotter.spot(synthesize("kowalski"), ["kowalski", "\u6771"])
    assert [word.spoken for word in spotted] == ["kowalski"]
    assert spotter.spot(synthesize("kowalski"), []) == []


def test_a_model_is_not_loaded_with_too_little_memory(monkeypatch):
    monkeypatch.setattr(decoder, "_MODEL_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        decoder.SphinxDecoder()


def test_a_clip_is_not_decoded_with_too_little_memory(monkeypatch):
    sphinx = decoder.SphinxDecoder()
    monkeypatch.setattr(decoder, "_SECOND_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        sphinx.decode(np.zeros(decoder.RATE, np.float32), [(0, 0, 1.0, "hello")])
