"""Calls to companies."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "call_center",
    """
[Thank you|Thanks] for calling {org}, [my name is|this is] {first}[, how can I help you|. How may I help you today|]?
[Welcome to|You've reached] {org}, [you're speaking to|this is] {first}[.|, what can I do for you?]
{org}, {first} speaking[, how can I help|].
hi {first} [i'm calling about my {thing}|my name is {full}|this is {full}]
[can|could|may] I [have|get|take] your [full |first and last |]name[, please|]? [{full}|it's {full}|Yeah, {full}].
[And|and] who am I speaking [with|to]? {full}.
[Thank you|Thanks|Perfect], [Mr.|Ms.|Mrs.|Miss|mister] {last}[. Your {thing} is on its way|, one moment|].
[I see|I have] the {thing} under {full}[ in {city}|].
the account is in my {kin}'s name, {full}
[i'm calling|I am calling] on behalf of {full}[, my {kin}|]
[let me|I'll] transfer you to {first}[ in billing|, my supervisor|].
I [spoke|talked] [to|with] {first} [yesterday|on {weekday}|last week|in your {city} office] and [she|he] said the {thing} was free
is {first} [there|available]? [she|he] was helping me with my {thing}
[The|my] billing address is {digits} {street}, {city}[.|, {country}.]
please send it to {full}, {digits} {street} in {city}
the cardholder is {full}, [expires|expiry] {digits}
the reservation is [under|for] {any}[, party of {number}|]
I'd like to add {full} [to the policy|as a driver|as a beneficiary].
Your technician[ today|] is {first}[, he'll be there at {time}|].
[Hi|Hello], {first} from {org} [calling|here] [about|regarding] your {thing}.
This is {full} with {org}. I'm [calling|leaving a message] for {full}.
[have|please have] {first} call me back at {phone}, [it's|this is] {first}
you can reach {any} at {phone} [or|extension] {digits}
have a great day, [Mr.|Ms.|miss] {last}[, and thanks for choosing {org}|].
i've been with {org} for {number} years and [nobody|not even {first}] could fix my {thing}
Am I speaking with {full}? [Yes|Yes, you are|This is {first}].
can you verify the last four? {digits}. [thank you|Great], {first}.
my [landlord|lawyer|accountant|manager] {full} will pay the {amount}
[your|the] {thing} number is {code}[, right|]? and the total is {amount}
[can|may] I place you on [hold|a brief hold]? [sure|Sure|of course]
[I'd like|I want] to [cancel|renew|check] my {thing}[, please|].
your {thing} ships on {weekday}, {month} {digits}
[please|Please] [hold|stay on the line|listen carefully], your call may be recorded
for [Spanish|billing|sales|technical support], press {number}
[the|my] {product} [is not working|keeps crashing|won't turn on]
Would you like [Express|Standard|Priority|Overnight] [Shipping|shipping|delivery]?
Is there anything else I can help you with[ today|]?
Sure, that's {digits} {digits}, [expiring|valid until] {month}.
our [Gold|Premium|Basic|Platinum] [plan|Plan] is {amount} a month
""",
    spoken=True,
)
