"""What is said of a camera before it is bought, in four languages: sentences, headings, and the names of places.

Words in braces stand for names and numbers, which come with their unit.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, str, str, str]
LANGUAGES: Final = ("en", "it", "sv", "zh")

REMARKS: Final[Mapping[str, Words]] = {
    "whole": (
        "The whole table is in the picture.",
        "Tutto il tavolo è nell’immagine.",
        "Hela bordet är i bild.",
        "整张球台都在画面内。",
    ),
    "cut": (
        "The picture shows {share} of the cloth. Not in it: {names}.",
        "L’immagine mostra il {share} del panno. Fuori: {names}.",
        "Bilden visar {share} av duken. Utanför: {names}.",
        "画面只拍到台面的 {share}。不在画面内：{names}。",
    ),
    "cut-edge": (
        "The picture shows {share} of the cloth: an edge of it is cut off.",
        "L’immagine mostra il {share} del panno: un bordo è tagliato.",
        "Bilden visar {share} av duken: en kant är avskuren.",
        "画面只拍到台面的 {share}：有一边被截去。",
    ),
    "not-found": (
        "The program will not find the table by itself: it wants {least} of the cloth in view, and its edges.",
        "Il programma non troverà il tavolo da solo: vuole vedere il {least} del panno, e i suoi bordi.",
        "Programmet hittar inte bordet av sig självt: {least} av duken måste synas, och dess kanter.",
        "程序无法自行找到球台：至少要拍到台面的 {least} 及其边缘。",
    ),
    "flat": (
        "The camera looks so flatly over the cloth (at {deg}) that the table may not be found, or balls be placed"
        " centimetres off: have it look down on the table’s middle at {least_deg} or more.",
        "La telecamera guarda il panno così radente (a {deg}) che il tavolo può non essere trovato, o le bilie"
        " collocate centimetri fuori posto: il centro del tavolo va guardato dall’alto ad almeno {least_deg}.",
        "Kameran ser så flackt över duken ({deg}) att bordet kanske inte hittas, eller bollar placeras centimeter"
        " fel: den bör se ner på bordets mitt i minst {least_deg}.",
        "相机俯视台面的角度过平（{deg}），可能找不到球台，或定位偏差达数厘米：俯视球台中央的角度应不小于 {least_deg}。",
    ),
    "placed": (
        "A ball at rest is placed to about {best} at best ({first}) and to {worst} at worst ({second}).",
        "Una bilia ferma è collocata a circa {best} nel caso migliore ({first}) e a {worst} nel peggiore ({second}).",
        "En stillaliggande boll placeras på ungefär {best} när som bäst ({first}) och {worst} när som sämst"
        " ({second}).",
        "静止球的定位误差：最好约 {best}（{first}），最差约 {worst}（{second}）。",
    ),
    "touch-all": (
        "Touching balls are told all over the table: {near} of those near the camera, {far} of those farthest"
        " from it; of the rest the referee is asked. Balls count as clear from {worst_mm} apart at the most.",
        "Le bilie in contatto sono riconosciute su tutto il tavolo: il {near} vicino alla telecamera, il {far}"
        " nel punto più lontano; per le altre si chiede all’arbitro. Le bilie risultano libere da {worst_mm} di"
        " distanza al massimo.",
        "Bollar i press avgörs över hela bordet: {near} av dem nära kameran, {far} av dem längst bort; om övriga"
        " frågas domaren. Bollar räknas som fria från högst {worst_mm} avstånd.",
        "全台都能判断贴球：靠近相机处 {near}，最远处 {far}；其余请裁判判断。球间距最多 {worst_mm} 起即判为未贴。",
    ),
    "touch-some": (
        "Touching balls are told at: {names}. Elsewhere the referee is mostly asked. Balls count as clear from"
        " {near_mm} apart near the camera, and from {far_mm} where it is farthest.",
        "Le bilie in contatto sono riconosciute qui: {names}. Altrove si chiede per lo più all’arbitro. Le bilie"
        " risultano libere da {near_mm} vicino alla telecamera, da {far_mm} nel punto più lontano.",
        "Bollar i press avgörs vid: {names}. Annars frågas oftast domaren. Bollar räknas som fria från {near_mm}"
        " avstånd nära kameran och från {far_mm} längst bort.",
        "以下位置能判断贴球：{names}。其他位置多半请裁判判断。靠近相机处间距 {near_mm} 起、最远处 {far_mm}"
        " 起判为未贴。",
    ),
    "touch-none": (
        "Of touching balls the referee is mostly asked: {near} are told near the camera, {far} where it is"
        " farthest. Balls count as clear from {near_mm} apart near the camera, and from {far_mm} where it is"
        " farthest.",
        "Per le bilie in contatto si chiede per lo più all’arbitro: è riconosciuto il {near} vicino alla"
        " telecamera, il {far} nel punto più lontano. Le bilie risultano libere da {near_mm} vicino alla"
        " telecamera, da {far_mm} nel punto più lontano.",
        "Om bollar i press frågas oftast domaren: {near} avgörs nära kameran, {far} längst bort. Bollar räknas"
        " som fria från {near_mm} avstånd nära kameran och från {far_mm} längst bort.",
        "贴球多半请裁判判断：靠近相机处能判断 {near}，最远处 {far}。靠近相机处间距 {near_mm} 起、最远处 {far_mm}"
        " 起判为未贴。",
    ),
    "pots-all": (
        "Pots are told at all pockets.",
        "Le bilie imbucate sono riconosciute in tutte le buche.",
        "Sänkta bollar avgörs vid alla hål.",
        "所有球袋的进球都能判断。",
    ),
    "pots-some": (
        "Pots cannot be told, and are asked of the referee, at: {names}.",
        "Le bilie imbucate non si possono riconoscere, e si chiede all’arbitro, qui: {names}.",
        "Sänkta bollar kan inte avgöras, och domaren frågas, vid: {names}.",
        "以下球袋的进球无法判断，需请裁判判断：{names}。",
    ),
    "cushion": (
        "The camera looks so flatly that a ball against this cushion is more than half hidden behind it: {names}.",
        "La telecamera guarda così radente che una bilia contro questa sponda è nascosta per più di metà: {names}.",
        "Kameran ser så flackt att en boll mot denna vall är mer än till hälften dold bakom den: {names}.",
        "相机角度过平，贴着此库边的球一半以上被遮住：{names}。",
    ),
    "behind": (
        "Where it is farthest ({first}) a ball hides part of another that lies up to {mm} behind it.",
        "Nel punto più lontano ({first}) una bilia ne nasconde in parte un’altra fino a {mm} dietro di sé.",
        "Längst bort ({first}) döljer en boll en del av en annan som ligger upp till {mm} bakom den.",
        "最远处（{first}）一颗球会遮住其后 {mm} 以内另一颗球的一部分。",
    ),
    "tiny": (
        "Balls are down to {px} across in the picture, smaller than any that this advice was measured on: expect"
        " worse.",
        "Le bilie scendono a {px} nell’immagine, meno di quelle su cui questo consiglio è stato misurato:"
        " aspettatevi di peggio.",
        "Bollarna är ner till {px} breda i bilden, mindre än några som detta råd mättes på: räkna med sämre.",
        "画面中的球最小只有 {px} 宽，小于此建议所依据的测量范围：实际会更差。",
    ),
}

CHANGES: Final[Mapping[str, Words]] = {
    "wider": (
        "Take a wider lens, of {lens}",
        "Prendete un obiettivo più ampio, di {lens}",
        "Ta ett vidare objektiv, på {lens}",
        "换用更广的镜头，{lens}",
    ),
    "narrower": (
        "Take a narrower lens, of {lens}",
        "Prendete un obiettivo più stretto, di {lens}",
        "Ta ett smalare objektiv, på {lens}",
        "换用更窄的镜头，{lens}",
    ),
    "raise": (
        "Raise the camera to {height} above the cloth, with a lens of {lens}",
        "Alzate la telecamera a {height} sopra il panno, con un obiettivo di {lens}",
        "Höj kameran till {height} över duken, med ett objektiv på {lens}",
        "把相机升高到距台面 {height}，镜头 {lens}",
    ),
    "end": (
        "Move the camera behind the {end} end, to {at}, with a lens of {lens}",
        "Spostate la telecamera dietro il lato di {end}, a {at}, con un obiettivo di {lens}",
        "Flytta kameran bakom {end}-änden, till {at}, med ett objektiv på {lens}",
        "把相机移到{end}端之后，位置 {at}，镜头 {lens}",
    ),
    "over": (
        "Hang the camera over the table’s middle, {height} above the cloth, with a lens of {lens}",
        "Appendete la telecamera sopra il centro del tavolo, {height} sopra il panno, con un obiettivo di {lens}",
        "Häng kameran över bordets mitt, {height} över duken, med ett objektiv på {lens}",
        "把相机挂在球台中央上方，距台面 {height}，镜头 {lens}",
    ),
    "pixels": (
        "Take a camera with pictures of {size}, and a lens of {lens}",
        "Prendete una telecamera con immagini di {size}, e un obiettivo di {lens}",
        "Ta en kamera med bilder på {size}, och ett objektiv på {lens}",
        "换用 {size} 画面的相机，镜头 {lens}",
    ),
}

RESULT: Final[Words] = (
    "{change}: balls are then placed to {worst} at worst, {touch} of touching balls are told, and pots at"
    " {pots} of {of} pockets.",
    "{change}: le bilie sono allora collocate a {worst} nel caso peggiore, è riconosciuto il {touch} di"
    " quelle in contatto, e le bilie imbucate in {pots} buche su {of}.",
    "{change}: då placeras bollar på {worst} när som sämst, {touch} av bollar i press avgörs, och sänkta"
    " bollar vid {pots} av {of} hål.",
    "{change}：此时定位误差最差 {worst}，贴球能判断 {touch}，{of} 个球袋中 {pots} 个能判断进球。",
)
UNFORETOLD: Final[Words] = (
    "How well pucks will be placed from here is not foretold: play a few strokes, and compare them with what the desk"
    " shows.",
    "Quanto bene le pedine saranno collocate da qui non si prevede: giocate qualche tiro e confrontate con ciò che"
    " mostra il tavolo dell’arbitro.",
    "Hur väl brickor placeras härifrån förutsägs inte: spela några stötar och jämför med vad domarbordet visar.",
    "从这里能把棋子定位得多准，无法预知：请先打几杆，与裁判台所显示的相比较。",
)
NO_CHANGE: Final[Words] = (
    "Nothing that was tried makes it clearly better.",
    "Nulla di ciò che è stato provato lo migliora nettamente.",
    "Inget som prövades gör det tydligt bättre.",
    "所试过的改动都没有明显改善。",
)
ENDS: Final[Mapping[str, Words]] = {
    "bottom": ("Baulk", "acchito", "baulk", "开球区"),
    "top": ("Top", "testa", "topp", "顶岸"),
}
CUSHIONS: Final[Mapping[str, Words]] = {
    "bottom": ("the Bottom cushion", "sponda di acchito", "baulkvallen", "底库边"),
    "top": ("the Top cushion", "sponda di testa", "toppvallen", "顶库边"),
    "left": ("the left cushion", "sponda sinistra", "vänster vall", "左库边"),
    "right": ("the right cushion", "sponda destra", "höger vall", "右库边"),
}
PLACES: Final[Mapping[str, Words]] = {
    "bottom-left": ("bottom left pocket", "buca d’acchito sinistra", "vänster baulkhål", "左底袋"),
    "bottom-right": ("bottom right pocket", "buca d’acchito destra", "höger baulkhål", "右底袋"),
    "middle-left": ("middle left pocket", "buca centrale sinistra", "vänster mitthål", "左腰袋"),
    "middle-right": ("middle right pocket", "buca centrale destra", "höger mitthål", "右腰袋"),
    "top-left": ("top left pocket", "buca di testa sinistra", "vänster topphål", "左顶袋"),
    "top-right": ("top right pocket", "buca di testa destra", "höger topphål", "右顶袋"),
    "yellow-spot": ("yellow spot", "punto giallo", "gul punkt", "黄球点"),
    "green-spot": ("green spot", "punto verde", "grön punkt", "绿球点"),
    "brown-spot": ("brown spot", "punto marrone", "brun punkt", "棕球点"),
    "blue-spot": ("blue spot", "punto blu", "blå punkt", "蓝球点"),
    "pink-spot": ("pink spot", "punto rosa", "rosa punkt", "粉球点"),
    "black-spot": ("black spot", "punto nero", "svart punkt", "黑球点"),
}
HEADINGS: Final[Mapping[str, Words]] = {
    "place": ("place", "punto", "plats", "位置"),
    "across": ("mm a pixel across", "mm per pixel di traverso", "mm per pixel tvärs", "横向 毫米/像素"),
    "along": ("mm a pixel along", "mm per pixel in lungo", "mm per pixel längs", "纵向 毫米/像素"),
    "ball": ("ball, pixels", "bilia, pixel", "boll, pixlar", "球 像素"),
    "error": ("error, mm", "errore, mm", "fel, mm", "误差 毫米"),
    "touch": ("touch told", "contatto riconosciuto", "press avgörs", "贴球可判"),
    "clear": ("clear from, mm", "libere da, mm", "fria från, mm", "判未贴 毫米"),
    "pots": ("pots", "in buca", "sänkta", "进球"),
    "remarks": ("What will be decided", "Che cosa si potrà decidere", "Vad som kan avgöras", "能判断什么"),
    "changes": ("What to change", "Che cosa cambiare", "Vad som kan ändras", "可以怎样改"),
    "told": ("told", "riconosciuta", "avgörs", "可判"),
    "asked": ("asked", "si chiede", "frågas", "询问"),
}


def in_language(words: Words, language: str) -> str:
    """Return one of `LANGUAGES`; English for any other."""
    return words[LANGUAGES.index(language)] if language in LANGUAGES else words[0]
