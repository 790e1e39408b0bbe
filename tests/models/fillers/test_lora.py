import pytest
from transformers import MambaConfig, MambaForCausalLM

from privtool.core.errors import UnavailableError
from privtool.models.fillers.lora import with_new_adapter


def test_a_model_that_peft_refuses_is_reported():
    model = MambaForCausalLM(MambaConfig(vocab_size=9, hidden_size=8, num_hidden_layers=1))
    with pytest.raises(UnavailableError, match="does not support LoRA adapters for mamba"):
        with_new_adapter(model, 4, True, 1)
