// What the referee finds on looking again: upheld, changed or inconclusive, with a note and the pictures it rests on; and
// the clip that is taken away.

import { make } from "../elements/balls.js";
import { button } from "../elements/controls.js";
import { markOf, showList, SIGNS } from "./list.js";

/** A verdict that has not been given yet. */
export const NO_DRAFT = { verdict: null, pictures: [] };

/** The draft with this picture among those it rests on, or without it. */
export const turned = (draft, number, isIn) => {
  const others = draft.pictures.filter((one) => one !== number);
  return { ...draft, pictures: isIn ? [...others, number].sort((one, other) => one - other) : others };
};

const when = (at_us, lang) => new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at_us / 1000));

function pictureChips(numbers, act) {
  return numbers.map((number) => button(`${number}`, () => act.go(number), { className: "chip", "data-picture": number }));
}

function givenOf(one, view, act) {
  const { review } = view;
  return make("li", "given", "", markOf(one, view), make("small", "", review.by(one.by || review.somebody, when(one.at_us, view.lang))),
    ...(one.note ? [make("p", "", `“${one.note}”`)] : []), make("div", "row", "", ...pictureChips(one.pictures, act)));
}

/** Show the verdicts that were given, the last one first. */
export function showGiven(box, view, act) {
  const given = view.stroke?.verdicts ?? [];
  showList(box, [given, view.lang, view.amendAt], () => {
    if (!given.length) return [];
    const link = Object.assign(make("a", "button strong", view.review.amend), { href: view.amendAt });
    const amend = given.at(-1).verdict === "changed" && view.amendAt ? [make("li", "", "", link)] : [];
    return [...amend, ...given.map((one) => givenOf(one, view, act)).reverse(), make("li", "quiet", view.review.beside)];
  });
}

/** Show the three verdicts, and the pictures that the one to be given rests on; `add` puts the present one to them. */
export function showDraft(box, add, view, act) {
  const { draft, review, number } = view;
  add.hidden = number === null;
  add.disabled = draft.pictures.includes(number);
  add.firstChild.textContent = `+ ${number}`;
  add.setAttribute("aria-label", `${review.add} ${number}`);
  showList(box, [draft.verdict, draft.pictures, view.lang], () => {
    const names = Object.keys(SIGNS).map((name) => button([make("span", "sign", SIGNS[name]), make("span", "", review.verdicts[name])], () => act.verdict(name), {
      className: `verdict ${name}`, "aria-pressed": String(draft.verdict === name), "data-verdict": name,
    }));
    const chips = draft.pictures.map((one) => make("span", "chips", "", ...pictureChips([one], act),
      button("×", () => act.restsOn(one, false), { className: "chip", "aria-label": review.drop(one) })));
    return [make("div", "three", "", ...names), make("span", "label", review.rests), ...chips];
  });
}

function readyLink({ id, name, span }, review) {
  const link = make("a", "button strong export", "", make("span", "", review.ready), make("small", "", review.span(...span)));
  return Object.assign(link, { href: `/api/clips/${encodeURIComponent(id)}`, download: `${name}.mp4` });
}

/** Show what can be taken away: the pictures from in to out, and the file once it is made. */
export function showExport(box, view, act) {
  const { review, clip, span } = view;
  showList(box, [clip, span, view.marked, view.lang], () => {
    if (!span) return [];
    const ready = clip?.id ? [readyLink(clip, review)] : [];
    return [button([make("span", "", clip?.busy ? review.making : review.export), make("small", "", review.span(...span))], act.export, { className: "export", ...(clip?.busy ? { disabled: "" } : {}) }),
      button(review.withMarks, act.marked, { className: "tick", "aria-pressed": String(view.marked) }), ...ready];
  });
}
