"""Build privtool's embedded list of given names of the United States: `given-us.tsv`.

Reads `dist.male.first`, `dist.female.first` and `dist.all.last` of the 1990 census (public domain),
https://www.census.gov/topics/population/genealogy/data/1990_census/1990_census_namefiles.html. A
name that is more often a surname is left out. The gender is that of four times as many people.
"""

from __future__ import annotations

import argparse
from pathlib import Path

_RATIO = 4.0


def frequencies(path: Path) -> dict[str, float]:
    """Return the names of a census file, in lower case, with their share of people in percent."""
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines() if line.strip())
    return {row[0].lower(): float(row[1]) for row in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("census", type=Path, help="folder of the three files")
    parser.add_argument("out", type=Path, help="file to write")
    args = parser.parse_args()
    kinds = ("male.first", "female.first", "all.last")
    men, women, surnames = (frequencies(args.census / f"dist.{kind}") for kind in kinds)
    lines = []
    for name in sorted({*men, *women}):
        his, hers = men.get(name, 0.0), women.get(name, 0.0)
        if surnames.get(name, 0.0) <= his + hers:
            gender = "male" if his > _RATIO * hers else "female" if hers > _RATIO * his else ""
            lines.append(f"{name}\t{gender}\n")
    args.out.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
