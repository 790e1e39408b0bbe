"""Earnings calls, hearings, interviews and broadcasts."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "earnings",
    """
[Our|The|And our] [first|next|last|final] question [comes from|is from|today comes from] [the line of |]{full} [with|from|of|at] {org}[. Please go ahead|. Your line is open|].
[We'll|We will] [go|move] [next|now] to {full} [at|with|from] {org}.
[Thank you|Thanks], {first}[, and good morning, everyone|. Turning to the quarter|, and thanks for joining us].
[Thanks|Thank you], operator. [With me today are|On the call are] {full}, [our |]{job}, and {full}, {job}.
I'll [now |]turn the call over to {full}[, {job}|]. [Please go ahead.|{first}?|]
[Good morning|Good afternoon|Welcome], and welcome to {org}'s [first|second|third|fourth] quarter [earnings|results] call.
{full} - {org} - [Analyst|{job}]
{full}, {job}[: |, {org}: |] [Thank you.|Good morning.|Yes, that's right.|Sure.]
[Hi|Hey|Yes], [it's|this is] {first} [on for {first}|in for {any}], [congrats on the quarter|just a quick one].
[And|So|Maybe|Just] [a follow-up|one] for [you, {first}|{first} or {first}] [on margins|on pricing|about {country}].
[Yeah|Yes|Sure], {first}, [let me take that|good question|I'd say volumes were up]. [{first}, anything to add?|]
{first}, do you want to [take|talk about] [that|the guidance|the second part]?
[as|As] {first} [mentioned|said|noted|pointed out], [revenue grew {number} percent|we closed the {org} deal].
[We acquired|we sold|the sale of] {org} [in {month}|for {amount} million][, based in {city}|].
our [plant|office|new store] in {city} [is ahead of plan|opened in {month}|was closed]
Let me [hand it back to|pass it to] {any}[ for closing remarks|].
Operator: [The next question is from|We have] {full}[ of {org}|].
[Senator|Representative|Congressman|Judge|Governor|Minister|Chairman|Commissioner] {last}[, you are recognized|, thank you|: Without objection].
[THE COURT|MR.|MS.] {last}: [Objection|No further questions|You may proceed], [Your Honor|counsel].
I'm {full}, [and this is {film}|reporting from {city}|{org} news].
Joining us [now|today] is {full}, [{job} at {org}|author of a new book|professor at {school}].
{full}[ there|], [our correspondent in {city}|reporting from {city}].
[Back to you|Over to you], {first}[, in the studio|].
[Q|A] - {full}: [Great|Hi|Okay|Thanks]. [How should we think about costs?|That helps.]
{full.a}[:| -] [Thanks|Good morning], {first}. [This is {first.a}|Our margin was {number} percent].
On {weekday} {full} [resigned|was appointed {job}|joined] [of|from|at|to] {org}.
[our|Our] [adjusted EBITDA|operating margin|free cash flow|gross profit] [rose|fell] [{number} percent|{number} basis points] [in {month}|year over year].
[Thank you|Thanks] for the question. [Revenue|Pricing|Demand] was [strong|flat|in line with guidance].
[Operator|operator], [next question please|we can open the line]. [Ladies and gentlemen, please stand by.|]
[You may|Please] [now disconnect|begin|proceed]. [This concludes today's call.|]
Before we [begin|start], [please note|I'd like to remind you] that [Safe Harbor|forward-looking] statements apply.
[In|For] [Q1|Q2|the Third Quarter|Fiscal Year], [Net Sales|Same-Store Sales|Capex] [will|may] [rise|be flat].
[Great|Super|Understood|Fair enough|Okay]. [Thank you|Thanks] [very much|so much|guys|team]. [Congrats on the quarter.|]
""",
    spoken=True,
)
