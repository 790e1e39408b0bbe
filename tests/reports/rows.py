"""Rows as commands write them, small enough to check by hand."""

from typing import Any

HEAD = {
    "signature": "audit text|attacker:survival|unit:speaker|level:95|samples:1000|seed:3|v:0.1.0",
    "unit": "speaker",
    "level": 95,
    "resampled": 1000,
    "seed": 3,
}


def share(hits: int, of: int) -> dict[str, Any]:
    return {"hits": hits, "of": of, "value": hits / of if of else None}


def figure(name: str, value: float | None, low: float, high: float | None, **more: Any) -> Any:
    row = {"name": name, "kind": "share", "value": value, "low": low, "high": high}
    return {**row, "interval": "bootstrap", **more}


AUDIT = {
    "command": "audit text",
    **HEAD,
    "units": 12,
    "records": 80,
    "largest_unit": 9,
    "figures": [
        figure("direct", 0.0, 0.0, 0.0297, attack=share(0, 100)) | {"interval": "none found"},
        figure("residual", 0.05, 0.02, 0.08, attack=share(50, 1000)),
        figure("residual", 0.25, 0.1, 0.5, attack=share(5, 20), group="PERSON"),
        figure("document_leak", None, 0.0, 1.0, attack=share(0, 0)),
        figure(
            "self_coincidence",
            0.1,
            0.05,
            0.2,
            attack=share(10, 100),
            baseline=share(2, 100),
            control=share(5, 100),
            risk={"value": 0.0526, "low": 0.01, "high": 0.12},
            above_baseline=True,
        ),
        figure("membership_auc", 0.75, 0.7, 0.8) | {"kind": "number", "interval": "bootstrap"},
    ],
    "verdict": "undetermined",
    "verdicts": [
        {"figure": "direct", "group": "", "limit": 0.0, "outcome": "met"},
        {"figure": "residual", "group": "", "limit": 0.05, "outcome": "undetermined"},
    ],
    "against": [
        {
            "name": "residual",
            "group": "",
            "value": 0.07,
            "difference": -0.02,
            "low": -0.04,
            "high": 0.01,
            "p": 0.2,
        }
    ],
    "notes": ["3 of 83 gold records have no output"],
    "membership": {"signal": "ratio", "members": 40, "others": 41, "units_of_others": 7},
    "counts": {"direct||attack|hits": 0, "direct||attack|of": 100},
}
MASK = {
    "command": "mask",
    "version": "0.1.0",
    "seconds": 2.5,
    "counts": {
        "label PERSON": 5,
        "masked": 25,
        "records": 80,
        "rejected": 0,
        "rule us.ssn": 3,
        "words": 100,
    },
    "options": {"method": "allowList+entityTagger", "merge": False, "jobs": 2},
    "models": {"tagger": [{"name": "mini-ner", "weights": "5072bae7353dcd83"}]},
}
PERPLEXITIES = {"perplexity": 120.0, "perplexity_known": 110.0, "perplexity_token": 120.0}
LM = {
    "model": "privtool lm-train",
    "version": "0.1.0",
    "options": {"epochs": 2, "seed": 7, "size": "tiny", "patience": None},
    "init": None,
    "parameters": 58496,
    "vocabulary": 968,
    "vocabulary_digest": "a78f40b7d82cd579",
    "train": {"records": 300, "words": 3265, "tokens": 3265, "unknown_rate": 0.0},
    "steps": 50,
    "epochs": 2.0,
    "test": {"news": {**PERPLEXITIES, "unknown_rate": 0.25, "words": 555}},
}
ASR = {
    "command": "asr-eval",
    "signature": "norm:plain|bootstrap:speaker:1000|seed:0|v:0.1.0",
    "resampled": 1000,
    "seed": 0,
    "model": "pocketsphinx",
    "scores": {
        "wer": {"value": 0.2, "low": 0.15, "high": 0.27},
        "numbers.f1": {"value": 0.9, "low": None, "high": None},
    },
    "counts": {"words": 100},
    "speakers": 4,
    "against_field": "hyp",
    "against": {
        "scores": {"wer": {"value": 0.3, "difference": -0.1, "low": -0.2, "high": 0.0, "p": 0.04}},
        "counts": {"words": 100},
    },
}
CURVE = [
    {
        "epoch": float(epoch),
        "step": 2 * epoch,
        "weights": {"news": 0.75, "calls": 0.25},
        "train_loss": 7.0 - epoch,
        "valid_loss": 8.0 - epoch,
        "records": {"news": 3, "calls": 1},
        "tokens": {"news": 30, "calls": 10},
        "extra_iterations": 1,
        "extra_seconds": 0.1,
        "seconds": 1.0,
    }
    for epoch in (1, 2)
]
ROWS: list[dict[str, Any]] = [AUDIT, MASK, LM, ASR, *CURVE]
