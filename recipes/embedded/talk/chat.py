"""Chat and text messages."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "chat",
    """
[hey|yo|hi|sup|heyy|omg] {first}[!|, u up?| wyd| are you coming tonight| lol|]
{first}: [hey|ok|lol|on my way|who's bringing the {thing}|see you at {time}]
{first}: [did|has] {first} [reply|called|paid|seen this]?
({time}) {first}: [morning all|brb|can someone call {first}|the {thing} is here]
[is|was|will] {first} [coming|there|mad|at work today|ok]?
tell {first} [i said hi|to bring the {thing}|we're at {org}]
[ask|text|ping|dm|call] {first}[, she has the {thing}|, he knows| about the {thing}|]
{first} n {first} r [coming|here|late|moving to {city}]
[lol|haha|ok|k|ugh|omg] {first} [is hilarious|just fell asleep|said what|got the job]
[saw|met|ran into] {any} [at {org}|in {city}|at the gym|yesterday]
[im|i'm] at {first}'s [place|house|party|desk]
{first}'s [mom|dad|bday|wedding|party] is [on {weekday}|tomorrow|in {city}]
happy bday {first} [xx|🎂|!!|love u]
[thx|ty|thanks|tysm] {first} [ur the best|❤️|x|]
[can|could] u send {first} [the {thing}|my number|the address]
[we|me] and {first} [went|are going] to {city} [last {weekday}|in {month}|lol]
{first} and i [broke up|are engaged|are at {org}|watched {film}]
did u hear [about {any}|{first} moved to {city}|what {first} did]
[pick up|drop off] {first} [at {time}|from school|at {digits} {street}]
[cya|gn|night|later|bye] {first}[ x| 💕|]
its {first} btw[, new number|, from {org}|]
who is {any}? [never heard of them|is that {first}'s {kin}?|my new {job}]
{first} [says|said|thinks|wants] [hi|no|we should go|you owe {amount}]
add {user} to the group, [that's|its] {first}
[my|our] {kin} {first} [loves|hates|broke] [it|the {thing}|{product}]
Room [for|with] {first}, {first} and {first}, {number} nights in {city}
{handle} [lol|what about {first}|where's {first}|nice one]
from: {full} - hey, [are we still on for {time}|the {thing} is ready|call me]
Agent {first}: [Hello|Thanks for waiting|I see your {thing}], {first}.
{first} has [joined|left] the [chat|channel|room].
[Assigned|assigned] to {full} by {full}
[lol|omg|haha|idk|brb|ikr|smh] [same|that's hilarious|no way|what|whatever]
[ok|k|sure|yep] [see you then|on my way|sounds good|let me check]
[Monday|Tuesday|Friday] works[, {time}|?|!]
anyone [watched|seen|tried] {film}[? no spoilers|?]
[User|Agent|Customer|Support|Visitor|System|Guest]: [hello|The chat has ended|please wait|I need help with my {thing}]
[will|can|may] you [mark it done|bill me later|chase them|be frank]?
[happy|merry] [new year|christmas|easter|halloween|friday][!|]
my {kin} [says|said] [hi|no|maybe]
""",
    joints=("\n", "\n", " ", " . "),
    most_parts=3,
)
