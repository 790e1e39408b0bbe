import pytest
import torch

from privtool.core.device import check_device_name, choose_device
from privtool.core.errors import UnavailableError, UsageError


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch):
    def having(cuda: int = 0, mps: bool = False) -> None:
        monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda > 0)
        monkeypatch.setattr(torch.cuda, "device_count", lambda: cuda)
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)

    return having


@pytest.mark.parametrize(
    ("cuda", "mps", "expected"), [(2, True, "cuda"), (0, True, "mps"), (0, False, "cpu")]
)
def test_auto_takes_the_fastest_kind_there_is(machine, cuda, mps, expected):
    machine(cuda, mps)
    assert choose_device("auto").type == expected


def test_a_device_asked_for_is_the_one_given(machine):
    machine(2, True)
    assert choose_device("cpu") == torch.device("cpu")
    assert choose_device("cuda:1") == torch.device("cuda:1")
    assert choose_device("mps") == torch.device("mps")


@pytest.mark.parametrize("name", ["cuda", "cuda:0", "mps"])
def test_an_absent_device_is_an_error_and_no_fall_back(machine, name):
    machine()
    with pytest.raises(UnavailableError, match=f"`device` {name}") as caught:
        choose_device(name)
    assert caught.value.status == 69
    assert "\n" not in str(caught.value)


def test_a_cuda_number_too_high_names_those_there_are(machine):
    machine(2)
    with pytest.raises(UnavailableError, match="0 to 1"):
        choose_device("cuda:2")


@pytest.mark.parametrize("name", ["", "gpu", "cuda:", "cuda:x", "CPU", "cpu:0", "cuda:-1"])
def test_an_unknown_name_is_a_usage_error(name):
    with pytest.raises(UsageError, match="`device`"):
        check_device_name(name)
    with pytest.raises(UsageError, match="`device`"):
        choose_device(name)
