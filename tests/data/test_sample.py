"""The sample corpus is well-formed, and its README counts it right."""

import ipaddress
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from privtool.text.labels import Label
from tests.support.tables import cases

Records = list[dict[str, Any]]

GENRES = ("call", "clinic", "chat", "news", "form")
GOLD_LABELS = [label.value for label in Label if label is not Label.WORD]


def test_file_is_utf8_lines_without_escapes(lines: list[str], records: Records) -> None:
    assert lines[-1] == ""
    assert "" not in lines[:-1]
    for line, record in zip(lines, records, strict=False):
        assert line == json.dumps(record, ensure_ascii=False)


def test_fields(records: Records) -> None:
    for record in records:
        assert list(record) == ["id", "text", "speaker", "dialogue", "genre", "entities"]
        assert record["text"] == record["text"].strip() != ""
        assert record["genre"] in GENRES
        assert re.fullmatch(r"[a-z]+(-[a-z])?", record["speaker"])  # a role, never a name
        assert re.fullmatch(rf"{record['genre']}-\d{{3}}", record["dialogue"])


def test_ids_are_unique_and_count_up_in_each_dialogue(records: Records) -> None:
    seen: Counter[str] = Counter()
    for record in records:
        seen[record["dialogue"]] += 1
        assert record["id"] == f"{record['dialogue']}-{seen[record['dialogue']]:02}"


def test_spans_are_sorted_disjoint_inside_and_trimmed(records: Records) -> None:
    for record in records:
        last_end = 0
        for entity in record["entities"]:
            assert list(entity) == ["start", "end", "label"]
            assert last_end <= entity["start"] < entity["end"] <= len(record["text"]), record["id"]
            phrase = record["text"][entity["start"] : entity["end"]]
            assert phrase == phrase.strip(), record["id"]
            last_end = entity["end"]


def test_spans_do_not_split_a_character(records: Records) -> None:
    for record in records:
        text = record["text"]
        for entity in record["entities"]:
            for edge in (entity["start"], entity["end"]):
                after = text[edge : edge + 1]
                # Marks that join a cluster; a span edge before one would leave half a letter.
                assert not after or unicodedata.category(after) not in ("Mn", "Mc"), record["id"]


def test_labels_are_known_and_each_occurs(records: Records) -> None:
    counts = Counter(entity["label"] for record in records for entity in record["entities"])
    assert set(counts) == set(GOLD_LABELS)
    assert min(counts.values()) >= 2


def test_readme_table_matches(sample: Path, records: Records) -> None:
    rows: dict[str, Counter[str]] = {"records": Counter(), "without entity": Counter()}
    rows.update({label: Counter() for label in GOLD_LABELS})
    dialogues = {(record["genre"], record["dialogue"]) for record in records}
    rows["dialogues"] = Counter(genre for genre, _ in dialogues)
    for record in records:
        rows["records"][record["genre"]] += 1
        rows["without entity"][record["genre"]] += not record["entities"]
        for entity in record["entities"]:
            rows[entity["label"]][record["genre"]] += 1
    expected = {
        name: [*(row[genre] for genre in GENRES), sum(row.values())] for name, row in rows.items()
    }
    readme = (sample / "README.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in readme.splitlines()
        if line.startswith("| ")
    ]
    assert cells[0] == ["", *GENRES, "all"]
    written = {row[0]: [int(cell) for cell in row[1:]] for row in cells[1:]}
    assert written == expected
    assert f"`raw.jsonl` holds {len(records)} short records" in readme


def test_readme_example_is_in_the_file(sample: Path, records: Records) -> None:
    readme = (sample / "README.md").read_text(encoding="utf-8")
    block = readme[readme.index('{"id"') :].split("\n\n")[0]
    assert json.loads(block) in records


# Numbers and addresses in the sample belong to nobody, and pass the checks of their kind.
Phrases = Callable[[Label], list[str]]

# Telephone digits in ranges that their countries keep for fiction.
FICTION_PHONES = re.compile(
    r"(1?\d{3})?55501\d\d"  # North America
    r"|(44|0)7700900\d{3}|01314960\d{3}|02079460\d{3}"  # United Kingdom
    r"|0491570\d{3}"  # Australia
    r"|(33|0)63998\d{4}"  # France
    r"|03023125\d{3}"  # Germany
    r"|07017406\d\d"  # Sweden
)
TEST_NETWORKS = [
    ipaddress.ip_network(network)
    for network in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
]
ADVERTISED_SSN = re.compile(r"98765432\d|078051120|9\d{8}")
PLAIN_SSN = {"861037742", "837261904"}  # well-formed, for checkers that reject the others


def digits(phrase: str) -> str:
    """The ASCII digits of a phrase, joined."""
    return "".join(re.findall(r"[0-9]", phrase))


