"""The stage of surrogates on single records, and a record with a name and word times."""

from collections import Counter

from privtool.core.record import Entity, Record, WordTime
from privtool.core.rng import Key, pseudonym
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.generator import SurrogateGenerator
from tests.support.processing import processed

KEY = Key(b"0123456789abcdef")


def stage(field: str | None = None, *keep: str, least: float = 0.0) -> SurrogateStage:
    settings = SurrogateSettings((field,) if field else (), keep, least_confidence=least)
    return SurrogateStage(settings, SurrogateGenerator(KEY))


CALLER = pseudonym(KEY, "speaker", "caller")


def process(
    record: Record, field: str | None = None, *keep: str, least: float = 0.0
) -> tuple[Record, Counter[str]]:
    counts: Counter[str] = Counter()
    made = stage(field, *keep, least=least)
    (new,) = processed(made, [record], counts)
    return new, counts


def private_words(text: str) -> tuple[WordTime, ...]:
    return tuple(WordTime(word, float(k), k + 0.5, -0.1) for k, word in enumerate(text.split()))


ANNA = Record(
    id="a1",
    text="hi my name's Anna Kowalski's said anna",
    speaker="caller",
    audio_filepath="calls/1.wav",
    offset=3.0,
    duration=9.0,
    entities=(Entity(13, 26, "PERSON", 0.9), Entity(34, 38, "PERSON")),
    words=private_words("hi my name's Anna Kowalski's said anna"),
)
