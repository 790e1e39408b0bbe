"""Names of months and weekdays, full and short, in English and the other supported languages."""

from __future__ import annotations

from typing import NamedTuple

from privtool.text.word_sets import word_set

_MONTHS = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "jan feb mar apr may june july aug sept oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре",
)
_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "mon tue wed thu fri sat sun",
    "mon tues wed thurs fri sat sun",
    "mon tues weds thur fri sat sun",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "måndag tisdag onsdag torsdag fredag lördag söndag",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार",
    "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
)


class CalendarName(NamedTuple):
    """A month (1 to 12) or weekday (0 is Monday) and all names of its kind in its language."""

    value: int
    names: tuple[str, ...]


def _table(lists: tuple[str, ...], first: int) -> dict[str, CalendarName]:
    table: dict[str, CalendarName] = {}
    for line in lists:
        names = tuple(line.split())
        for value, name in enumerate(names, first):
            table.setdefault(name, CalendarName(value, names))
    return table


MONTHS = _table(_MONTHS, 1)
WEEKDAYS = _table(_WEEKDAYS, 0)
FULL_MONTHS = MONTHS["january"].names
SHORT_MONTHS = word_set(" ".join(_MONTHS[1:3])) - set(FULL_MONTHS)
ENGLISH_MONTHS = SHORT_MONTHS | set(FULL_MONTHS)
# In the other languages with Latin script, with spelling variants that only detection needs.
_VARIANTS = ("jänner fevrier aout okt dez déc",)
FOREIGN_MONTHS = word_set(" ".join(_MONTHS[3:10] + _VARIANTS)) - ENGLISH_MONTHS
FULL_WEEKDAYS = WEEKDAYS["monday"].names
WEEKDAY_PLURALS = WEEKDAYS["mondays"].names
SHORT_WEEKDAYS = word_set(" ".join(_WEEKDAYS[2:5]))
