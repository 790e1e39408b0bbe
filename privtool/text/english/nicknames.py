"""Nicknames: other names of the same person, such as Liz for Elizabeth and Bob for Robert."""

from __future__ import annotations

from functools import cache

_NICKNAMES = """
abigail: abby abbie gail | albert: al bert bertie albie | alejandro: alex ale
alexander: alex al xander lex sasha | alexandra: alex lexi sasha | alfred: al fred alfie
amanda: mandy | amelia: millie | andrew: andy drew | angela: angie | anna: annie | anne: annie
ann: annie | anthony: tony ant | antonio: tony toni | arthur: art artie | barbara: barb babs barbie
beatrice: bea trixie | benjamin: ben benny benji | bernard: bernie | bradley: brad
cameron: cam | carolyn: carrie lyn | caroline: carrie carol | catherine: cathy cate cat kate katie
charles: charlie chuck chas | charlotte: charlie lottie | christina: chris tina chrissy christie
christine: chris tina chrissy christie | christopher: chris topher kit | clifford: cliff
cynthia: cindy | daniel: dan danny | danielle: dani | david: dave davey | deborah: deb debbie
dennis: denny | dmitri: dima | donald: don donnie | dorothy: dot dottie dolly | douglas: doug
edgar: ed eddie | eduardo: eddie lalo | edward: ed eddie ted teddy ned | edwin: ed eddie
ekaterina: katya | eleanor: ellie nell nora | elizabeth: liz lizzie beth betty betsy eliza libby
emily: em emmy | eugene: gene | evelyn: evie | florence: flo | frances: fran frannie
francis: frank fran | francisco: paco pancho cisco | franklin: frank frankie
frederick: fred freddie freddy | gabriel: gabe | gabrielle: gabby | george: georgie
gerald: gerry jerry | geoffrey: geoff jeff | gilbert: gil | gregory: greg | guadalupe: lupe
gwendolyn: gwen | harold: hal harry | harriet: hattie | henry: hank harry hal | herbert: herb bert
howard: howie | ignacio: nacho | isabel: izzy bella | isabella: izzy bella | jacob: jake
jacqueline: jackie | james: jim jimmy jamie | janet: jan | jeffrey: jeff | jennifer: jen jenny jenn
jeremy: jerry | jessica: jess jessie | joan: joanie | john: jack johnny | jonathan: jon jonny
jose: pepe | joseph: joe joey | josephine: jo josie | joshua: josh | judith: judy jude
julia: jules | julian: jules | katherine: kate katie kathy kat kitty kay
kathleen: kate katie kathy kat | kathryn: kate katie kathy kat | kenneth: ken kenny | kevin: kev
kimberly: kim kimmy | lawrence: larry | leonard: len lenny leo | leslie: les | lillian: lily lil
louis: lou louie | lucille: lucy | madeline: maddie | manuel: manny | margaret: maggie meg peggy
maria: mari masha | martin: marty | mary: molly polly mae | matilda: tilly | matthew: matt matty
maximilian: max | maxwell: max | melanie: mel | melissa: mel missy | michael: mike mikey mick
michelle: shelly | mildred: millie | mitchell: mitch | mohammed: mo | nancy: nan
natalia: natasha | natalie: nat | nathan: nate nat | nathaniel: nate nat | nicholas: nick nicky
nicole: nikki nicky | norman: norm | oliver: ollie | olivia: liv livvy | pamela: pam
patricia: pat patty tricia trish | patrick: pat paddy | penelope: penny | peter: pete | philip: phil
phillip: phil | rafael: rafa | randall: randy | raymond: ray | rebecca: becky becca
richard: rick ricky dick rich richie | robert: rob bob bobby robbie bert | roberta: bobbie robbie
roberto: beto rob | ronald: ron ronnie | rose: rosie | rosemary: rosie | russell: russ
ruth: ruthie | samantha: sam sammy | samuel: sam sammy | sandra: sandy | sarah: sally sadie
sidney: sid | stanley: stan | stephanie: steph | stephen: steve stevie | steven: steve stevie
stuart: stu | susan: sue susie suzie | suzanne: sue suzie | svetlana: sveta | sylvia: syl
tamara: tammy | terence: terry | teresa: terry tess tessa | theodore: ted teddy theo
theresa: terry tess tessa | thomas: tom tommy | timothy: tim timmy | valerie: val | veronica: ronnie
victor: vic | victoria: vicky tori | vincent: vince vinny | virginia: ginny | vivian: viv
vladimir: vova | walter: walt wally | wilfred: wilf | william: bill billy will willie liam
winifred: winnie | zachary: zach zack
"""


@cache
def full_forms() -> dict[str, tuple[str, ...]]:
    """Return the names that each nickname is short for, all in lower case."""
    forms: dict[str, tuple[str, ...]] = {}
    for entry in _NICKNAMES.replace("\n", "|").split("|"):
        name, _, nicknames = entry.strip().partition(": ")
        for nickname in nicknames.split():
            forms[nickname] = (*forms.get(nickname, ()), name)
    return forms


@cache
def other_names() -> dict[str, frozenset[str]]:
    """Return for each name those of the same person: its full forms, and all their nicknames."""
    names: dict[str, set[str]] = {}
    for nickname, full in full_forms().items():
        for name in full:
            names.setdefault(name, {name}).add(nickname)
    for nickname, full in full_forms().items():
        names.setdefault(nickname, set()).update(*(names[name] for name in full))
    return {name: frozenset(others - {name}) for name, others in names.items()}
