"""Build privtool's embedded English word lists: `common-en.txt` and `vocab-en.tsv`.

Deterministic: the same package versions, cased text and hand-kept lists give the same bytes.
Prints the counts of each rule; with --review, also writes every judged word with its evidence.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from case_evidence import CaseCounts, count_cases, read_texts
from curate import Verdict, choose, judge, read_hand_list
from name_lists import load_name_lists
from word_counts import count_words, english_frequencies

HERE = Path(__file__).resolve().parent
COMMON_SIZE = 5_000
VOCABULARY_SIZE = 85_000
# Words below this rank never reach the list and are not judged.
JUDGED_RANKS = 12_000

HEADER = """\
# common-en: {size:,} common English words that are safe to keep in a text
# Names of persons, places, organizations, brands, peoples and languages are left out.
# Most frequent first; lower case; one word a line; built by recipes/wordlists.
# Frequencies: wordfreq 3.1.1 by Robyn Speer and its sources (see README.md in this folder).
# License: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/
"""


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data", type=Path, required=True, help="gzip JSONL of cased sentences, field `text`"
    )
    parser.add_argument("--out-dir", type=Path, required=True, help="folder of the two lists")
    parser.add_argument("--review", type=Path, help="TSV of every judged word with its evidence")
    return parser.parse_args()


def write_whole(path: Path, text: str) -> None:
    """Write `path` atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(path)


def judge_all(
    ranked: Sequence[str], cases: CaseCounts, force: dict[str, Verdict]
) -> dict[str, Verdict]:
    """Return the verdict on each ranked word; `force` holds manual verdicts."""
    names = load_name_lists()
    return {word: force.get(word) or judge(word, cases, names) for word in ranked}


def print_steps(judged: dict[str, Verdict], common: Sequence[str]) -> None:
    """Print how many words each rule decided, down to the last ranked word that was chosen."""
    chosen = frozenset(common)
    words = list(judged)
    while judged[words[-1]] is not Verdict.KEPT or words[-1] not in chosen:
        words.pop()
    counts = Counter(judged[word] for word in words)
    print(f"{len(words):7,} most frequent words judged, of which")
    for verdict in Verdict:
        print(f"{counts[verdict]:7,}   {verdict.value}")
    print(f"{len(chosen - {*words}):7,} rarer words of include.txt")
    print(f"{len(common):7,} words in common-en.txt")


def review_lines(judged: dict[str, Verdict], cases: CaseCounts) -> str:
    """Format a line per judged word: rank, word, verdict, case counts."""
    rows = (
        f"{rank}\t{word}\t{verdict.name}\t{cases.lower[word]}\t{cases.alone[word]}"
        f"\t{cases.in_run[word]}\t{cases.linking[word]}\n"
        for rank, (word, verdict) in enumerate(judged.items(), 1)
    )
    return "rank\tword\tverdict\tlower\talone\tin_run\tlinking\n" + "".join(rows)


def main() -> None:
    """Build both lists and print the counts of each step."""
    arguments = parse_arguments()
    include = read_hand_list(HERE / "include.txt")
    exclude = read_hand_list(HERE / "exclude.txt")
    both = sorted({*include} & {*exclude})
    if both:
        raise SystemExit(f"in include.txt and in exclude.txt: {' '.join(both)}")

    counted = count_words(english_frequencies())
    print(f"{len(counted):7,} words counted by wordfreq, contractions folded into their bases")
    vocabulary = counted[:VOCABULARY_SIZE]
    print(f"{len(vocabulary):7,} words in vocab-en.tsv, counts down to {vocabulary[-1][1]}")

    cases = count_cases(read_texts(arguments.data))
    force = dict.fromkeys(exclude, Verdict.EXCLUDED)
    force.update((word, Verdict.INCLUDED) for word in include)
    ranked = [word for word, _ in counted]
    judged = judge_all(ranked[:JUDGED_RANKS], cases, force)
    uncounted = sorted({*include} - {*ranked})
    common = choose([*ranked, *uncounted], COMMON_SIZE, include, judged)
    print_steps(judged, common)

    lines = "".join(f"{word}\t{count}\n" for word, count in vocabulary)
    write_whole(arguments.out_dir / "vocab-en.tsv", lines)
    header = HEADER.format(size=COMMON_SIZE)
    write_whole(arguments.out_dir / "common-en.txt", header + "".join(f"{w}\n" for w in common))
    if arguments.review:
        write_whole(arguments.review, review_lines(judged, cases))


if __name__ == "__main__":
    main()
