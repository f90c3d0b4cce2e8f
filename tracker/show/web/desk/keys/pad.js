// Scoring by hand: what a key or a tap comes to, the pad that offers it, and what may be said after a foul.

import { ballOf, make } from "../../elements/balls.js";
import { button, fresh } from "../../elements/controls.js";
import { callsSaid } from "../said.js";
import { gameOf, scored } from "./games.js";
import { faceOf } from "./keys.js";

const foulOf = (state) => state.last.find(({ is }) => is === "Foul");

const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

/** The step of a foul as it is drafted. */
function fouled({ gone, miss, free }, points) {
  return { do: "foul", points, gone, miss, free_ball: free };
}

/** What a key does while a foul is drafted. */
function inFoul(draft, id, game) {
  if (id === "miss") return { draft: { ...draft, miss: !draft.miss } };
  if (id === "free") return { draft: { ...draft, free: !draft.free } };
  if (game.gone.includes(id)) return { draft: { ...draft, gone: toggled(draft.gone, id) } };
  return { draft: id === "foul" ? null : draft };
}

/** *Free ball* alone: it is called with the foul just made, or, where it has been, the ball that is named is asked for. */
function freeBall(state) {
  const waits = state.public.frame.strips.some(({ kind }) => kind === "free-ball");
  return waits ? { draft: { kind: "free" } } : { step: { do: "mark-foul", free_ball: true } };
}

/** The hall as it will be once what waits is taken, as far as the keys go by it. */
const hallOf = ({ state: { public: hall }, ahead }) => (ahead ? { ...hall, frame: { ...hall.frame, striker: ahead.striker } } : hall);

/** Return what an action comes to: the next draft, and the step to take if it makes one. Nothing else changes. */
export function pressed(view, id) {
  const { state, draft } = view;
  const hall = hallOf(view);
  const game = gameOf(hall.match.game);
  if (draft?.kind === "foul") return inFoul(draft, id, game);
  const key = game.keys(hall).find((one) => one.id === id);
  if (draft?.kind === "several") {
    if (id === "accept") return draft.keys.length ? { draft: null, step: scored(draft.keys) } : { draft: null };
    return { draft: id === "several" ? null : key ? { ...draft, keys: [...draft.keys, key] } : draft };
  }
  if (key) return { draft: null, step: scored([key]) };
  switch (id) {
    case "end": return { draft: null, step: scored([]) };
    case "foul": return game.fouls.length > 1 || game.gone.length
      ? { draft: { kind: "foul", gone: [], miss: false, free: false } } : { draft: null, step: fouled({ gone: [], miss: false, free: false }, 0) };
    case "several": return { draft: { kind: "several", keys: [] } };
    case "free": return game.hasFreeBall ? freeBall(state) : { draft };
    case "miss": return { draft, step: { do: "mark-foul", miss: !foulOf(state)?.miss } };
    default: return { draft };
  }
}

/** Return what a digit comes to: the price of the foul that is drafted, or the ball of that value. */
export function digit(view, figure) {
  const { state, draft } = view;
  const game = gameOf(state.public.match.game);
  if (draft?.kind === "foul") {
    const points = Number(figure);
    return game.fouls.includes(points) ? { draft: null, step: fouled(draft, points) } : { draft };
  }
  const key = game.keys(hallOf(view)).find((one) => one.digit === figure);
  return key ? pressed(view, key.id) : { draft };
}

const labelOf = (key, { words, desk }) => desk[key.id] ?? words.balls[key.ball] ?? key.id;

function padKey(key, view, act) {
  const disc = ballOf(key.ball, view.words);
  disc.textContent = key.value;
  disc.removeAttribute("title");
  const label = labelOf(key, view);
  const parts = [disc, make("span", "", label)];
  return button(parts, () => act(key.id), { className: "padKey", face: faceOf(view.keys[key.id]), "data-do": key.id });
}

/** Whether a ball can be scored now: one that is on once what waits is taken, or any where a key is to answer, to correct, or to add to a draft. */
function canBeScored(id, { state, target, draft, row, ahead }) {
  const { strips } = state.public.frame;
  if (row.length && !ahead) return true;
  const { on } = ahead ?? state.public.frame;
  const isFree = !ahead && strips.some(({ kind }) => kind === "free-ball");
  if (!gameOf(state.public.match.game).hasFreeBall || target || draft || state.waiting.length || isFree || on === "unknown") return true;
  return on === "colour" ? id !== "red" : id === on;
}

