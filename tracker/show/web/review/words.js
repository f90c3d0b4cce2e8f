// The words of the review in four languages; what was called and why comes from the law and is in English.

import { signWordsOf } from "../elements/incidents.js";

const ENGLISH = {
  title: "Review", table: "Table", desk: "Desk", keys: "Keys", close: "Close", strokes: "Strokes", stroke: (n) => `Stroke ${n}`, noStrokes: "No stroke has been seen in this match.",
  noPictures: "No pictures", unnamed: "Nothing suggested", seen: "What was seen", nothing: "Nothing was told of this stroke.",
  picture: "Picture", of: (first, last) => `of ${first}–${last}`, fetching: (n) => `Fetching picture ${n}`, missing: (n) => `Picture ${n} cannot be had`,
  sure: "sure", margin: "margin", first: "First contact", noFirst: "No ball was hit first", none: (kind) => `${kind}: not in this stroke`,
  layers: { tracks: "Paths", table: "Cushions" },
  show: "Show over the picture", any: "Next incident", prior: "The one before", line: "Time of the stroke",
  back: "Back", pause: "Pause", forward: "Play", before: "One back", after: "One on", in: "In", out: "Out", loop: "Loop", clear: "Clear in and out", slower: "Slower", faster: "Faster",
  setA: "Set A", setB: "Set B", blend: "Blend", blink: "Blink", mix: "From A to B", here: "here", two: "Two pictures", still: "Less movement is asked for: each press shows the other one.",
  nearer: "Zoom in", farther: "Zoom out", whole: "Whole picture", near: "Look near at the moment", move: "Move the picture", marks: "All marks",
  newer: "Newer stroke", older: "Older stroke", ends: "First and last picture", ten: "Ten pictures",
  verdict: "Verdict", verdicts: { upheld: "Upheld", changed: "Changed", inconclusive: "Inconclusive" }, open: "Not reviewed", note: "Note", rests: "Rests on pictures",
  add: "This picture", drop: (n) => `Leave out picture ${n}`, keep: "Keep the verdict", kept: "The verdict is kept.", beside: "A new verdict stands after this one; nothing is written over.",
  choose: "Choose a verdict first.", by: (who, when) => `${who}, ${when}`, somebody: "Referee", amend: "Amend this entry at the desk", onlyReferee: "Verdicts and exports are the referee’s.",
  export: "Export the clip", span: (from, until) => `Pictures ${from}–${until}`, withMarks: "with marks", making: "Being made …", ready: "Save the clip",
  noLine: "No connection. Try again.",
  groups: { move: "Through the pictures", find: "To the moment", loop: "Loop", two: "Two pictures", look: "Look closer", decide: "Decide" },
};

const ITALIAN = {
  ...ENGLISH,
  title: "Revisione", table: "Tavolo", desk: "Tavolo dell’arbitro", keys: "Tasti", close: "Chiudi", strokes: "Tiri", stroke: (n) => `Tiro ${n}`, noStrokes: "In questo incontro non è stato visto nessun tiro.",
  noPictures: "Senza immagini", unnamed: "Nessuna proposta", seen: "Che cosa è stato visto", nothing: "Di questo tiro non si sa nulla.",
  picture: "Immagine", of: (first, last) => `di ${first}–${last}`, fetching: (n) => `Carico l’immagine ${n}`, missing: (n) => `L’immagine ${n} non è disponibile`,
  sure: "sicuro", margin: "margine", first: "Primo contatto", noFirst: "Nessuna bilia colpita", none: (kind) => `${kind}: non in questo tiro`,
  layers: { tracks: "Percorsi", table: "Sponde" },
  show: "Mostra sull’immagine", any: "Evento seguente", prior: "Quello prima", line: "Tempo del tiro",
  back: "Indietro", pause: "Pausa", forward: "Avanti", before: "Una indietro", after: "Una avanti", in: "Inizio", out: "Fine", loop: "Ripeti", clear: "Togli inizio e fine", slower: "Più lento", faster: "Più veloce",
  setA: "Fissa A", setB: "Fissa B", blend: "Sovrapponi", blink: "Alterna", mix: "Da A a B", here: "qui", two: "Due immagini", still: "È chiesto meno movimento: ogni pressione mostra l’altra.",
  nearer: "Ingrandisci", farther: "Riduci", whole: "Immagine intera", near: "Vicino al momento", move: "Sposta l’immagine", marks: "Tutti i segni",
  newer: "Tiro più recente", older: "Tiro precedente", ends: "Prima e ultima immagine", ten: "Dieci immagini",
  verdict: "Verdetto", verdicts: { upheld: "Confermata", changed: "Cambiata", inconclusive: "Non decidibile" }, open: "Non rivisto", note: "Nota", rests: "Si basa sulle immagini",
  add: "Questa immagine", drop: (n) => `Togli l’immagine ${n}`, keep: "Conserva il verdetto", kept: "Il verdetto è conservato.", beside: "Un nuovo verdetto segue questo; niente viene sovrascritto.",
  choose: "Scelga prima un verdetto.", somebody: "Arbitro", amend: "Correggi questa riga al tavolo", onlyReferee: "Verdetti ed esportazioni spettano all’arbitro.",
  export: "Esporta la clip", span: (from, until) => `Immagini ${from}–${until}`, withMarks: "con i segni", making: "In preparazione …", ready: "Salva la clip",
  noLine: "Senza collegamento. Riprovi.",
  groups: { move: "Tra le immagini", find: "Al momento", loop: "Ripetizione", two: "Due immagini", look: "Da vicino", decide: "Decidere" },
};

