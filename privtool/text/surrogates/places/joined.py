"""Forms of two places in one phrase: beside each other, with a border, or of one continent."""

from __future__ import annotations

import re

# Two places: "I-35 near Waco", "Devon and Cornwall".
BESIDE = re.compile(
    r"((?:the )?[A-Z][^,]*?)"
    r"(\s+(?:near|outside|north of|south of|east of|west of|and|&|to|or|on|at|in|off|via)\s+|/)"
    r"([A-Z][^,]*)"
)
SIDES = re.compile(
    r"(?:Central|North|South|East|West|Northern|Southern|Eastern|Western) and "
    r"(?P<last>(?:Central|North|South|East|West|Northern|Southern|Eastern|Western) .+)"
)
BORDER = re.compile(
    r"(\w[^,-]*?)(\s?[-\u2013/]\s?)(\w[^,-]*?)(\s+(?:border|frontier))", re.IGNORECASE
)
