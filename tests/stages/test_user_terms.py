"""What users always or never mask, and which classes."""

from privtool.core.blocks import Counts
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.markup_tagging import MarkupTagger
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagged_words import KEPT
from privtool.stages.user_terms import UserTerms
from privtool.text.labels import Label
from privtool.text.listed_phrases import ListedPhrase, PhraseFinder
from privtool.text.word_lists import make_word_list
from tests.support.fake_taggers import RegexTagger
from tests.support.tables import tabled


def finder(*phrases, **options):
    return PhraseFinder(
        [ListedPhrase(tuple(phrase.lower().split()), "MISC") for phrase in phrases], **options
    ).find


def keep(*phrases):
    return (finder(*phrases, whole=True),)


def span(text, part, label="ORGANIZATION"):
    start = text.index(part)
    return Span(start, start + len(part), label)


TEXT = "We use Grafana, New Relic and Kubernetes at Grafana Street."


@tabled("stages", "found left")
def test_allowed_phrases_are_taken_out_of_enumerations_alone(found, left):
    terms = UserTerms(allow=keep("grafana", "new relic", "kubernetes"))
    start = TEXT.rindex(found) if found == "Grafana Street" else TEXT.index(found)
    spans = terms.without_allowed(TEXT, [Span(start, start + len(found), "ORGANIZATION")])
    assert [TEXT[each.start : each.end] for each in spans] == left


def test_what_is_private_next_to_an_allowed_item_stays():
    text = "Anna Lee, Bo Roe, Grafana and Cy Doe"
    terms = UserTerms(allow=keep("grafana"))
    (first, last) = terms.without_allowed(text, [Span(0, len(text), "PERSON")])
    assert text[first.start : first.end] == "Anna Lee, Bo Roe"
    assert text[last.start : last.end] == "Cy Doe"


def test_a_phrase_to_mask_wins_over_one_to_keep():
    terms = UserTerms(finder("grafana"), keep("grafana"))
    private, kept = terms.divided("grafana", [])
    assert [each.label for each in private] == ["MISC"]
    assert [each.label for each in kept] == [KEPT]


def test_classes():
    text = "Anna in Leeds on May 5"
    spans = [span(text, "Anna", "PERSON"), span(text, "Leeds", "GPE"), span(text, "May 5", "DATE")]
    for terms, masked in (
        (UserTerms(labels=frozenset([Label.PERSON])), ["PERSON"]),
        (UserTerms(kept_labels=frozenset([Label.LOCATION])), ["PERSON", "DATE"]),
        (UserTerms(), ["PERSON", "GPE", "DATE"]),
    ):
        private, kept = terms.divided(text, spans)
        assert [each.label for each in private] == masked
        assert len(private) + len(kept) == 3


def test_confirmed_forms_that_are_allowed_are_counted():
    text = "4111 1111 1111 1111 and Grafana"
    spans = [span(text, "4111 1111 1111 1111", "CARD"), span(text, "Grafana")]
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
