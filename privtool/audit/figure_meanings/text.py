"""Figures of what survives in safe text."""

from __future__ import annotations

from privtool.audit.figure_meanings.meaning import Meaning

TEXT = {
    "direct": Meaning(
        "Direct identifiers that survive",
        "Share of the words of direct identifiers (names, addresses, contacts, ids) that stand "
        "where they stood.",
    ),
    "residual": Meaning(
        "Private graphemes that survive",
        "Share of the graphemes of private phrases that stand where they stood.",
    ),
    "token_leak": Meaning(
        "Private words that survive", "Share of the words of private phrases, by label."
    ),
    "mention_leak": Meaning(
        "Mentions not fully masked",
        "Share of private phrases of which a word survives other than a title or function word.",
    ),
    "policy_left": Meaning(
        "Phrases left against the policy",
        "Share of private phrases that the policy does not keep, of which a word survives that is "
        "not in their coarser value.",
    ),
    "entity_leak": Meaning(
        "Entities not fully masked",
        "Share of entities of which any mention in the record is not fully masked; the recall of "
        "TAB (Pilan et al. 2022) is one minus this.",
        groups="identifier",
    ),
    "document_leak": Meaning(
        "Records with a visible private value",
        "Share of records in which a whole private phrase can be read, wherever it is.",
    ),
    "document_leak_strict": Meaning(
        "Records with a value not fully masked",
        "Share of records in which part of a private phrase survives, or it can be read elsewhere.",
    ),
    "reemission": Meaning(
        "Private phrases found anywhere in the output record",
        "Share of private phrases that occur in the text or in any other field of their record.",
    ),
    "field_leak": Meaning(
        "Records with a private value in a side field",
        "Share of records in which a field other than the text holds a direct identifier of any "
        "record.",
    ),
    "replay": Meaning(
        "Private values in replacements",
        "Share of the words of fills, surrogates and inserted text that make up a private value of "
        "any record.",
    ),
    "replay_unique": Meaning(
        "Distinct private values replayed",
        "Share of the distinct private values of the corpus that replacements bring back, by the "
        "number of units that they occur in.",
        groups="rarity",
    ),
    "over_masking": Meaning(
        "Over-masking", "Share of the graphemes outside private phrases that were masked, too."
    ),
    "self_coincidence": Meaning(
        "Fills equal to the original",
        "Share of fills that are the masked word itself; the baseline is the share that chance "
        "gives.",
    ),
}
