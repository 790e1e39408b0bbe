"""A report of hand-written rows, read once."""

import json
from typing import Any

import pytest

import privtool
from tests.reports.rows import ROWS


@pytest.fixture(scope="session")
def page() -> str:
    return str(privtool.report(ROWS))


@pytest.fixture(scope="session")
def sections() -> Any:
    """The sections of runs by name, as the JSON twin has them, without drawing pictures."""
    from privtool.reports.document import json_of, sections_of
    from privtool.reports.rows import RunReader
    from privtool.workflows.names import config_of
    from privtool.workflows.report import known_names, references_of

    def of(runs: dict[str, list[dict[str, Any]]], **options: Any) -> dict[str, Any]:
        read, known = [], known_names()
        for name, rows in runs.items():
            reader = RunReader(name, known)
            for row in rows:
                reader.add(row)
            read.append(reader.finish())
        config = config_of("report")(**options)
        parts = sections_of(read, references_of(config, read))
        found: dict[str, Any] = json.loads(json_of(read, parts))["sections"]
        return found

    return of


@pytest.fixture(scope="session")
def twin(sections: Any) -> dict[str, Any]:
    found: dict[str, Any] = sections({"run 1": ROWS})
    return found
