"""Broken, odd and still good lines and files, made of good ones."""

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

CANARY = "Zqxwary"  # stands for private text: no message may hold it
_TEXTS = (
    "\0", "\u202e", "\u200d", "\u2028", "\ufeff", "\U0010ffff", "\u0301" * 50, "[MASK]" * 40,
    "</s>", "[PERSON]", "\u00a0", "\\", '"', "\u0130\u0131\u00df\ufb01", "\u4e2d\u6587", "1" * 4000,
    "a" * 20_000, "a@b." * 300, "1/" * 500, "(" * 300, "\r\n", "\x1b[31m", "http://" * 50,
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 10**30, 0.5, -0.0, 1e-320, 1e308, "", " ", "NaN", [], {}, [[]],
    [None], [{}], {"": ""}, {"text": CANARY}, [CANARY], CANARY, [1, 2], ["x"] * 2000,
)  # fmt: skip
_NUMBERS = ("NaN", "Infinity", "1e999", "1" * 400, "0x10", "01", "1.", "+1", "1.0", "-0")
_KINDS = ("bytes", "cut", "join", "value", "span", "text", "key", "twice", "number", "nest", "code")


def mutated_line(record: dict[str, Any], rnd: random.Random) -> bytes:
    """Return a line made of a record, which may be bad in any way; it holds no line end."""
    record = copy.deepcopy(record)
    kind = rnd.choice(_KINDS)
    if kind == "value":
        _put(record, rnd.choice(list(_places(record))), copy.deepcopy(rnd.choice(_VALUES)))
    elif kind == "span":
        spans = [at for at in _places(record) if at[-1] in ("start", "end", "offset", "duration")]
        if spans:
            _put(record, rnd.choice(spans), rnd.choice([-1, 0, 10**6, 2**40, -0.5, 1e300, "1"]))
    elif kind == "text":
        at = rnd.randrange(len(record["text"]) + 1)
        record["text"] = record["text"][:at] + rnd.choice(_TEXTS) + record["text"][at:]
    elif kind == "key":
        name = rnd.choice(["", CANARY, "TEXT", "x" * 5000, "masks", "words", "\0"])
        record[name] = rnd.choice(_VALUES)
    line = json.dumps(record, ensure_ascii=rnd.random() < 0.5).encode()
    if kind == "twice":
        line = line[:-1] + b', "text": "' + CANARY.encode() + b'"}'
    elif kind == "number":
        line = re.sub(rb"(?<=: )\d+", rnd.choice(_NUMBERS).encode(), line, count=1)
    elif kind == "nest":
        depth = rnd.choice([50, 5000, 100_000])
        line = line[:-1] + b', "deep": ' + b"[" * depth + b"]" * depth + b"}"
    elif kind == "code":
        line = line.decode().encode(rnd.choice(["utf-16", "utf-32", "cp037"]), "replace")
    elif kind in ("bytes", "cut", "join"):
        line = (
            mutated_file(line, rnd) if kind != "join" else line + line[rnd.randrange(len(line)) :]
        )
    return line.replace(b"\n", b" ")


def mutated_file(data: bytes, rnd: random.Random) -> bytes:
    """Return a damaged file: bits flipped, a part cut, zeroed, inserted, or a header changed."""
    new = bytearray(data)
    kind = rnd.choice(["flip", "cut", "zero", "insert", "header"])
    at = rnd.randrange(len(new))
    if kind == "flip":
        for _ in range(rnd.choice([1, 10, 100])):
            new[rnd.randrange(len(new))] ^= 1 << rnd.randrange(8)
    elif kind == "cut":
        del new[at:]
    elif kind == "zero":
        new[at : at + 500] = bytes(len(new[at : at + 500]))
    elif kind == "insert":
        new[at:at] = rnd.randbytes(rnd.choice([1, 10, 1000]))
    else:
        for _ in range(rnd.choice([1, 3, 10])):
            new[rnd.randrange(min(200, len(new)))] = rnd.randrange(256)
    return bytes(new)


def is_json(line: bytes) -> bool:
    """Return whether a line is JSON with numbers that JSON has."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(line.decode(), parse_constant=refuse)
    except ValueError:
        return False
    return True


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values inside a JSON value."""
    if at:
        yield at
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in items if not isinstance(value, list) else enumerate(value):
        yield from _places(inner, (*at, key))


def _put(record: Any, at: tuple[Any, ...], value: Any) -> None:
    for key in at[:-1]:
        record = record[key]
    record[at[-1]] = value