const SWEDISH = {
  ...ENGLISH,
  title: "Granskning", table: "Bord", desk: "Domarbordet", keys: "Tangenter", close: "Stäng", strokes: "Stötar", stroke: (n) => `Stöt ${n}`, noStrokes: "Ingen stöt har setts i denna match.",
  noPictures: "Inga bilder", unnamed: "Inget föreslaget", seen: "Vad som sågs", nothing: "Inget är känt om denna stöt.",
  picture: "Bild", of: (first, last) => `av ${first}–${last}`, fetching: (n) => `Hämtar bild ${n}`, missing: (n) => `Bild ${n} går inte att få`,
  sure: "säkert", margin: "marginal", first: "Första kontakt", noFirst: "Ingen boll träffades", none: (kind) => `${kind}: inte i denna stöt`,
  layers: { tracks: "Banor", table: "Vallar" },
  show: "Visa över bilden", any: "Nästa händelse", prior: "Den före", line: "Stötens tid",
  back: "Bakåt", pause: "Paus", forward: "Framåt", before: "En bakåt", after: "En framåt", in: "In", out: "Ut", loop: "Slinga", clear: "Ta bort in och ut", slower: "Långsammare", faster: "Snabbare",
  setA: "Sätt A", setB: "Sätt B", blend: "Blanda", blink: "Växla", mix: "Från A till B", here: "här", two: "Två bilder", still: "Mindre rörelse är begärd: varje tryck visar den andra.",
  nearer: "Zooma in", farther: "Zooma ut", whole: "Hela bilden", near: "Nära ögonblicket", move: "Flytta bilden", marks: "Alla märken",
  newer: "Nyare stöt", older: "Äldre stöt", ends: "Första och sista bilden", ten: "Tio bilder",
  verdict: "Utslag", verdicts: { upheld: "Står fast", changed: "Ändras", inconclusive: "Går ej att avgöra" }, open: "Ej granskad", note: "Anteckning", rests: "Vilar på bilderna",
  add: "Denna bild", drop: (n) => `Utelämna bild ${n}`, keep: "Behåll utslaget", kept: "Utslaget är sparat.", beside: "Ett nytt utslag står efter detta; inget skrivs över.",
  choose: "Välj först ett utslag.", somebody: "Domare", amend: "Rätta denna rad vid domarbordet", onlyReferee: "Utslag och export är domarens.",
  export: "Exportera klippet", span: (from, until) => `Bilderna ${from}–${until}`, withMarks: "med märken", making: "Görs …", ready: "Spara klippet",
  noLine: "Ingen förbindelse. Försök igen.",
  groups: { move: "Genom bilderna", find: "Till ögonblicket", loop: "Slinga", two: "Två bilder", look: "Närmare", decide: "Avgöra" },
};

const CHINESE = {
  ...ENGLISH,
  title: "回看", table: "球台", desk: "裁判台", keys: "按键", close: "关闭", strokes: "击球", stroke: (n) => `第 ${n} 击`, noStrokes: "本场比赛尚未看到击球。",
  noPictures: "没有画面", unnamed: "没有建议", seen: "所见", nothing: "此击没有记录。",
  picture: "画面", of: (first, last) => `共 ${first}–${last}`, fetching: (n) => `正在读取画面 ${n}`, missing: (n) => `无法取得画面 ${n}`,
  sure: "把握", margin: "差距", first: "首次接触", noFirst: "未击中任何球", none: (kind) => `${kind}：此击没有`,
  layers: { tracks: "路线", table: "库边" },
  show: "叠加显示", any: "下一事件", prior: "前一个", line: "击球时间",
  back: "倒放", pause: "暂停", forward: "播放", before: "上一幅", after: "下一幅", in: "入点", out: "出点", loop: "循环", clear: "清除入点和出点", slower: "减速", faster: "加速",
  setA: "设 A", setB: "设 B", blend: "叠化", blink: "闪切", mix: "从 A 到 B", here: "此处", two: "两幅画面", still: "系统要求减少动态：每按一次换另一幅。",
  nearer: "放大", farther: "缩小", whole: "整幅画面", near: "放大到该时刻", move: "移动画面", marks: "所有标记",
  newer: "较新的一击", older: "较早的一击", ends: "首幅与末幅", ten: "十幅",
  verdict: "裁定", verdicts: { upheld: "维持", changed: "改判", inconclusive: "无法判定" }, open: "未回看", note: "备注", rests: "依据画面",
  add: "此画面", drop: (n) => `去掉画面 ${n}`, keep: "保存裁定", kept: "裁定已保存。", beside: "新裁定列于其后，不会覆盖。",
  choose: "请先选择裁定。", by: (who, when) => `${who}，${when}`, somebody: "裁判", amend: "在裁判台更正此条", onlyReferee: "裁定与导出限裁判。",
  export: "导出片段", span: (from, until) => `画面 ${from}–${until}`, withMarks: "带标记", making: "正在生成……", ready: "保存片段",
  noLine: "连接中断，请重试。",
  groups: { move: "逐幅查看", find: "定位时刻", loop: "循环", two: "两幅画面", look: "细看", decide: "裁定" },
};

/** The words of a language, those of the incidents as they are declared. */
const whole = (lang, words) => ({ ...words, kinds: { ...signWordsOf(lang), ...words.layers } });

const LANGUAGES = { en: whole("en", ENGLISH), it: whole("it", ITALIAN), sv: whole("sv", SWEDISH), zh: whole("zh", CHINESE) };

/** The words of the review in a language; English where it has none of ours. */
export const reviewWordsOf = (lang) => LANGUAGES[lang] ?? LANGUAGES.en;
