"""Speed and coverage of the `patterns` tagger beside Presidio's pattern recognisers.

    python benchmarks/patterns_vs_presidio.py > result.json

Presidio is used as a library: its pattern recognisers and its phone recogniser are called on each
text, with no language model (`nlp_artifacts=None`). Two sets are formed: `default`, the recognisers
that Presidio itself switches on for English, and `all`, every predefined one of every country. The
speeds are those of the default set and of the tagger, measured in turns in one run; the medians
are compared. Coverage is counted for both sets: a span of Presidio is missed if one of its letters
or digits lies outside all spans of the tagger at threshold 0. Some of the foreign
recognisers ignore case and take any short words before a number for a licence plate ("is a 34"), or
any word of ten letters for a tax number if digits follow; these stay missed, and are counted.

Without `--corpus` the texts are those of `data/sample/raw.jsonl` (if it is there) and a generated
mix: one text in four holds invented private values, three are plain sentences. With `--corpus` the
texts are the field `text` of a JSONL file. Needs the `bench` dependencies (presidio-analyzer).
"""

from __future__ import annotations

import argparse
import gzip
import inspect
import json
import logging
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from privtool.core.spans import Span
from privtool.text.patterns.tagger import PatternTagger

_SAMPLE = Path(__file__).resolve().parents[1] / "data" / "sample" / "raw.jsonl"
_PRIVATE_SHARE = 0.25

_PLAIN = (
    "i went to the store and bought some {noun} for the {person}",
    "The {person} said that the {noun} was not as good as it used to be.",
    "do you think we could talk about the {noun} later, or is now a bad time",
    "She has one or two ideas about the {noun}, but nobody has asked her yet.",
    "Well, I may be wrong, but the {person} will march on without a {noun}.",
    "Honestly the {noun} is fine; it's the {person} that worries me, you know?",
)
_NOUNS = [
    "weather",
    "garden",
    "bread",
    "music",
    "report",
    "kitchen",
    "movie",
    "engine",
    "letter",
    "holiday",
    "budget",
]
_PERSONS = [
    "neighbour",
    "doctor",
    "manager",
    "teacher",
    "driver",
    "baker",
    "child",
    "visitor",
    "lawyer",
    "nurse",
]
_CARRIERS = (
    "my {kind} is {value}",
    "{value} is the {kind} we have on file, is that right?",
    "Please send it to {value} before the end of the week.",
    "Call me back ({value}) and ask for the {person}.",
    "so the {kind}, let me see, that would be {value}, and the {noun} is extra",
    "{value}, {value2}",
)


def _digits(rng: random.Random, shape: str) -> str:
    """`shape` with a random digit for every # and a random capital for every @."""
    return "".join(
        rng.choice("0123456789")
        if char == "#"
        else rng.choice("ABCEGHJKLMNPRSTVWXYZ")
        if char == "@"
        else char
        for char in shape
    )


