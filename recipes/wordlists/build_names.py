"""Build privtool's embedded list of English names and their labels: `names-en.tsv`.

Reads the two other lists, so build those first. Deterministic: the same package versions, cased
text, lists and hand-kept lists give the same bytes. Prints the counts of each rule; with
--review, also writes every judged word with its evidence.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Set
from itertools import islice
from pathlib import Path

from build_lists import write_whole
from case_evidence import CaseCounts, count_cases, read_texts
from name_rules import LAST_RANK, NameEvidence, NameVerdict, judge_names
from name_sources import fixed_words, hand_words, package_words, refused_words

HAND_LISTS = Path(__file__).resolve().parent / "names"

Judged = dict[tuple[str, str], NameVerdict]


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data", type=Path, required=True, help="gzip JSONL of cased sentences, field `text`"
    )
    parser.add_argument(
        "--lists-dir",
        type=Path,
        required=True,
        help="folder of the other two lists and of this one",
    )
    parser.add_argument("--review", type=Path, help="TSV of every judged word with its evidence")
    return parser.parse_args()


def read_evidence(data: Path, lists: Path) -> NameEvidence:
    """Count the capitals in `data` and read the lists."""
    with (lists / "vocab-en.tsv").open(encoding="utf-8") as lines:
        frequent = {line.partition("\t")[0] for line in islice(lines, LAST_RANK)}
    common = (lists / "common-en.txt").read_text(encoding="utf-8").splitlines()
    return NameEvidence(
        cases=count_cases(read_texts(data)),
        frequent=frequent,
        common={line for line in common if not line.startswith("#")},
        fixed=frozenset().union(*fixed_words(HAND_LISTS).values()),
        by_hand=hand_words(HAND_LISTS),
        refused=refused_words(HAND_LISTS),
    )


def merged(*sources: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """Merge the words of `sources` by label."""
    words: dict[str, set[str]] = {}
    for source in sources:
        for label, labeled in source.items():
            words.setdefault(label, set()).update(labeled)
    return words


def print_steps(judged: Judged, by_hand: Mapping[str, Set[str]]) -> None:
    """Print the counts of the rules for each label, and the hand-kept words that they reject."""
    counts = Counter((label, verdict) for (_, label), verdict in judged.items())
    for label in sorted({label for _, label in judged}):
        total = sum(count for (other, _), count in counts.items() if other == label)
        print(f"{total:7,} words known as {label}, of which")
        for verdict in NameVerdict:
            print(f"{counts[label, verdict]:7,}   {verdict.value}")
    lost = [
        f"{word} ({label}, {verdict.name})"
        for (word, label), verdict in judged.items()
        if verdict is not NameVerdict.KEPT and word in by_hand.get(label, ())
    ]
    print(f"{len(lost):7,} hand-kept words put out by the rules: {', '.join(lost)}")


def review_lines(judged: Judged, cases: CaseCounts) -> str:
    """Format a line per judged word that is frequent enough: label, verdict, case counts."""
    rows = (
        f"{word}\t{label}\t{verdict.name}\t{cases.lower[word]}\t{cases.alone[word]}"
        f"\t{cases.in_run[word]}\n"
        for (word, label), verdict in judged.items()
        if verdict is not NameVerdict.RARE
    )
    return "word\tlabel\tverdict\tlower\talone\tin_run\n" + "".join(rows)


def main() -> None:
    """Build the list and print the counts of each step."""
    arguments = parse_arguments()
    evidence = read_evidence(arguments.data, arguments.lists_dir)
    judged = judge_names(merged(package_words(), evidence.by_hand), evidence)
    print_steps(judged, evidence.by_hand)

    pairs = [pair for pair, verdict in judged.items() if verdict is NameVerdict.KEPT]
    pairs += [(word, label) for label, words in fixed_words(HAND_LISTS).items() for word in words]
    lines = "".join(f"{word}\t{label}\n" for word, label in sorted(pairs))
    write_whole(arguments.lists_dir / "names-en.tsv", lines)
    if arguments.review:
        write_whole(arguments.review, review_lines(judged, evidence.cases))


if __name__ == "__main__":
    main()