def passes_luhn(number: str) -> bool:
    """Whether a string of digits passes the Luhn check."""
    doubled = [int(d) * (1 + place % 2) for place, d in enumerate(reversed(number))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def passes_mod97(iban: str) -> bool:
    """Whether an IBAN without spaces has the right check digits (ISO 13616)."""
    return int("".join(str(int(char, 36)) for char in iban[4:] + iban[:4])) % 97 == 1


def test_telephone_numbers_are_fictional(phrases: Phrases) -> None:
    written = [digits(phrase) for phrase in phrases(Label.PHONE) if digits(phrase)]
    assert len(written) >= 10
    assert [number for number in written if not FICTION_PHONES.fullmatch(number)] == []


def test_cards_pass_luhn_with_spaces_and_with_dashes(phrases: Phrases) -> None:
    full = [card for card in phrases(Label.CARD) if len(digits(card)) >= 12]
    assert all(passes_luhn(digits(card)) for card in full)
    assert any(" " in card for card in full)
    assert any("-" in card for card in full)


def test_ibans_have_valid_check_digits_but_for_one_typing_error(phrases: Phrases) -> None:
    ibans = [iban.replace(" ", "") for iban in phrases(Label.IBAN)]
    wrong = [iban for iban in ibans if not passes_mod97(iban)]
    assert len(ibans) >= 6
    assert wrong == ["DE5199999999000123450O"]


def test_social_security_numbers_are_void_or_listed(phrases: Phrases) -> None:
    written = [digits(phrase) for phrase in phrases(Label.SSN) if digits(phrase)]
    assert {number for number in written if not ADVERTISED_SSN.fullmatch(number)} == PLAIN_SSN


def test_internet_addresses_are_for_documentation(phrases: Phrases) -> None:
    addresses = [ipaddress.ip_address(phrase) for phrase in phrases(Label.IP)]
    assert {address.version for address in addresses} == {4, 6}
    assert all(any(address in network for network in TEST_NETWORKS) for address in addresses)


def test_domains_are_for_documentation(phrases: Phrases) -> None:
    for phrase in phrases(Label.EMAIL) + phrases(Label.URL):
        host = re.sub(r"^\w+://|^.*@", "", phrase.replace(" dot ", ".").replace(" at ", "@"))
        host = re.split(r"[:/?#]", host)[0]
        assert re.search(r"(^|\.)example(\.com|\.org|\.net)?$", host), host


# The hard cases that were planted in the sample corpus are there.
SPOKEN_DIGITS = re.compile(
    r"^(?:(?:double|oh|zero|one|two|three|four|five|six|seven|eight|nine) ?){5,}"
)


@pytest.mark.parametrize(
    "script", ["CYRILLIC", "GREEK", "ARABIC", "DEVANAGARI", "CJK UNIFIED", "HEBREW", "HANGUL"]
)
def test_persons_in_other_scripts(script: str, phrases: Phrases) -> None:
    assert any(unicodedata.name(person[0]).startswith(script) for person in phrases(Label.PERSON))


@pytest.mark.parametrize(("feature", "pattern", "at_least"), cases("sample", "planted patterns"))
def test_planted_patterns(feature: str, pattern: str, at_least: str, texts: list[str]) -> None:
    assert sum(bool(re.search(pattern, text)) for text in texts) >= int(at_least), feature


def test_planted_lines(texts: list[str]) -> None:
    long_lines = [text for text in texts if len(text.split()) >= 250]
    capitals = [text for text in texts if text.isupper() and len(text.split()) > 5]
    bare = [text for text in texts if re.fullmatch(r"[a-z' ]{40,}", text)]
    assert len(long_lines) == 1
    assert len(capitals) >= 8
    assert len(bare) >= 10  # lower-case transcript lines without punctuation


def test_planted_names(records: Records, phrases: Phrases) -> None:
    persons = phrases(Label.PERSON)
    assert "k o w a l s k i" in persons
    assert "J-O-H-N" in persons
    assert "J. K. Okafor" in persons
    assert sum("-" in person for person in persons) >= 8
    followed = [
        record["text"][entity["end"] :]
        for record in records
        for entity in record["entities"]
        if entity["label"] == "PERSON"
    ]
    for ending in ("'s", "’s", "' "):
        assert any(rest.startswith(ending) for rest in followed), ending


@pytest.mark.parametrize("label", [Label.PHONE, Label.CARD, Label.SSN, Label.NUMBER])
def test_digits_are_spoken_out_too(label: Label, phrases: Phrases) -> None:
    assert any(SPOKEN_DIGITS.match(phrase) for phrase in phrases(label))


def test_money_in_many_currencies(phrases: Phrases) -> None:
    money = " ".join(phrases(Label.MONEY))
    for currency in ("$", "€", "£", "¥", "₹", "₺", "CHF", "zlotys", "kronor", "R$", "euros"):
        assert currency in money, currency


def test_typed_markers_are_not_entities(records: Records) -> None:
    for record in records:
        for entity in record["entities"]:
            assert "[" not in record["text"][entity["start"] : entity["end"]], record["id"]