def _luhn(number: str) -> str:
    """`number` with its Luhn check digit."""
    doubled = [int(d) * (2 if k % 2 == 0 else 1) for k, d in enumerate(reversed(number))]
    return number + str(-sum(d // 10 + d % 10 for d in doubled) % 10)


def _card(rng: random.Random) -> str:
    number = _luhn(
        _digits(rng, rng.choice(("4##############", "51#############", "37############")))
    )
    if len(number) == 15:
        return rng.choice((number, f"{number[:4]} {number[4:10]} {number[10:]}"))
    return rng.choice(("", " ", "-")).join(number[k : k + 4] for k in range(0, 16, 4))


def _iban(rng: random.Random) -> str:
    country, shape = rng.choice(
        (("DE", "#" * 18), ("GB", "WEST" + "#" * 14), ("NL", "ABNA" + "#" * 10))
    )
    body = _digits(rng, shape)
    check = 98 - int("".join(str(int(char, 36)) for char in body + country + "00")) % 97
    iban = f"{country}{check:02d}{body}"
    return rng.choice((iban, " ".join(iban[k : k + 4] for k in range(0, len(iban), 4))))


def _shaped(*shapes: str) -> Callable[[random.Random], str]:
    return lambda rng: _digits(rng, rng.choice(shapes))


def _date(rng: random.Random) -> str:
    year, month, day = rng.randint(1930, 2029), rng.randint(1, 12), rng.randint(1, 28)
    name = "January February March April May June July August September October November December"
    word = name.split()[month - 1]
    return rng.choice(
        (
            f"{year}-{month:02d}-{day:02d}",
            f"{month}/{day}/{year}",
            f"{day:02d}.{month:02d}.{year}",
            f"{month}/{day}/{year % 100:02d}",
            f"{day}-{word[:3]}-{year}",
            f"{word} {day}, {year}",
            f"{year}-{month:02d}-{day:02d}T10:15:30Z",
            f"{month:02d}/{year}",
        )
    )


def _mail(rng: random.Random) -> str:
    host = rng.choice(("example.com", "mail.example.org", "example.co.uk"))
    return f"{rng.choice(_PERSONS)}{rng.choice(('.', '_', ''))}{rng.randint(1, 99)}@{host}"


def _url(rng: random.Random) -> str:
    head = rng.choice(("https://", "http://www.", "www.", ""))
    return f"{head}example.{rng.choice(('com', 'org', 'io', 'de'))}{rng.choice(('', '/a/b?c=1'))}"


_KINDS: dict[str, Callable[[random.Random], str]] = {
    "card": _card,
    "iban": _iban,
    "date": _date,
    "e-mail": _mail,
    "site": _url,
    "phone": _shaped(
        "(212) 555-01##",
        "+1 415-555-01##",
        "202.456.####",
        "+44 20 7946 0###",
        "07700 900###",
        "+49 30 2345####",
        "+33 1 42 68 53 ##",
        "212-736-5000 ext. 4##",
        "2127365###",
    ),
    "ssn": _shaped("5##-4#-1###", "5## 4# 1###", "54#7#1234", "9##-7#-####"),
    "ip": _shaped(
        "10.1#.2#.#", "192.168.#.1#/24", "2001:db8:85a3::8a2e:370:73##", "::ffff:10.1.2.#"
    ),
    "device": _shaped(
        "00:1A:2B:3C:4D:##", "001a.2b3c.4d##", "550e8400-e29b-41d4-a716-4466554400##"
    ),
    "licence": _shaped(
        "@#######", "@@######", "@########", "##@@@#####", "H########", "@#@#@", "########@@"
    ),
    "account": _shaped(
        "########", "##########", "############", "#################", "CLM-########", "RX######"
    ),
    "tax id": _shaped(
        "##-#######", "##/###/#####", "12###/67890"[:5] + "######", "DE#########", "4#########"
    ),
    "passport": _shaped("@########", "#########", "@@#######", "C01X#####"),
    "health number": _shaped(
        "943 476 5919", "943-476-5919", "1EG4-TE5-MK73", "AB 12 34 56 C", "2### ##### #"
    ),
    "national id": _shaped(
        "12345678Z",
        "X1234567L",
        "RSSMRA85T10A562S",
        "44051401359",
        "131052-308T",
        "811228-9874",
        "S1234567D",
        "2341 2341 2346",
        "ABCPE1234F",
        "046 454 286",
        "900101-1234567",
        "13502703211##",
    ),
    "plate": _shaped(
        "AB12 CDE", "B-MW 1234", "34 ABC 123", "CA 12 GT GP", "KJA-123AB", "MH12AB1234"
    ),
    "postcode": _shaped("SW1A 1AA", "K1A 0B1", "90210-####", "#####"),
    "wallet": lambda rng: rng.choice(
        ("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy")
    ),
    "company": _shaped(
        "HRB 12###", "2009/######/07", "T08LL####A", "51 824 753 556", "556703-7485"
    ),
}


def generated(count: int, seed: int) -> list[str]:
    """`count` texts: a quarter with one or two invented values, the others plain sentences."""
    rng = random.Random(seed)
    texts = []
    for _ in range(count):
        fillers = {"noun": rng.choice(_NOUNS), "person": rng.choice(_PERSONS)}
        if rng.random() >= _PRIVATE_SHARE:
            texts.append(rng.choice(_PLAIN).format(**fillers))
            continue
        kind = rng.choice(list(_KINDS))
        values = {"value": _KINDS[kind](rng), "value2": _KINDS[rng.choice(list(_KINDS))](rng)}
        texts.append(rng.choice(_CARRIERS).format(kind=kind, **values, **fillers))
    return texts


def read_texts(path: Path) -> list[str]:
    """The field `text` of every line of a JSONL file, which may be gzipped."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().split("\n")
    records = (json.loads(line) for line in lines if line.strip())
    return [text for record in records if isinstance(text := record.get("text"), str)]


def recognizers() -> tuple[list[Any], list[Any]]:
    """Presidio's pattern and phone recognisers: the English default set, and all of them."""
    import tldextract.tldextract
    import yaml
    from presidio_analyzer import PatternRecognizer, predefined_recognizers

    # The list of domain endings that comes with the package; no network.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    package = Path(inspect.getfile(predefined_recognizers)).parents[1]
    config = yaml.safe_load((package / "conf" / "default_recognizers.yaml").read_text("utf-8"))
    english = set()
    for entry in config["recognizers"]:
        languages = entry.get("supported_languages", ["en"])
        names = [item["language"] if isinstance(item, dict) else item for item in languages]
        if entry.get("enabled", True) and "en" in names:
            english.add(entry["name"])
    found = []
    for name in sorted(vars(predefined_recognizers)):
        kind = getattr(predefined_recognizers, name)
        if not inspect.isclass(kind) or kind is PatternRecognizer:
            continue
        if issubclass(kind, PatternRecognizer) or name == "PhoneRecognizer":
            found.append((name, kind()))
    return [one for name, one in found if name in english], [one for _, one in found]


def analyze(some: Sequence[Any], text: str) -> list[Any]:
    """What the recognisers find in a text."""
    return [
        result
        for one in some
        for result in one.analyze(text, entities=one.supported_entities, nlp_artifacts=None)
    ]


def missed(
    some: Sequence[Any], texts: Iterable[str], tagger: PatternTagger, show: int
) -> dict[str, Any]:
    """By entity type, how many spans of Presidio the tagger covers and misses at threshold 0."""
    found: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for text in texts:
        covered = _covered(text, tagger.tag([text])[0])
        for result in {(r.entity_type, r.start, r.end) for r in analyze(some, text)}:
            kind, start, end = result
            found[kind] += 1
            if any(text[k].isalnum() and not covered[k] for k in range(start, end)):
                lost[kind] += 1
                if show > 0:
                    show -= 1
                    print(kind, repr(text[start:end]), repr(text), file=sys.stderr)
    return {
        "found": found.total(),
        "missed": lost.total(),
        "missed_by_type": dict(lost.most_common()),
    }


def _covered(text: str, spans: Iterable[Span]) -> bytearray:
    """One byte for each character: 1 inside a span."""
    covered = bytearray(len(text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    return covered


def speeds(
    some: Sequence[Any], texts: list[str], tagger: PatternTagger, repeats: int
) -> dict[str, float]:
    """Records a second of both, measured in turns; medians."""
    ours, theirs = [], []
    tagger.tag(texts[:100])
    for text in texts[:100]:
        analyze(some, text)
    for _ in range(repeats):
        started = time.perf_counter()
        tagger.tag(texts)
        between = time.perf_counter()
        for text in texts:
            analyze(some, text)
        ended = time.perf_counter()
        ours.append(len(texts) / (between - started))
        theirs.append(len(texts) / (ended - between))
    return {
        "privtool_records_per_second": round(statistics.median(ours), 1),
        "presidio_records_per_second": round(statistics.median(theirs), 1),
        "ratio": round(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)), 2),
    }


def main() -> None:
    """Measures and prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--corpus", type=Path, help="JSONL file (.gz is read too) with a field 'text'"
    )
    parser.add_argument("--records", type=int, default=2000, help="texts at most (default 2000)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of the clock (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the generated texts")
    parser.add_argument("--show", type=int, default=0, help="print so many missed spans on stderr")
    arguments = parser.parse_args()
    if arguments.corpus is not None:
        corpora = {arguments.corpus.name: read_texts(arguments.corpus)[: arguments.records]}
    else:
        corpora = {"generated": generated(arguments.records, arguments.seed)}
        if _SAMPLE.exists():
            corpora["sample"] = read_texts(_SAMPLE)
    default, everything = recognizers()
    tagger = PatternTagger()
    report: dict[str, Any] = {"recognizers": {"default": len(default), "all": len(everything)}}
    for name, texts in corpora.items():
        report[name] = {
            "records": len(texts),
            "characters": sum(map(len, texts)),
            **speeds(default, texts, tagger, arguments.repeats),
            "coverage_default": missed(default, texts, tagger, arguments.show),
            "coverage_all": missed(everything, texts, tagger, arguments.show),
        }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
