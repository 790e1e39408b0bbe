"""Amounts of money, and ages."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "it cost «$1,200.50», «12 USD», «€30», «30 €», «US$ 5», «USD 12»",
        "«£1.5 million», «$20k», «20k bucks», «1.5 million dollars»",
        "«$5-10» or «$5 to $10»",
        "«five hundred dollars», «a hundred bucks», «twenty grand»",
        "«one thousand three hundred and ten dollars»",
        "«five dollars and fifty cents»",
        "«3 million Swedish kronor», «₹850 crore», «NOK 2 500»",
    ],
)
def test_money(expect, marked):
    expect("MONEY", marked, 0.9)


@pytest.mark.parametrize(
    ("marked", "score"),
    [
        ("«34 years old», «34-year-old», «6 months old», «34 y/o», «34yo»", 0.9),
        ("aged «8 and a half», aged «7», age «34», age: «45», at the age of «59»", 0.9),
        ("«thirty four years old», a «seven-year-old», «six weeks old»", 0.9),
        ("she turned «30», he's «25».", 0.5),
        ("she's only «twenty two», I'm «thirty-one».", 0.5),
        ("Ms Jones, «63», has left", 0.5),
        ("Ms Jones, «sixty-three», and Tom Cole, «forty one», and Al, «nineteen», have left", 0.5),
        ("Q. And your age?\nA. «Fifty-three».", 0.5),
        ("what age is he? Caller: um, he's «seven»", 0.5),
        ("How old are they now? «Twelve».", 0.5),
        ("he's my dad he's «fifty eight» his name is Tom", 0.5),
        ("my dad's «eighty-one», my daughter's «nine» too, you're «twenty-two»?", 0.5),
        ("I was «six, maybe seven», when we got there", 0.5),
        ("my little one is «four months», he'll be «nineteen» in a year", 0.5),
        ("How old is she? «Eighteen months», and she", 0.5),
        ("awarded to Ada S., «eight», well done", 0.5),
        ("she was «five or six» years old", 0.5),
        ("Happy birthday to my little man, «six» today, and to Al", 0.5),
        ("I'm not ashamed of it, «eighty-one» come Christmas", 0.5),
        ("a shout out to tenisha «thirty» today from us; hbd mo, «nineteen» today", 0.5),
        ("happy bday Joy!! «thirty» looks good on u", 0.5),
        ("nurse how old's this little one father «eleven weeks» on friday", 0.5),
        ("baby ottilie, «eight weeks», first jabs, and baby k. of ward 2, «9 weeks»", 0.5),
        ("how old is your mum now\n«seventy-nine» and still", 0.5),
        ("agent can you tell me how old the driver is\ncaller he's «nineteen» passed", 0.5),
        ("the little one she's «nine months» teething, our twins are «three» now", 0.5),
        ("Roughly how old?\nCaller: I'd say «sixty»?", 0.5),
        ("phyllida snow, «ninety-one», for her secret", 0.5),
        ("Baby Ottilie, «eight weeks», and Tom, «6 months», came", 0.5),
        ("couple with baby («5 months»), my little one is «18 months», mine's «ten weeks»", 0.5),
        ("the twins, they're «two and a half», and a boy of «six»; baby's «thirty hours»", 0.5),
        ("I was like «thirty-one», broke, and he's about «fifty»", 0.5),
        ("my nan was «a hundred and two», she's «two and a half», about twelve kilos", 0.5),
        (
            "Malosi's only «four months», my daughter, «nine years», her twins, they're «two».",
            0.5,
        ),
        ("Luz, not yet «two», so she; the twins, they were «two» then; she was maybe «five».", 0.5),
        ("How many months is she?\n«Seven».", 0.5),
        ("my little one was «six months and three weeks» when the fever started", 0.5),
        ("he hits the big «six-oh» now", 0.5),
        ("the twins hit the big «five-o», he the big «six oh» now", 0.5),
        ("aged «07», «07 years old»", 0.9),
        ("triage: infant Zuberi, «eleven wks + 2 d», temp", 0.5),
        ("my baby is «9 mths», the newborn is «3 weeks and four days»", 0.5),
        ("at «three score and eleven» he rows, at «fourscore and ten» she swims", 0.5),
        ("the twins, «nine» going on ten, and the little one's not quite «two»", 0.5),
        ("she's «a hundred and one» on Friday, my youngest is only «four», so", 0.5),
        ("my «six-and-three-quarters»-year-old, her «six-and-a-half»-year rest", 0.5),
        ("grandpa turned «nintey two» last week, she turned «eigthy»", 0.5),
        ("I («34F») and him («29 m»)", 0.7),
        ("in her late «40s»", 0.7),
        ("aged «seven», «12 years of age»", 0.7),
    ],
)
def test_ages(expect, marked, score):
    expect("AGE", marked, score)


@pytest.mark.parametrize(
    "text",
    [
        "5 per cent of it, 20 percent",
        "old people, years ago, the age of reason",
        "ten million years old rocks",
        "turned left, aged well",
        "a dollar sign $ and no cents",
        "Smith, 6, 7, 8",
        "Then Boston, four, Ohio, please",
        "then Smith, forty, fifty and so on",
        "the buses, twenty, were late",
        "At what age do they start? Both are fine, and two more came",
        "he's two seats away, my dad's two brothers, the boy's one, you're ten points ahead",
        "I was two or three feet away, the first one is two, she's two weeks late",
        "After the war, two years, it went on",
        "we need five today, and thirty looks good on paper",
        "she's eight weeks pregnant and he's two months sober",
        "how old is the house we built two years ago",
        "ran the 100m in 21m",
        "all three score well and ten score badly",
        "she's about twenty minutes late, a group of girls of three schools, two and a half",
        "it's only two weeks and that's nearly three months, the kids, they're two of six",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []
