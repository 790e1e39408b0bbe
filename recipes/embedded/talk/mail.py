"""Signatures, salutations and headers of mail."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "mail",
    """
[Dear|Hi|Hello|Hey|Good morning] {first}, [I hope you are well.|thanks for your note.|the {thing} is attached.|please see below.]
[Dear|dear] [Mr.|Mrs.|Ms.|Dr.|Professor|Mr|Ms] {last}[,|:] [we regret to inform you|thank you for your application|your {thing} is overdue]
Dear {full},
[Best|Best regards|Regards|Kind regards|Sincerely|Yours truly|Cheers|Thanks|Many thanks|Love|Warmly|Take care|xo][, |,{nl}|{nl}]{any}
[Best|Regards|Sincerely|Thanks|Cheers][,{nl}| ]{full}{nl}[{job}, {org}|{org}|{job}{nl}{phone}]
[From|To|Cc|Bcc|Sender|Reply-To]: {full} <{mail}>
[From|To|Cc|CC]: [{formal}|{full}][; {formal}|, {full}|]
[From|To]: {mail}
Subject: [Re: |Fwd: |RE: |][{thing} for {full}|Meeting with {any}|lunch with {first}?|{org} {thing}]
Subject: [Re: |Fwd: |][Your {thing}|Weekly Report|Urgent: Action Required|Updated Terms|Out of Office|Invoice {code}]
On {weekday}, {month} {digits}, {full} wrote:
{full} wrote on {date}:
- {first}
[--|—] {full}[ | / ]{org}
Sent by {full} on behalf of {full}
I'm copying {any} [from {org}|in {city}|who runs the {thing}].
[Please|please] [contact|reach out to|get in touch with] {full} [at {mail}|at {phone}|in my absence].
[{first}, {first}|{first} and {first}|{first}/{first}] - [can you review the {thing}|see below|any thoughts?]
Per my [call|conversation] with {any}, the {thing} will be ready on {weekday}.
{first} [asked|told|wanted] me to send you the {thing}.
Looping in {any}[ for visibility|, our {job}|].
Hope to see you and {first} [in {city}|on {weekday}|soon].
[P.S.|PS] {first} [says hi|sends her love|got the job]!
Thanks, {first}[!|.| - talk soon]
Minutes: {date}. Present: {full}, {full}, {full}. [Apologies|Absent]: {full}.
cc: {initialed}, {initialed}
[the|The] attached was prepared by {initials}[ in {city}|]
Our address: {org}, {digits} {street}, {city}.
[Dear|Hello|Hi] [all|team|customer|Sir or Madam|colleagues|Hiring Manager|valued customer|friends],
[Best|Regards|Thanks|Cheers|Sincerely][,|!| in advance| again| and regards]
[I hope|Hope] [this finds you well|all is well|you had a nice weekend].
[Sent from my {product}|Unsubscribe|Confidentiality Notice|Forwarded message|Original Message]
[Thanks|Thank you] for your [patience|order|business|reply].
[The Sales Team|Customer Service|Human Resources|Accounts Payable|The Management]
[Will|May|Can] you [send|mark|bill|grant] [it|us|me] [by {weekday}|the {thing}]?
[Attached|Enclosed|Below] is the {thing} for {month}.
""",
    joints=("\n", "\n", " ", "\n\n"),
    most_parts=3,
)
