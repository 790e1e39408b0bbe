from privtool.models.training.checkpoints import complete_checkpoints, mark_complete


def test_only_the_first_of_several_processes_removes_incomplete_checkpoints(tmp_path, monkeypatch):
    whole, written = (tmp_path / f"checkpoint-{step}" for step in (4, 8))
    for folder in (whole, written):
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(b"weights")
    mark_complete(whole)
    monkeypatch.setenv("RANK", "1")
    assert complete_checkpoints(tmp_path) == [whole]
    assert written.is_dir()
    monkeypatch.setenv("RANK", "0")
    assert complete_checkpoints(tmp_path) == [whole]
    assert not written.exists()


def test_checkpoints_are_in_order_of_their_steps(tmp_path):
    for step in (8, 12, 4):
        (tmp_path / f"checkpoint-{step}").mkdir()
        mark_complete(tmp_path / f"checkpoint-{step}")
    found = [folder.name for folder in complete_checkpoints(tmp_path)]
    assert found == ["checkpoint-4", "checkpoint-8", "checkpoint-12"]
