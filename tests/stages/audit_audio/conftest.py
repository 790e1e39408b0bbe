"""An audit of one turn."""

import pytest
import soundfile

from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record
from privtool.stages.audio_originals import Originals
from privtool.stages.audit_audio import AuditAudioStage
from tests.support.private_turn import RATE, RECORD, Hears, noise

NO_EARS = (Hears(),)


@pytest.fixture
def audit(tmp_path):
    """Audit recordings against that of a record: gives the counts, as in figures."""

    def run(after, record=RECORD, safe=None, spotters=NO_EARS, before=None, others=()):
        soundfile.write(tmp_path / "r1.wav", noise() if before is None else before, RATE)
        soundfile.write(tmp_path / "safe.wav", after, RATE)
        reader = AudioRoot(str(tmp_path))
        originals = Originals((), reader)
        for each in (record, *others):
            originals.add(each)
        stage = AuditAudioStage(originals, reader, reader, spotters)
        safe = safe or Record(id="r1", text="ask [MASK] now", audio_filepath="safe.wav")
        (outcome,) = stage.audit([safe])
        if isinstance(outcome, str):
            raise DataError(outcome)
        return outcome

    return run
