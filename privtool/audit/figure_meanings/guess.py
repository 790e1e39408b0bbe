"""Figures of what can be guessed back."""

from __future__ import annotations

from privtool.audit.figure_meanings.meaning import Meaning

_ATTACKER = "attacker, label, rarity"
GUESS = {
    **{
        f"guess_at_{k}": Meaning(
            f"Masked words guessed back with {k} guess{'es' if k > 1 else ''}",
            f"Share of masked words that are {among} of an attacker for their slot; without a "
            "group, of any model that attacks. The baseline guesses the most frequent public "
            "words, the control attacks records that no attacker was trained on.",
            groups=_ATTACKER,
        )
        for k, among in (
            (1, "the best guess"),
            (10, "among the 10 best guesses"),
            (100, "among the 100 best guesses"),
        )
    },
    "guess_rank_bits": Meaning(
        "Bits left, by rank",
        "Mean binary logarithm of the rank of the masked word: how many halvings of the ordered "
        "word list an attacker still needs; a word that it cannot propose ranks last.",
        "bits",
        _ATTACKER,
        remaining=True,
    ),
    "guess_surprisal": Meaning(
        "Bits left, by probability",
        "Mean surprisal of the masked word in bits, over the words that the attacker can propose.",
        "bits",
        _ATTACKER,
        remaining=True,
    ),
    "fill_detection": Meaning(
        "Fills distinguished from kept words",
        "Share of fills that surprise a filler more than a kept word of the same record, which is "
        "the AUC of a detector: 0.5 is chance, and the farther from it, the easier what escaped "
        "masking is found among the rest.",
    ),
    "search_linkage": Meaning(
        "Records that a search finds",
        "Share of records with a run of 3 to 7 words that fewer than k raw records have: whoever "
        "can search the raw records finds the original, whatever was masked in it.",
        groups="text",
    ),
}
