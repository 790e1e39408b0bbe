"""Names that are spelled out, corrected or asked for again."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "spellings",
    """
[It's|that's|That is] {last.a}, {spelled_last.a}[.|]
[last name|Last name|surname] {last.a}, [spelled|that's] {spelled_last.a}
{spelled_first.a}, {first.a}[.| {last.a}.]
My name is {first.a} {last.a}, {spelled_first.a} [and then|space|last name] {spelled_last.a}.
[Can you spell that|How do you spell that|spell it for me please]? {spelled_last}[.|]
[yeah|yes|sure|Sure], it's {spelled_last}[, {last}|]
{spelled_last.a}. [Okay|Got it|thank you], [Mr.|Ms.|Mrs.] {last.a}.
[no|No|sorry], not {last}, {last}[, with a {letter}|]
No, it's {first.a}, {spelled_first.a}, [not {first}|like the {thing}].
did you say {any.a} or {any.b}? [it's {last.b}|the second one|{first.a}]
[Sorry|I'm sorry], I [meant|mean] {first}, not {first}.
{first}, no, sorry, {first}, [is on the line|wants to speak to you|told me about it].
my name is {last.a} {spelled_last.a}
that's {last.a} {spelled_last.a} and the first name is {first.a} {spelled_first.a}
Was that {last} with [one {letter} or two|a {letter} at the end]?
{last.a}, {letter} as in [apple|tango|zebra|kilo], {last.a}.
Please [write|put] {full}, [it's|that's] {spelled_last} at the end.
it's under {last.a}, {spelled_last.a}, first initial {letter}
[I have|I've got] {last.a}, {spelled_last.a}, is that [right|correct]?
[you spelled|They wrote] {last} but it's {last}[, everyone gets it wrong|]
The name on the [{thing}|card|account] is spelled {spelled_last}.
and your first name? {first.a}. {spelled_first.a}.
i'll spell it {spelled_first.a} that's {first.a}
[The street is|it's on] {street}, and the name is {spelled_last}.
it's pronounced {last} but [it is|you] spell it {spelled_last}
{full}? [No|Nope|not quite], {full}.
[my|the] email is {mail}, so {spelled_first.a} for {first.a}
the {thing} number is {letter} {letter} {digits}
how do you spell [that|your last name|your name|accommodate]
Press [A|B|C] to go on or [X|Q] to quit.
option [a|b|c] is the best one, [plan b|vitamin d|type o] i think
I got an [A|B|C] in [math|physics|history].
could you [spell|repeat] that [for me|again][, please|]?
""".replace("{letter}", "[K|C|Y|Z|A|M|S|T|B|D]"),
    spoken=True,
)
