"""Figures of what is left in safe audio."""

from __future__ import annotations

from privtool.audit.figure_meanings.meaning import Meaning

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
        "Records with private words next to the audio",
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
