"""Greetings and introductions."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "introductions",
    """
[hi|hello|Hi|Hello|Good morning|hey], [my name is|my name's|I'm|i am|this is] {any}[.|, nice to meet you|]
[Hi|Hello] [there|everyone|all], {full} here[, calling from {city}|, from {org}|].
[um|so|okay|well], my name is {full} and [I live in {city}|i work at {org}|I'm {number} years old|I'd like to ask about my {thing}]
my first name is {first.a} and my last name is {last.a}
[My|The] last name is {last}[, first name {first}|].
It's {first}[, {first} with a {letter}|, {first}, not {first}].
[you can |just |please ][call me|Call me] {first}[.| everyone does|, please]
Everybody calls me {first}[ but my real name is {full}|, my full name is {full}|].
[What's|what is] your name? {any}.
[yes|yeah|Yes], [this is|speaking, it's|that's me,] {full}[.|, how can I help you|]
[May|Can] I [ask who's calling|have your name]? [Sure|Yes], [it's|this is] {full}.
[Nice|Pleased|Great] to meet you, {any}.
I'd like [to introduce|you to meet] [my {kin} |our new {job} |]{full}.
This is my {kin}, {first}[, and this is {first}|].
[have you met|Do you know] {any}[, my {kin}|, she's a {job}|]?
We're {full} and {full}, [from {city}|we have a booking for {time}].
[i'm|I'm] {full.a} but [you can call me|I go by] {first}.
Good [morning|afternoon|evening], [you're speaking with|you are through to] {first}[ at {org}| from {org}|].
the name is {last}, {full.a}
Hi {first}, [I'm {first}, {first}'s {kin}|it's {first} from {org}].
My name is {full} and I am calling [about the {thing}|on behalf of my {kin}, {full}].
Could I speak to {any}[, please|]? [Speaking|This is {first}].
I am {full}, [a {job} at {org}|the {job}|and I was born in {city}].
so i'm {first} uh i'm from {city} originally but i live in {city} now
They named [him|her|the baby] {first}[ after {kin} {first}|].
her name's {first}, [she lives in {city}|she's {number}|she works with {first}]
who's [that|this]? [it's|that's] {first}[ from work|, my {kin}|]
Hello, is this {any}? [No, this is {any}|Yes it is|Yes, speaking].
My [mother's|mom's] maiden name is {last}.
Ladies and gentlemen, please welcome {full}[ from {city}|, {job} of {org}|]!
I [used to be|was] {full.a}, but [now|since the wedding] it's {last}.
My {kin} [is called|is named|goes by] {first}.
i am new here, my name is {first} and i love [hiking|cooking|books]
[hi|hello] this is great, thanks for having me
my name is on the list[, I think|]
I'm fine, thanks. How are you?
I am really sorry, [I'm late|i'm from the other team|I'm new here].
this is [my first time|not what I ordered|really good]
call me [back|later|tomorrow|when you can][, please|]
nice to meet you[, sir|, ma'am|, everyone|]
i'm from [up north|a small town|around here] and i live [alone|with my {kin}|near the lake]
Good [morning|afternoon|evening][ everyone| all| sir|, ma'am|].
My name is [not important|a bit unusual|on the form|hard to spell].
what's your [name|last name|first name|full name]?
""".replace("{letter}", "[K|C|Y|Z]"),
    spoken=True,
)
