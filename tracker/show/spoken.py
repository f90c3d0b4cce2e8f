"""The calls in four languages: a book stores the English call, and a person may be shown another word for it.

The words are those of the books where they have them: the Italian and the Swedish one (translations of the older
edition, which knows neither PENALTY nor a call to DECLARE), the Chinese text of 2022; the rest is our translation.
"""

from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, str, str]

LANGUAGES: Final = ("it", "sv", "zh")

SPOKEN: Final[dict[str, Words]] = {
    "FOUL": ("FALLO", "FOUL", "犯规"),
    "FOUL AND A MISS": ("FALLO E RIMESSA", "FOUL OCH MISS", "犯规且未尽力"),
    "FREE BALL": ("BILIA LIBERA", "FRI BOLL", "自由球"),
    "TOUCHING BALL": ("BILIA IN CONTATTO", "PRESS", "贴球"),
    "DECLARE": ("DICHIARI LA BILIA", "NOMINERA", "请指定"),
    "PENALTY": ("PENALITÀ", "STRAFF", "受罚"),
    "WARNING": ("AVVERTIMENTO", "VARNING", "警告"),
    "TIME FOUL": ("FALLO DI TEMPO", "TIDSFOUL", "超时犯规"),
    "TIME OUT": ("SOSPENSIONE", "PAUS", "暂停"),
    "TIME": ("TEMPO", "TID", "时间到"),
    "MISS": ("RIMESSA", "MISS", "未击中"),
    "TEN HAZARDS": ("DIECI COLPI IN BUCA", "TIO HAZARDS", "连续十次进袋"),
    "SEVENTY CANNONS": ("SETTANTA CARAMBOLE", "SJUTTIO KANONER", "连续七十次双碰"),
    "BAULK-LINE WARNING AT": ("AVVISO LINEA DI BATTUTA A", "BAULKLINJEVARNING VID", "开球线提醒"),
    "BAULK-LINE CROSSED": ("LINEA DI BATTUTA SUPERATA", "BAULKLINJEN PASSERAD", "已过开球线"),
    "PENALTY PUCK": ("DISCO DI PENALITÀ", "STRAFFBRICKA", "罚子"),
    "TURN LOST": ("TURNO PERSO", "TUREN FÖRLORAD", "失去击球权"),
    "SET LOST": ("SET PERSO", "SETET FÖRLORAT", "本盘告负"),
    "GAME LOST": ("PARTITA PERSA", "MATCHEN FÖRLORAD", "全场告负"),
}
"""English call: Italian, Swedish, Chinese."""


def in_language(call: str, language: str) -> str:
    """Return a call in `it`, `sv` or `zh`; a number, and a call or language that is not in the table, as it stands.

    A number at its end stays there: `BAULK-LINE WARNING AT 180`.
    """
    words, _, number = call.rpartition(" ")
    if number.isdecimal() and words in SPOKEN:
        return f"{in_language(words, language)} {number}"
    if language not in LANGUAGES or call not in SPOKEN:
        return call
    return SPOKEN[call][LANGUAGES.index(language)]


def calls_page() -> str:
    """Return the table as a page of Markdown."""
    rows = (f"| {call} | {' | '.join(words)} |" for call, words in SPOKEN.items())
    head = ("# The calls in four languages", "", "A match book stores the English call. A penalty is its number.", "")
    return "\n".join((*head, "| English | Italian | Swedish | Chinese |", "|---|---|---|---|", *rows, ""))