/** What of the pad cannot be done now. */
function notOffered(view) {
  const { state } = view;
  const { match, frame } = state.public;
  const game = gameOf(match.game);
  const { row, ahead } = view;
  const isFree = ahead ? ahead.isFoul : Boolean(foulOf(state)) || frame.strips.some(({ kind }) => kind === "free-ball");
  return [
    ...game.ids.filter((id) => !canBeScored(id, view)),
    ...(game.hasFreeBall && !isFree ? ["free"] : []), ...(state.undo === null && !row.length ? ["undo"] : []), ...(state.redo === null ? ["redo"] : []),
  ];
}

/** Show the pad of the game that is played; what cannot be done now is not offered. */
export function showPad(box, view, act) {
  const { state, desk, keys } = view;
  const hall = hallOf(view);
  const { match, frame } = hall;
  const game = gameOf(match.game);
  const not = notOffered(view);
  fresh(box, [match.game, frame.striker, desk.title, keys], () => {
    const plain = (id, text, className) => button(text, () => act(id), { className, face: faceOf(keys[id]), "data-do": id });
    return [
      ...game.keys(hall).map((key) => padKey(key, view, act)),
      plain("end", desk.end, "wide strong"),
      plain("foul", match.game === "novuss" ? desk.penalty : desk.foul, "alarmed"),
      ...(game.hasFreeBall ? [plain("free", desk.free, "")] : []),
      plain("several", desk.several, ""),
      plain("undo", desk.undo, ""),
      plain("redo", desk.redo, ""),
    ];
  });
  for (const key of box.querySelectorAll("[data-do]")) key.disabled = not.includes(key.dataset.do);
}

function foulDraft(draft, game, { words, desk, keys }, act, price) {
  const goneLabel = (name) => [ballOf(name, words), make("span", "", name === "white" ? desk.white : words.balls[name])];
  const on = (is) => ({ "aria-pressed": String(is) });
  const gone = game.gone.map((name) => button(goneLabel(name), () => act(name), { ...on(draft.gone.includes(name)), className: "tick" }));
  const marks = game.hasFreeBall ? [
    button(desk.miss, () => act("miss"), { ...on(draft.miss), className: "tick", face: faceOf(keys.miss) }),
    button(desk.free, () => act("free"), { ...on(draft.free), className: "tick", face: faceOf(keys.free) }),
  ] : [];
  return [
    make("div", "row", "", make("span", "label", desk.gone), ...gone),
    ...(marks.length ? [make("div", "row", "", ...marks)] : []),
    make("div", "row", "", make("span", "label", desk.price),
      ...game.fouls.map((n) => button(String(n), () => price(String(n)), { className: "alarmed price" })),
      button(desk.cancel, () => act("cancel"), { face: "Esc" })),
  ];
}

function severalDraft(draft, { words, desk }, act) {
  const balls = draft.keys.map(({ ball }) => ballOf(ball, words));
  return [make("div", "row", "", make("span", "label", desk.several), ...(balls.length ? balls : [desk.none]),
    button(desk.done, () => act("accept"), { className: "strong", face: faceOf("Enter") }),
    button(desk.cancel, () => act("cancel"), { face: "Esc" }))];
}

/** Show what is being put together before it counts. */
export function showDraft(box, view, act, price) {
  const { draft, target, desk, state } = view;
  const game = gameOf(state.public.match.game);
  fresh(box, [draft, target, desk.title, view.keys], () => {
    const cancel = () => button(desk.cancel, () => act("cancel"), { face: "Esc" });
    const rows = target ? [make("div", "row notice", "", desk.padInstead(target.instead), cancel())] : [];
    if (draft?.kind === "foul") rows.push(...foulDraft(draft, game, view, act, price));
    if (draft?.kind === "several") rows.push(...severalDraft(draft, view, act));
    if (draft?.kind === "free") rows.push(make("div", "row notice", "", desk.whichFree, cancel()));
    return rows;
  });
}

const mark = (value, { desk }) => (value === null ? desk.open : value ? desk.yes : desk.no);

/** Show what may be said now without a stroke: the marks of the foul just called, and the next player's choices. */
export function showAfter(box, view, take) {
  const { state, words, desk } = view;
  const foul = foulOf(state);
  const { offered } = state;
  fresh(box, [foul, offered, desk.title], () => {
    const marks = !foul ? [] : [["miss", desk.miss], ["free_ball", desk.free]].map(([field, label]) =>
      button(`${label}: ${mark(foul[field], view)}`, () => take({ do: "mark-foul", [field]: !foul[field] }),
        { className: "tick", "aria-pressed": String(Boolean(foul[field])), "data-mark": field }));
    const choices = offered.map((call) => button(callsSaid([call], view), () => take({ do: "call", calls: [call] })));
    if (!marks.length && !choices.length) return [];
    const label = foul ? [make("b", "alarm", `${words.strips.foul} ${foul.points}`)] : [];
    return [make("div", "row", "", ...label, ...marks, ...choices)];
  });
}
