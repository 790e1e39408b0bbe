"""Records in which one masked word follows from the number of the record, for `audit guess`."""

from tests.support.tiny_models import SENTENCES, seeded

WORDS = sorted({word for sentence in SENTENCES for word in sentence.split() if len(word) > 4})


def masked_text(number):
    """Return a text with a marker."""
    return f"record {number} said [MASK] today"


def raw_of(number):
    """Return the raw record."""
    start = masked_text(number).index("[")
    word = WORDS[number * 7 % len(WORDS)]
    text = masked_text(number).replace("[MASK]", word)
    entity = {"start": start, "end": start + len(word), "label": "PERSON"}
    return {"id": number, "text": text, "speaker": f"s{number % 25}", "entities": [entity]}


def masked_of(number):
    """Return the masked record."""
    text = masked_text(number)
    start = text.index("[")
    mask = {"start": start, "end": start + 6, "label": "PERSON", "method": "entityTagger"}
    return {"id": number, "text": text, "masks": [mask]}


def memorizing(folder, out):
    """Save a filler that was trained on the masked words until it knows most of them."""
    import torch
    from transformers import BertForMaskedLM, BertTokenizerFast

    with seeded():
        model = BertForMaskedLM.from_pretrained(folder)
        tokenizer = BertTokenizerFast.from_pretrained(folder)
        inputs = tokenizer([masked_text(n) for n in range(40)], return_tensors="pt", padding=True)
        words = tokenizer.convert_tokens_to_ids([raw_of(n)["text"].split()[3] for n in range(40)])
        at_slot = inputs["input_ids"] == tokenizer.mask_token_id
        labels = torch.where(at_slot, torch.tensor(words)[:, None], -100)
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        for _ in range(60):
            optimizer.zero_grad()
            model(**inputs, labels=labels).loss.backward()
            optimizer.step()
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    return out
