"""One position of each row out of the shortened encoder against the whole one."""

import pytest
import torch
from transformers import (
    AlbertConfig,
    AutoModel,
    BertConfig,
    CamembertConfig,
    DebertaV2Config,
    DistilBertConfig,
    ElectraConfig,
    ModernBertConfig,
    MPNetConfig,
    RobertaConfig,
)

from privtool.models.fillers.masked.slot_model import slot_encoder

SMALL = {"vocab_size": 50, "hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 48}
CONFIGS = {
    "bert": BertConfig(**SMALL, num_hidden_layers=3),
    "bert of one layer": BertConfig(**SMALL, num_hidden_layers=1),
    "bert with relative positions": BertConfig(
        **SMALL, num_hidden_layers=2, position_embedding_type="relative_key"
    ),
    "camembert": CamembertConfig(**SMALL, num_hidden_layers=2),
    "distilbert": DistilBertConfig(vocab_size=50, dim=32, n_heads=4, hidden_dim=48, n_layers=2),
    "roberta": RobertaConfig(**SMALL, num_hidden_layers=2),
}
OTHERS = {
    "albert": AlbertConfig(**SMALL, num_hidden_layers=2, embedding_size=16),
    "bert with relative positions": CONFIGS["bert with relative positions"],
    "deberta-v2": DebertaV2Config(**SMALL, num_hidden_layers=2, relative_attention=True),
    "electra": ElectraConfig(**SMALL, num_hidden_layers=2, embedding_size=16),
    "modernbert": ModernBertConfig(
        **SMALL,
        num_hidden_layers=2,
        local_attention=4,
        pad_token_id=0,
        global_attn_every_n_layers=2,
    ),
    "mpnet": MPNetConfig(**SMALL, num_hidden_layers=2),
}
CONFIGS |= OTHERS
RUN_WHOLE = OTHERS.keys() | {"distilbert"}


def encoder(name):
    torch.manual_seed(1)
    return AutoModel.from_config(CONFIGS[name]).eval()


def padded_rows():
    ids = torch.randint(5, 50, (19, 12), generator=torch.Generator().manual_seed(2))
    attention = torch.ones_like(ids)
    for row in range(len(ids)):
        attention[row, 12 - row % 7 :] = 0
    at = torch.arange(len(ids)) % 5
    return torch.where(attention.bool(), ids, 1), attention, at


@pytest.mark.parametrize("name", sorted(CONFIGS))
@torch.inference_mode()
def test_it_is_what_the_whole_encoder_gives(name):
    body = encoder(name)
    ids, attention, at = padded_rows()
    whole = body(input_ids=ids, attention_mask=attention).last_hidden_state
    expected = whole[torch.arange(len(ids)), at]
    torch.testing.assert_close(slot_encoder(body)(ids, attention, at), expected)
    after = body(input_ids=ids, attention_mask=attention).last_hidden_state
    assert torch.equal(after, whole)  # the encoder itself stays as it was


@pytest.mark.parametrize("name", sorted(CONFIGS.keys() - RUN_WHOLE))
@torch.inference_mode()
def test_the_last_layer_works_at_the_slots_only(name):
    body = encoder(name)
    seen = []
    body.encoder.layer[-1].intermediate.register_forward_hook(
        lambda _, given, __: seen.append(given[0].shape)
    )
    slot_encoder(body)(*padded_rows())
    assert set(seen) == {(16, 32)}


@torch.inference_mode()
def test_a_row_alone_has_the_bits_that_it_has_among_others():
    """Widths at which products of one short row are cut up in another way than those of two."""
    torch.manual_seed(1)
    sizes = {"hidden_size": 256, "num_attention_heads": 4, "intermediate_size": 512}
    config = ElectraConfig(**sizes, embedding_size=128, num_hidden_layers=1, vocab_size=50)
    encode = slot_encoder(AutoModel.from_config(config).eval())
    for length in (4, 8, 12, 32):
        ids = torch.randint(5, 50, (40, length))
        attention, at = torch.ones_like(ids), torch.arange(40) % length
        attention[:, -1] = 0
        together = encode(ids, attention, at)
        for rows in (1, 2, 7):
            part = encode(ids[:rows], attention[:rows], at[:rows])
            assert torch.equal(part, together[:rows])
