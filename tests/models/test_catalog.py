import pytest
from typer.testing import CliRunner

from privtool.cli.main import app
from privtool.models import catalog as aliases
from privtool.models.catalog import ALIASES, ENGINES


def run(*arguments: str):
    return CliRunner().invoke(app, ["models", *arguments])


@pytest.fixture
def rows(cache, tmp_path, monkeypatch, capfdbinary):
    monkeypatch.setattr(aliases, "EMBEDDED", tmp_path)
    monkeypatch.setenv("TORCH_HOME", str(tmp_path / "torch"))
    (tmp_path / "mini").mkdir()
    (tmp_path / "mini" / "config.json").touch()
    snapshot = cache / "models--google-bert--bert-base-uncased/snapshots" / ALIASES["bert"].revision
    snapshot.mkdir(parents=True)
    for name in ("config.json", "vocab.txt", "model.safetensors"):
        (snapshot / name).touch()

    def rows(*arguments: str) -> list[bytes]:
        assert run(*arguments).exit_code == 0
        return capfdbinary.readouterr().out.splitlines()

    return rows


def test_each_alias_has_a_line_that_says_where_it_is(rows):
    table = {line.split(b"\t")[0].decode(): line.split(b"\t") for line in rows("--quiet")}
    engines = [table.pop(engine.name) for engine in ENGINES]
    assert [engine[4] for engine in engines] == [b"embedded", b"embedded", b"absent"]
    assert list(table) == list(ALIASES)
    assert {len(columns) for columns in table.values()} == {6}
    states = {name: columns[4].decode() for name, columns in table.items()}
    assert states == {
        **dict.fromkeys(ALIASES, "absent"),
        "mini": "embedded",
        "mini-ner": "missing",
        "multi-ner": "missing",
        "bert": "cached",
    }
    assert table["roberta"][1:4] == [b"masked-lm", b"FacebookAI/roberta-base", b"MIT"]


def test_a_summary_is_written_to_stderr_unless_quiet(cache):
    assert f"{len(ALIASES) + len(ENGINES)} models" in run().stderr
    assert run("-q").stderr == ""


def test_every_pinned_revision_is_a_whole_commit():
    for alias in ALIASES.values():
        assert len(alias.revision) == (0 if alias.hub_id is None else 40)
