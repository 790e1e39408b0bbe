"""What becomes of what taggers find: what users choose, which labels are written, and links."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.blocks import Counts
from privtool.core.record import Record
from privtool.core.rng import Key
from privtool.core.spans import Span, replace_ranges
from privtool.stages.annotate import AnnotateStage
from privtool.stages.markup_tagging import MarkupTagger
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagged_words import KEPT, EntityLinks, entities_of_spans, first_spans
from privtool.stages.tagging_steps import whole_names, with_sure_labels
from privtool.stages.user_terms import UserTerms
from privtool.text.detection.tagger import PatternTagger
from privtool.text.labels import FAINT, Label
from privtool.text.listed_phrases import ListedPhrase, PhraseFinder
from privtool.text.word_lists import load_allow_list, load_vocabulary, make_word_list
from privtool.text.words import words
from tests.support.fake_taggers import FakeTagger, RegexTagger
from tests.support.processing import processed
from tests.support.tables import tabled


def finder(*phrases, **options):
    return PhraseFinder(
        [ListedPhrase(tuple(phrase.lower().split()), "MISC") for phrase in phrases], **options
    ).find


def keep(*phrases):
    return (finder(*phrases, whole=True),)


def span_of(text, part, label="ORGANIZATION"):
    start = text.index(part)
    return Span(start, start + len(part), label)


TOOLS = "We use Grafana, New Relic and Kubernetes at Grafana Street."


@tabled("stages", "found left")
def test_allowed_phrases_are_taken_out_of_enumerations_alone(found, left):
    terms = UserTerms(allow=keep("grafana", "new relic", "kubernetes"))
    start = TOOLS.rindex(found) if found == "Grafana Street" else TOOLS.index(found)
    spans = terms.without_allowed(TOOLS, [Span(start, start + len(found), "ORGANIZATION")])
    assert [TOOLS[each.start : each.end] for each in spans] == left


def test_what_is_private_next_to_an_allowed_item_stays():
    text = "Anna Lee, Bo Roe, Grafana and Cy Doe"
    terms = UserTerms(allow=keep("grafana"))
    (first, last) = terms.without_allowed(text, [Span(0, len(text), "PERSON")])
    assert text[first.start : first.end] == "Anna Lee, Bo Roe"
    assert text[last.start : last.end] == "Cy Doe"


def test_a_phrase_to_mask_wins_over_one_to_keep():
    terms = UserTerms(finder("grafana"), keep("grafana"))
    denied, _, kept = terms.divided("grafana", [])
    assert [each.label for each in denied] == ["MISC"]
    assert [each.label for each in kept] == [KEPT]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Max @max max's #Max", "Max @max max's #Max"),
        ("Max-Okonjo max@okonjo.org O'Max #max_okonjo", "[MASK] [MASK] [MASK] [MASK]"),
        ("New Relic", "New Relic"),
        ("new relic-okonjo", "[MASK] [MASK]"),
    ],
)
@pytest.mark.parametrize("annotate", [False, True])
def test_an_allowed_phrase_keeps_no_word_of_which_it_is_a_part(text, masked, annotate):
    terms = UserTerms(allow=keep("max", "new relic"))
    if annotate:
        ((record,),) = AnnotateStage((LIST,), None, (), None, terms).process(
            [Record(id=1, text=text)], Counts()
        )
        hidden = [(each.start, each.end, "[MASK]") for each in record.entities]
        assert replace_ranges(text, hidden) == masked
    else:
        settings = MaskSettings({"allowList": LIST}, terms=terms)
        (record,) = processed(MaskStage(settings), [Record(id=1, text=text)])
        assert record.text == masked


def test_a_phrase_to_mask_has_the_label_of_its_list():
    common = partial(with_sure_labels, make_word_list("common", ["grafana"]))
    terms = UserTerms(finder("grafana"))
    stage = MaskStage(
        MaskSettings({}, by_class=True, terms=terms, sure_labels=common), FakeTagger({})
    )
    ((record,),) = stage.process([Record(id=1, text="ask grafana")], Counts())
    assert record.text == "ask [MISC]"


def test_classes():
    text = "Anna in Leeds on May 5"
    spans = [
        span_of(text, "Anna", "PERSON"),
        span_of(text, "Leeds", "GPE"),
        span_of(text, "May 5", "DATE"),
    ]
    for terms, masked in (
        (UserTerms(labels=frozenset([Label.PERSON])), ["PERSON"]),
        (UserTerms(kept_labels=frozenset([Label.LOCATION])), ["PERSON", "DATE"]),
        (UserTerms(), ["PERSON", "GPE", "DATE"]),
    ):
        _, private, kept = terms.divided(text, spans)
        assert [each.label for each in private] == masked
        assert len(private) + len(kept) == 3


def test_confirmed_forms_that_are_allowed_are_counted():
    text = "4111 1111 1111 1111 and Grafana"
    spans = [span_of(text, "4111 1111 1111 1111", "CARD"), span_of(text, "Grafana")]
    terms = UserTerms(allow=keep("4111 1111 1111 1111", "grafana"))
    assert terms.kept_forms(text, spans) == 1


# Words that markup cuts are masked whole, and tags stay.
LIST = make_word_list("l", ["dear", "am", "sin", "hi", "b"])


NAMES = RegexTagger("Tamsin|Okonjo")


def masked(text, tagger, lists):
    settings = MaskSettings({each.name: each for each in lists})
    stage = MaskStage(settings, MarkupTagger(tagger, lists))
    ((record,),) = stage.process([Record(id=1, text=text)], Counts())
    return record.text


class Shy:
    """Finds no name next to code."""

    def tag(self, texts):
        found = NAMES.tag(texts)
        return [[] if "<@" in text else spans for text, spans in zip(texts, found, strict=True)]


@tabled("stages", "text reader expected")
def test_text_with_markup_is_read_through_it(text, reader, expected):
    tagger = {"names": NAMES, "shy": Shy(), "list": None}[reader]
    assert masked(text, tagger, [] if tagger else [LIST]) == expected


@pytest.mark.parametrize("given", ["deny", "rules"])
def test_what_users_always_mask_is_read_through_markup(given):
    terms = UserTerms(**{given: finder("tamsin")})
    text = "<b>Tam</b>sin, T&#97;msin, tamsin"
    denied, private, _ = terms.divided(text, [])
    parts = [text[span.start : span.end] for span in sorted([*denied, *private])]
    assert parts == ["Tam", "sin", "T&#97;msin", "tamsin"]


COMMON = make_word_list("common", ["death", "row", "of", "the"])
TEXT = "Bank of Ohio people on death row"


def span(phrase, label, *doubtful, text=TEXT):
    start = text.index(phrase)
    parts = [(text.index(word), text.index(word) + len(word)) for word in doubtful]
    return Span(start, start + len(phrase), label, doubtful=tuple(parts))


def masks(spans, text=TEXT, **options):
    settings = MaskSettings({}, sure_labels=partial(with_sure_labels, COMMON), **options)
    record = Record(id=1, text=text)
    (safe,) = processed(MaskStage(settings, FakeTagger({text: spans})), [record])
    return [(mask.label, mask.entity) for mask in safe.masks]


@tabled("stages", "spans expected")
def test_labels(spans, expected):
    assert [*map(list, masks([span(*each) for each in spans]))] == expected


def test_any_word_with_a_digit_for_another_tagger_makes_no_label_sure():
    spans = [span("Ohio", "MISC", "Ohio"), Span(*span("Ohio", "ID")[:3], FAINT)]
    assert masks(spans) == [("WORD", 1)]


def test_initials_keep_their_label():
    text = "Put me, D. E., please"
    initials = span("D. E.", "PERSON", "D", "E", text=text)
    assert masks([initials], text) == [("PERSON", 1)] * 2


def test_links_keep_doubtful_labels():
    links = EntityLinks(Key(b"key"), "dialogue")
    assert masks([span("Ohio", "MISC", "Ohio")], links=links) == [("MISC", 1)]


@given(st.data())
def test_the_same_words_stay_masked(data):
    places = st.integers(0, len(TEXT))
    spans = []
    for _ in range(data.draw(st.integers(0, 4))):
        start, end = sorted((data.draw(places), data.draw(places)))
        label = data.draw(st.sampled_from(["PERSON", "DATE", "WORD"]))
        doubtful = sorted((data.draw(places), data.draw(places)))
        spans.append(Span(start, end, label, doubtful=(tuple(doubtful),)))
    found = words(TEXT)
    sure = with_sure_labels(COMMON, TEXT, spans)
    assert first_spans(found, sure).keys() == first_spans(found, spans).keys()


# Which words are one entity: the numbers in `masks`.
TAGGED_TEXT = "so Anna Maria Smith Bob Lee saw Old Rome, Ohio"
P, L = "PERSON", "LOCATION"


@tabled("stages", "spans numbers")
def test_words_of_one_entity_share_a_number(spans, numbers):
    tagger = FakeTagger({TAGGED_TEXT: [Span(*span) for span in spans]})
    (new,) = processed(MaskStage(MaskSettings({}), tagger), [Record(text=TAGGED_TEXT)])
    assert [mask.entity for mask in new.masks] == numbers


def test_words_that_only_a_list_masks_are_entities_of_their_own():
    tagger = FakeTagger({"x Anna Lee y z": [Span(2, 10, P)]})
    lists = {"allowList": make_word_list("l", ["lee"])}
    (new,) = processed(MaskStage(MaskSettings(lists), tagger), [Record(text="x Anna Lee y z")])
    assert [mask.entity for mask in new.masks] == [1, 2, 2, 3, 4]


def test_merged_markers_say_so():
    stage = MaskStage(MaskSettings({"allowList": make_word_list("l", ["so"])}, merge=True))
    (new,) = processed(stage, [Record(text="so a b so c")])
    assert [(mask.entity, mask.merged is True) for mask in new.masks] == [(1, True), (3, False)]


def test_a_long_span_joins_all_that_it_overlaps():
    spans = [Span(0, 20, P), Span(2, 3, P), Span(5, 6, P), Span(19, 30, P), Span(30, 31, P)]
    assert entities_of_spans(spans) == [0, 0, 0, 0, 4]
    assert entities_of_spans([]) == []


# Invisible text is masked by any method and any tagger.
STAGES = {
    "allowList": MaskStage(MaskSettings({"allowList": load_allow_list()})),
    "vocabThres": MaskStage(MaskSettings({"vocabThres": load_vocabulary(None, 1000, None)})),
    "patterns": MaskStage(MaskSettings({}), whole_names(PatternTagger(), other_scripts=False)),
    "names": MaskStage(MaskSettings({}), whole_names(NAMES, other_scripts=False)),
}
HIDDEN = [
    "\U000e0061\U000e006e",  # tag characters: a copy of ASCII
    "\U000e0101",  # one of the selectors that can encode a byte
    "\u200b\u200c\u200b\u200b\u200c",  # five bits
    "\ufeff" * 4,
    "\ufe00\ufe01\ufe00\ufe0f",
]


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_words_with_invisible_text_are_masked(stage, hidden):
    texts = [f"the hou{hidden}se is", f"the house{hidden} is", f"the {hidden} is"]
    new = processed(stage, [Record(id=1, text=text) for text in texts])
    assert [record.text for record in new] == ["the [MASK] is"] * 3


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
def test_a_few_invisible_characters_have_their_place(stage):
    (record,) = processed(stage, [Record(id=1, text="the hou\u00adse is\u2060")])
    assert record.text == "the hou\u00adse is\u2060"
