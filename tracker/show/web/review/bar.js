// The buttons under the picture: through the pictures, to the moments, the loop, and two pictures against each other.

import { make } from "../elements/balls.js";
import { button } from "../elements/controls.js";
import { iconOf } from "./icons.js";
import { badgeOf, KINDS } from "./kinds.js";
import { present, speedOf } from "./pictures/play.js";

const FOUND = Object.values(KINDS).filter(({ leads }) => leads !== "never").map(({ name }) => name);
const FRACTIONS = { 0.125: "⅛", 0.25: "¼", 0.5: "½" };

/** A speed for a person: ½×, 2×. */
export const speedSaid = (speed) => `${FRACTIONS[Math.abs(speed)] ?? Math.abs(speed)}×`;

const group = (name, ...parts) => make("div", `group ${name}`, "", ...parts);

function numberField(view, act) {
  const input = Object.assign(make("input"), { type: "number", inputMode: "numeric", id: "number" });
  input.setAttribute("aria-label", view.review.picture);
  input.addEventListener("change", () => input.value && act.go(Number(input.value)));
  input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
  return make("div", "where", "", input, make("span", "time"));
}

/** Lay the buttons of the first row; `showTransport` keeps them true. */
export function layTransport(box, view, act) {
  const { review } = view;
  const key = (id, face) => button([iconOf(id)], () => act.does(id), { face, "aria-label": review[id], title: review[id], "data-do": id });
  box.replaceChildren(
    group("play", key("back", "J"), key("pause", "K"), key("forward", "L")),
    group("step", key("before", ","), numberField(view, act), key("after", ".")),
    group("bounds", key("in", "I"), key("out", "O"), key("loop", "U"), key("clear", "Y")),
    group("pace", key("slower", "G"), make("output", "speed"), key("faster", "H")));
}

const press = (box, id, isOn) => box.querySelector(`[data-do="${id}"]`).setAttribute("aria-pressed", String(Boolean(isOn)));

/** Show where the review stands and how it moves. */
export function showTransport(box, { play, review, seconds }) {
  if (!box.firstChild) return;
  box.hidden = !play;
  if (!play) return;
  const { number, at_us } = present(play);
  const input = box.querySelector("#number");
  if (document.activeElement !== input) input.value = number;
  Object.assign(input, { min: play.pictures[0].number, max: play.pictures.at(-1).number });
  input.title = review.of(input.min, input.max);
  box.querySelector(".time").textContent = seconds(at_us);
  box.querySelector(".speed").textContent = speedSaid(speedOf(play) || play.pace);
  press(box, "back", play.direction < 0);
  press(box, "forward", play.direction > 0);
  press(box, "in", play.from !== null);
  press(box, "out", play.until !== null);
  press(box, "loop", play.loops);
}

/** Lay the buttons of the second row; `showSecond` keeps them true. */
export function laySecond(box, view, act) {
  const { review } = view;
  const find = FOUND.map((kind) => button([badgeOf(kind), make("span", "", kind === "touch" ? review.first : review.kinds[kind])],
    () => act.find(kind), { "data-find": kind }));
  const set = (id, letter, face) => button([make("b", "letter", letter), make("span", "at")], () => act.does(id), { face, "aria-label": review[id], title: review[id], "data-do": id });
  const mix = Object.assign(make("input"), { type: "range", id: "mix", min: 0, max: 100, step: 5, value: 50 });
  mix.setAttribute("aria-label", review.mix);
  mix.addEventListener("input", () => act.mix(Number(mix.value) / 100));
  const turn = (id, face) => button(review[id], () => act.does(id), { className: "tick", face, "data-do": id });
  box.replaceChildren(group("find", ...find),
    group("two", set("setA", "A", "A"), mix, set("setB", "B", "S"), turn("blend", "D"), turn("blink", "F")));
}

/** Show which moments there are, and which two pictures stand against each other. */
export function showSecond(box, { play, stroke, pair, review }) {
  if (!box.firstChild) return;
  box.hidden = !play;
  if (!play) return;
  const told = new Set(stroke.incidents.filter((one) => one.picture !== null).map((one) => one.kind));
  for (const one of box.querySelectorAll("[data-find]")) {
    one.hidden = KINDS[one.dataset.find].leads === "if any" && !told.has(one.dataset.find);
    one.setAttribute("aria-disabled", String(!told.has(one.dataset.find)));
  }
  box.querySelector("[data-do=setA] .at").textContent = pair.a ?? "–";
  box.querySelector("[data-do=setB] .at").textContent = pair.b ?? review.here;
  box.querySelector("#mix").value = Math.round(pair.mix * 100);
  press(box, "blend", pair.mode === "blend");
  press(box, "blink", pair.mode === "blink");
}
