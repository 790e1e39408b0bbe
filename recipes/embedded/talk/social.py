"""Posts on social media."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "social",
    """
{handle} {first} [is so right|you ok?|told me|is my favorite]
RT {handle}: {any} [just scored|is trending|was great on {film}|in {city} tonight!]
[Can't believe|so sad that|omg] {full} [is gone|is dead|won|quit] [:(|😭|!!|#rip|]
[watching|Watching|listening to] {full} [live|in {city}|on tv] [#{tag}|right now|]
[just met|Just saw] {full} [at {org}|in {city}|on {street}] [!!!|😱|#{tag}|]
[Happy birthday|HBD|happy bday] [to my {kin} |]{first}[ ❤️|!|!!! love u|]
[At|at|@] [{org}|{city}|{school}|{hospital}] with {first}[ and {first}| & {first}|] [http://t.co/{code}|#{tag}|]
{first} {last} [> everyone else|for president|is overrated|needs to chill]
[follow|Follow] {handle} [and {handle}|she's {first}'s {kin}|]
i [love|miss|hate] {first} [so much|sm|already|lol] [😩|#{tag}|]
[shout out|s/o|Shoutout] to {any} [for the ride|and {any}|👏|{handle}]
{first}, {first} and i [at {org}|in {city}|#{tag}]
[Team|team] {first} [all the way|or team {first}?|#{tag}]
{city} [is lit|traffic is the worst|i'm coming|weather today: sunny]
[Moving|moving|flying] to {city} [next month|tomorrow|with {first}] [✈️|#{tag}|]
[New|new] [post|video|single|episode] [from|by|with] {any} [out now|http://bit.ly/{code}|🔥]
{full} ft. {full} [- live in {city}|on repeat|🎶]
[Thanks|thx|ty] {handle} [{first}|for the rt|!]
[goodnight|gn|gm] {first}[ xx|]
[NEWS|Breaking|BREAKING]: {full}, {number}, [arrested in|found in|elected mayor of] {city}
[Dr|Mr|Mrs|Coach|King|Queen|Lady|DJ|Lil|Big] {first} [is a legend|ruined my day|at {org} tonight]
who else [saw|remembers|loves] {any}[?? |? ][#{tag}|]
[my|My] [bro|sis|boy|girl|man|mate] {first} [killed it|is crazy|just called me]
[I'm at|im at] {org} [({city}) http://4sq.com/{code}|w/ {first}]
[TODAY|Today|tonight|TONIGHT] [{time}|9pm]: {full}, {full} + [more|guests|dj {first}] @ {org}
lol {first} [u crazy|stop it|where u at]
[anyone|Anyone] [going|driving] to {city} [this weekend|on {weekday}]?
{job} jobs in {city} http://bit.ly/{code} #jobs
[OMG|LOL|WTF|Wow|YES|NO|Ugh|Yay|Haha], [this|that] [is|was] [so good|AMAZING|The Best|crazy] [#{tag}|]
[Monday|Friday|Sunday|Saturday] [mornings|night|vibes|Funday] [😩|#{tag}|with coffee|]
[watching|rewatching] {film} [again|on {product}] [#{tag}|]
[I|i] [love|hate|need] my [new |]{product}[!!|]
[Good Morning|Happy Friday|Merry Christmas|Happy New Year|Happy Halloween|HAPPY EASTER] [everyone|world|twitter|]
[The|This] [Game|Show|Weather|Food|Album] [Was|Is] [Amazing|Terrible|Everything]
RT {handle}: [follow me|When your alarm goes off|I can't even|Retweet if you agree]
{handle} [yes|no|lol|thanks|same here|good luck] [😂|!|]
[Free|Win a|New] {thing} [giveaway|deal|sale] [http://bit.ly/{code}|today only|#{tag}]
[may|will|can] [the force be with you|someone call me|i go home now]?
""".replace("{tag}", "[love|fail|win|nofilter|tbt|mondays|goals|party|news|music]"),
    most_parts=1,
)
