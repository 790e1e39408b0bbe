"""HTML report of how hypotheses differ from references. It contains their text."""

from __future__ import annotations

from html import escape

from privtool.text.scoring.alignment import WordAlignment

PAGE_START = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>privtool asr-eval: errors</title>
<style>
body { font: 16px/1.7 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
h2 { font-size: 1em; margin: 1.5em 0 0; color: #555; }
p { margin: 0; }
s { background: #fdd; }
b { background: #dfd; font-weight: normal; }
s + b { margin-left: .15em; }
</style>
<h1>privtool asr-eval: errors</h1>
<p>Reference words that were <s>missed</s>, and hypothesis words that are <b>wrong</b>. Records
without errors are left out. This page contains the text of records: protect it like them.</p>
"""


def turn_html(name: str, aligned: WordAlignment) -> str:
    """Return a record with its words, or nothing if all are correct."""
    if all(pair.correct for pair in aligned.pairs):
        return ""
    parts: list[str] = []
    for pair in aligned.pairs:
        reference = "" if pair.reference is None else aligned.reference[pair.reference].word
        hypothesis = "" if pair.hypothesis is None else aligned.hypothesis[pair.hypothesis].word
        if pair.correct:
            parts.append(escape(reference))
            continue
        deleted = f"<s>{escape(reference)}</s>" if reference else ""
        parts.append(deleted + (f"<b>{escape(hypothesis)}</b>" if hypothesis else ""))
    return f"<h2>{escape(name)}</h2>\n<p>{' '.join(parts)}</p>\n"


def page_end(shown: int, turns: int) -> str:
    """Return the end of the page with the number of hypotheses shown, of `turns` in all."""
    return f"<h2>{shown:,} of {turns:,} hypotheses have errors</h2>\n</html>\n"
