import pytest

from privtool.core import memory


def test_too_little_memory_is_an_error_that_can_be_caught():
    memory.require_memory(memory.MB)
    with pytest.raises(MemoryError):
        memory.require_memory(1 << 60)
