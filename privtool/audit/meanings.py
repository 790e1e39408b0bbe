"""What each figure of an audit means: its title, its unit and one sentence."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Meaning(NamedTuple):
    """A figure's title, what it says, what it is a number of and what its groups are.

    Lower is more private, except where `remaining` bits are measured. Figures that are `number`s
    cannot be pooled.
    """

    title: str
    sentence: str
    kind: Literal["share", "bits", "number"] = "share"
    groups: str = "label"
    remaining: bool = False


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
        "Fills told from kept words",
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
    **{
        f"record_linkage_at_{k}": Meaning(
            f"Records linked to their unit with {k} guess{'es' if k > 1 else ''}",
            "Share of records whose own unit is "
            f"{'the most similar one' if k == 1 else f'among the {k} most similar ones'} by "
            "character n-grams of other texts of all units: style and topic alone give away who "
            "speaks. The baseline is chance.",
            groups="text",
        )
        for k in (1, 10)
    },
}
MODEL = {
    "exposure": Meaning(
        "Exposure of canaries",
        "Mean exposure of the canaries that were trained on: a secret of E bits is found within "
        "1/2^E of the guesses that its pattern allows. The baseline is that of an unseen secret, "
        "the control that of the canaries that were left out.",
        "bits",
        groups="insertions",
    ),
    "canary_exposed": Meaning(
        "Canaries that stand out",
        "Share of the canaries that were trained on that are more exposed than 95 % of unseen "
        "secrets; the control are the canaries that were left out.",
        groups="insertions",
    ),
    "epsilon": Meaning(
        "Lower bound on epsilon",
        "The training was not (epsilon, delta)-private for any smaller epsilon, at 95 %. A bound "
        "near 0 is not a proof of privacy.",
        "number",
        groups="insertions",
    ),
    "membership_auc": Meaning(
        "Membership inference: area under the curve",
        "The chance that a training record looks more like one than a record that the model never "
        "saw; 0.5 is no better than chance.",
        "number",
        groups="signal",
    ),
    "membership_at_1_percent": Meaning(
        "Training records recognized at 1 % false alarms",
        "Share of the training records that an attacker recognizes who wrongly names at most 1 % "
        "of the records that the model never saw (the control).",
        groups="signal",
    ),
    "membership_at_0_1_percent": Meaning(
        "Training records recognized at 0.1 % false alarms",
        "The same for at most 0.1 % of the records that the model never saw.",
        groups="signal",
    ),
    "loss_outliers": Meaning(
        "Unseen records with a loss above that of training records",
        "Share of the records that the model never saw with a loss that at most 1 % of the "
        "training records exceed. It needs no reference model and tracks what the strongest "
        "attacks reach (arXiv:2510.19773).",
    ),
    "worst_decile_gain": Meaning(
        "Gain of the worst tenth of the records",
        "How many bits per word the tenth of the training records that gives itself away most "
        "gains more than the same tenth of records that the model never saw.",
        "bits",
    ),
}
AUDIO = {
    "heard": Meaning(
        "Private words that can still be heard",
        "Share of the private words that a recognizer hears in the original recording and in the "
        "safe one, too; the baseline is the share that it hears in noise.",
        groups="recognizer",
    ),
    "heard_before": Meaning(
        "Private words heard in the original",
        "Share of private words that a recognizer hears in the original recording: the others are "
        "not measurable. It says how good the recognizers are, not how private the audio is.",
        groups="recognizer",
    ),
    "uncovered": Meaning(
        "Private words not fully replaced",
        "Share of private words with a time of which any part of the audio is still the original, "
        "or less than 50 or 80 % of it was replaced.",
        groups="coverage",
    ),
    "residue": Meaning(
        "Private audio that is left",
        "Share of private words whose samples correlate by more than 0.5 with the safe audio there "
        "and 150 ms around; the baseline is that of the same audio reversed.",
        groups="correlation",
    ),
    "residue_mel": Meaning(
        "Private sounds that are left",
        "Share of private words whose log-mel frames correlate by more than 0.7 with the safe "
        "audio there and 150 ms around; the baseline is that of the same frames reversed.",
        groups="correlation",
    ),
    "unmatched": Meaning(
        "Private words without a time in turns that were kept",
        "Share of private words of which nobody knows when they are said, in turns that were not "
        "replaced as a whole.",
    ),
    "side_channel": Meaning(
        "Records with private words beside the audio",
        "Share of records with a private word in the path or the tags of the audio file, in "
        "another channel, or from an overlapping record of the same file.",
        groups="place",
    ),
    "voice_kept": Meaning(
        "Recordings with the original voice",
        "Share of records with audio of the original speaker: their voice is not anonymized.",
    ),
    "changed_outside": Meaning(
        "Public audio that was changed",
        "Share of the samples outside private words, and of those of public words, that differ "
        "from the original.",
        groups="kind",
    ),
}
GROUPS = frozenset(
    {
        *("direct", "quasi", "masked", "filled"),
        *("prior", "model", "tuned", "lm", "mini", "bert", "roberta", "llama2"),
        *("loss", "reference", "ratio", "window", "rmia"),
        *("pocketsphinx", "words", "path", "tags", "channel", "overlap"),
    }
)
"""Names of groups other than labels, bands of rarity and numbers: only such can be in a report."""
MEANINGS: dict[str, Meaning] = {**TEXT, **GUESS, **MODEL, **AUDIO}
"""All figures by name: only these can be in a gate or in a report."""
