"""Figures of what a trained model remembers."""

from __future__ import annotations

from privtool.audit.figure_meanings.meaning import Meaning

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
