"""People addressed, and the floor handed to them."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "vocatives",
    """
{first}, [can you hear me|are you there|what do you think|could you help me with the {thing}|please sit down]?
[thanks|Thanks|thank you|cheers|Thank you so much], {first}[.|!|]
[okay|Okay|all right|alright|right], {first}, [let's go|go ahead|tell me more|that's all]
[back|over] to you, {first}[.|]
[I'll hand|Let me hand] [it|things|over] to {any}[ now|, who will talk about the {thing}|].
{any}, [over to you|the floor is yours|you're up next|you can go ahead].
[And|So] {first}, [you were saying|how about the {thing}|when did you get here]?
[Come on|Look|Listen|Oh|Well|Wow|Hey], {first}[!|, {rest}]
{rest_cap}, {first}[.|?|!]
i told you {first}, [it's not my fault|we have to go|the {thing} is broken]
[Mr.|Mrs.|Ms.|Dr.|Professor|Miss|Mister] {last}, [please come in|how are you|one moment please]
[yes|no|sure|of course], [Mr.|Mrs.|Ms.|doctor|Dr.|miss|sir] {last}[.|]
{first} and {first}, [dinner is ready|please stop|can you both come here]
[good night|Goodbye|bye|Bye|see you|See you later|take care], {first}[.|!|]
[happy birthday|Congratulations|congrats|Welcome|welcome back], {first}[!|]
what's wrong {first}[, {rest}|]?
[Uncle|Aunt|Grandma|Grandpa|Sister|Father|Coach|Officer|Judge|Captain] {any} [is here|said no|called again]
let me [ask|bring in|turn to] {any}[ on that|, who is our {job}|].
[sorry|Sorry|excuse me], {first}, [I missed that|go on|you're on mute]
{first}! [Stop it|Look at this|Over here|Where have you been]!
do you agree, {first}?
i don't know {first} [it's complicated|i really don't|maybe tomorrow]
{first} [please|pls] [call me|send the {thing}|come here|wait]
you too {first}[ have a good one|]
[Sir|Madam|Guys|Folks|Everyone|Honey|Buddy|Dude|Man|Boys], [come on|listen|{rest}][.|!]
[thanks|Thank you] [again|everyone|so much|for that|all][.|!]
[bye|Bye|Goodbye|See you] [now|then|tomorrow|everyone|][.|!|]
[Okay|Right|Great|Perfect|Exactly|Absolutely|Seriously|Honestly|Actually], {rest}.
[Oh God|Oh my|Jeez|Whoa|Yikes|Ouch|Wow|Ugh|Hooray], {rest}[!|.]
back to [work|you|the {thing}|square one], then
[doctor|officer|nurse|coach|professor|Doctor|Officer], [I feel dizzy|can I go|may I ask something]?
""".replace(
        "{rest_cap}",
        "[That's not fair|What do you mean|I can't do this|It's time to go|Where are you]",
    ).replace("{rest}", "[we need to talk|this is it|I can't believe it|what happened|we're late]"),
    spoken=True,
)
