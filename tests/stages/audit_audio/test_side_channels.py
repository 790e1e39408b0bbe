"""Private words beside the audio: in paths, tags and other records of the file."""

import soundfile
from msgspec.structs import replace

from privtool.core.record import Entity, Record, WordTime
from tests.support.private_turn import PRIVATE, RATE, RECORD, noise, share, without


def test_paths_and_tags_are_side_channels(audit, tmp_path):
    clean = without(noise(), *PRIVATE)
    assert share(audit(clean), "side_channel") == (0, 1)
    audit(clean)
    (tmp_path / "safe.wav").rename(tmp_path / "x_quixley.wav")
    safe = Record(id="r1", text="ask [MASK] now", audio_filepath="x_quixley.wav")
    outcome = audit(clean, safe=safe)
    assert share(outcome, "side_channel", "path") == (1, 1)
    with soundfile.SoundFile(tmp_path / "tagged.wav", "w", RATE, 1) as file:
        file.title = "call of Anna"
        file.write(clean)
    tagged = audit(clean, safe=replace(safe, audio_filepath="tagged.wav"))
    assert share(tagged, "side_channel", "tags") == (1, 1)
    assert tagged.places[0]["how"] == ["in the tags"]


def test_private_words_of_other_records_of_the_file_are_a_side_channel(audit):
    other = Record(
        id="r2", text="Otto", audio_filepath="r1.wav", offset=1.5,
        words=(WordTime("Otto", 0.1, 0.4),), entities=(Entity(0, 4, "NAME"),),
    )  # fmt: skip
    outcome = audit(without(noise(), *PRIVATE), others=[other])
    assert share(outcome, "side_channel", "overlap") == (1, 1)
    outcome = audit(without(noise(), *PRIVATE, (1.55, 1.95)), others=[other])
    assert share(outcome, "side_channel", "overlap") == (0, 1)
    elsewhere = replace(other, offset=2.0)
    short = replace(RECORD, duration=2.0)
    outcome = audit(without(noise(), *PRIVATE), short, others=[elsewhere])
    assert share(outcome, "side_channel", "overlap") == (0, 0)
