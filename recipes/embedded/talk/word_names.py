"""Names that are words, too, and the same words where they are no names."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "word_names",
    """
{word_name} [is|was] [late|here|on vacation|in charge of the {thing}|my {kin}]
{word_name} [said|says|told me|thinks|called|wants|went|knows|came] [that it's fine|we should go|about the {thing}|to {city}|yesterday]
[ask|tell|call|email|thank|help|meet|invite|visit|text] {word_name} [about the {thing}|please|again|for me|tomorrow|when you can]
[hi|hello|thanks|bye|okay|hey|sorry|yes|no|good morning], {word_name}[, | ][the {thing} is ready|how are you|i'll call you back|]
[my|our|her|his] {kin} {word_name} [is {number}|lives in {city}|works at {org}|bought a {thing}]
this is {word_name} [speaking|calling|from {org}|again]
[with|from|for|to|by|and] {word_name} [at {org}|in {city}|and {first}|on {weekday}]
{word_name} and {word_name} [are|were] [here|friends|in {city}|married in {month}]
{word_name}'s [{thing}|{kin}|birthday|house|office|wedding] [is|was] [nice|lost|on {weekday}|in {city}]
[will|may|can|could|would|should|did|does] {word_name} [come|help|know|be there|call me|pay for it][?| today?]
i [saw|love|miss|met|know|like|trust|married] {word_name}[ a lot| at {org}| too|]
{word_name} {word_name} [is|was] [here|born in {month}|the {job}]
[Mr.|Mrs.|Ms.|Dr.|Miss] {word_name} [is here|called|will see you now]
my name is {word_name}[ and i need help with my {thing}| {last}|]
[do you know|have you seen|where is|who is] {word_name}[?| {last}?]
{word_name} [will|may|can|has|had] [bill you|mark it|hope so|chase them|grant it] [in {month}|at dawn|today]
{first} {word_name}, {first} {word_name} and {word_name} {last}
[it|that|she|he|this] will [be fine|work|hurt|take {number} minutes|cost {amount}]
[will|Will] [you|it|that|this|we|they] [be there|work|come|fit]?
[i|we] may [be late|need more time|not know|go in may]
[may|May] [i|I|we] [come in|ask you something|help you]?
[please |can you |]mark [it|the date|this as done|my words|the box]
[i|we|I|We] hope [so|not|you're well|it works|to see you]
[there is|no|with] hope [for us|at all|and patience]
[she moves|say it|dance|move] with grace and [ease|joy]
[a|the] grace period of {number} days [ends in {month}|]
[the|my|a|your] [bill|phone bill|electric bill] [is|was] {amount}
[prices|sales|he|she|the sun|shares] rose [to {amount}|early|in may|again]
[a|one|the red] rose [in a vase|smells nice|bush|for my {kin}]
[don't|we|they|police] chase [the bus|it|them|a thief|your dreams]
[at|before|until|since] dawn [we left|the birds sing|on {weekday}]
[to be|let me be|i'll be|can i be] frank [with you|it's bad|i don't like it]
[turn|see|on|the next|last|front|home] page [{number}|of the book|is missing|please]
in [may|june|april|august|march] [we|i] [moved|go on vacation|start the {job} job]
[a|the|this] [guy|jack|ray of light|miles away|drew a line|pat on the back|nick in the paint]
[i'll|don't|we could] [sue|rob|pat|grant|drew|ask] [them|a bank|the dog|it|you]
[it's|that's|so] [rich|long|young|green|black|brown|white|cold|best|good]
[long|young|black|white|green|brown|best] [time no see|people|coffee|tea|shirt|regards|of luck]
[good|nice|great|sunny|long] day [everyone|at work|to you|today]
[in|just in|any|that|the] case [you need it|is closed|of emergency]
[pay|in|by|some|no] cash [only|please|back|or card]
[with|for|in the name of] love [and joy|from all of us|]
[a|the] [baker|cook|hunter|mason|king|bishop|fox|bird|stone|price|field] [said so|is here|was late|went up]
[he drew|she drew|who drew] [this|a map|the short straw]
[have|keep the|in good] faith [in me|and hope|]
[it's|what] a [joy|penny|shame|grant|hazard|mercy] [to see you|to be here|]
Will that be [all|cash or card|everything]?
Hope [you are well|this helps|to hear from you soon].
May [I|we] [help|go|sit here]? [Sure|Yes], you may.
Bill me [later|monthly|for the {thing}].
Mark [the date|my words|it as read].
Frank [talk|discussions|opinions] [helps|are needed|about money].
Art [is long|class is on {weekday}|and music].
Long [story short|day today|lines at the bank].
Rich [people|food|in vitamins] [lie|is bad for you|].
Joy [to the world|is all around|comes in the morning].
Price [is {amount}|went up|includes tax].
""",
    spoken=True,
)
