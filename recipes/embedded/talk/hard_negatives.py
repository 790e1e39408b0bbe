"""Capitals and cue words without a name, and rare words."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "hard_negatives",
    """
[Oh|Ah|Wow|Ouch|Yikes|Oops|Phew|Gosh|Geez|Bingo|Voilà|Cheers|Bravo|Amen|Duh|Meh|Aw][!|.|...|, {rest}]
[Bye|Hello|Hi|Welcome|Goodbye|Cheerio|Howdy|Ciao|Namaste|Aloha][!|.| again!| everybody!]
[Yes|No|Maybe|Never|Always|Sometimes|Nope|Yep|Indeed|Definitely|Certainly|Absolutely][.|, {rest}.|!]
[However|Meanwhile|Therefore|Nevertheless|Moreover|Luckily|Sadly|Hopefully|Apparently|Basically|Unfortunately], {rest}.
[Did|Does|Has|Was|Is|Are|Should|Could|Would|Might] [anyone|somebody|the team|my {kin}] [call|late|ready|seen the {thing}|know]?
[Leave|Bring|Stir|Chop|Fold|Drain|Shake|Twist|Tap|Swipe|Scan|Reboot|Unplug|Tighten] the {thing} [gently|first|twice|now].
[Tasty|Crispy|Spicy|Gooey|Fluffy|Sparkly|Rusty|Dusty|Sandy|Stormy|Sunny] [pancakes|weather|windows|chips|roads] [today|again].
[Chapter|Section|Article|Table|Figure|Appendix|Lesson|Module|Level|Phase|Step] {digits}: [Getting Started|Safety First|Common Questions|Terms Of Use|What Comes Next]
[TERMS OF USE|READ ME FIRST|KEEP OUT|OUT OF ORDER|NO PARKING|URGENT|SOLD OUT|DO NOT DISTURB|FRAGILE]
[see you|We met|Closed|Come back] [on|next|every] {weekday}[ in {month}| at {time}|].
[in|since|until|by] {month} [it snows|we pay {amount}|the {thing} is due]
my {kin} [has|got|bought|lost] [a|the|some] {thing}
my {kin} is a {job} and my {kin} is a {job}
[the|our|your] {job} [said|told me|thinks] [the {thing} is broken|it's fine|to wait]
[talk|speak|listen] to [the {job}|your {kin}|someone|me|them] [about the {thing}|please|]
[thanks|thank you] to [the {job}|everyone|all of you|you both]
[call|ask|email|text] [the {job}|your {kin}|them|us|somebody|support] [at {phone}|about the {thing}|]
[this|that] is [correct|wonderful|nonsense|hilarious|embarrassing|overdue|the {job}|my {kin}]
[I'm|i am|we're|she's] [exhausted|famished|allergic|unemployed|vegan|grateful|nervous|a {job}|stuck in traffic]
from [there|here|now on|scratch|nowhere|home|the {job}] [we went|it's {number} miles|]
with [pleasure|caution|mustard|my {kin}|the {job}|respect]
do you [speak|understand] {tongue}? [yes|only {tongue}|a little]
[i|we] [watched|loved|hated] {film} [again|last {weekday}|with my {kin}]
[my|the] {product} [crashed|is charging|costs {amount}|needs an update]
[antidisestablishmentarianism|flibbertigibbet|kerfuffle|gobbledygook|whatchamacallit|thingamajig] is a [funny|long] word
[gluten|quinoa|kombucha|zucchini|guacamole|tortellini|croissants|lasagna|ramen|sushi|falafel|hummus] [is on sale|for dinner|with rice]
[the|a] [labrador|poodle|beagle|tabby|dachshund|parakeet|hamster|goldfish] [barked|ate my {thing}|is {number}]
[Internet|Wi-Fi|Bluetooth|Ethernet|USB|HDMI|PDF|HTML|VPN|ATM|FAQ|HR|IT|CEO|VIP|ASAP|FYI|DIY] [is down|issues|works|please]
[Happy|Merry] [Thanksgiving|Christmas|Easter|Hanukkah|Diwali|Birthday|Anniversary|Holidays][!|, {rest}!]
[God|Lord|Heaven|Hell] [knows|bless|forbid|no|help us][!|.|]
[Customer|Agent|Doctor|Patient|Speaker|Interviewer|Operator|Host|Guest|Narrator|Teacher|Student]: [{rest}|yes|go on|hello].
[Mom|Dad|Grandma|Grandpa|Auntie|Daddy|Mommy|Nana] [called|is here|said no|made soup]
[Yours truly|Best wishes|With love|Warm regards|Take care|See you soon|All the best][,|!|.]
[Sir|Ma'am|Madam|Doctor|Officer|Professor|Coach|Captain], [the {thing} is ready|may I ask|over here].
[the|The] [Board|Committee|Department|Office|Council|Company|Party|Plaintiff|Tenant|Seller] [shall|may|will] [pay {amount}|meet on {weekday}|decide]
[um|uh|er|hmm|well|so|like] [yeah|i guess|you know|whatever|i mean|right|okay]
[gonna|wanna|gotta|lemme|gimme|dunno|kinda|sorta] [go|do it|see|leave|sleep]
[one|Two|three|Four|five] [tickets|coffees|nights|adults|kids] [please|for {weekday}|at {amount}]
[name|Name] [one|a few|three reasons|your price|the {thing}|tag|change]
[spell|Spell] [check|it out|the word|that again]
[which|what] [doctor|nurse|agent|teacher|driver] [was it|did you see|called]?
""".replace(
        "{rest}",
        "[that was close|we made it|it works|I forgot|nobody cares|this is fun|what a day]",
    ),
    most_parts=2,
    spoken=True,
)
