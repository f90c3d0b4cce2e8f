// What a person is asked once while the frame goes on, both outcomes at one tap each; and all that is certain at one.

import { make } from "../elements/balls.js";
import { button, fresh } from "../elements/controls.js";
import { faceOf } from "./keys/keys.js";
import { callsSaid } from "./said.js";

const KEYS = ["likelier", "other"];

/** One outcome: what is called then (what happened, where that says as much of both), the score, and how likely it is. */
function optionOf(option, key, view, tap, isAlike) {
  const parts = [
    ...(isAlike ? [make("small", "said", option.words)] : []), callsSaid(option.calls, view),
    make("span", "comes", "", make("b", "", option.points.join("–")), ` ${Math.round(100 * option.sure)} %`),
  ];
  const face = key ? { face: faceOf(view.keys[key]) } : {};
  return button(parts, tap, { ...face, "data-option": key, ...(option.calls.length ? {} : { disabled: "" }) });
}

function cardOf(question, isFirst, view, act) {
  const { desk } = view;
  const head = make("div", "head", "", make("h3", "", desk.stroke(question.stroke)), make("span", "look", `? ${desk.asked}`));
  const said = question.options.map(({ calls }) => callsSaid(calls, view).textContent);
  const isAlike = new Set(said).size < said.length || said.includes("");
  const options = question.options.map((option, index) =>
    optionOf(option, isFirst ? KEYS[index] : "", view, () => act.settle(question, option), isAlike));
  const card = make("article", "ask question", "", head, make("p", "why", question.words), make("div", "nearest", "", ...options));
  card.dataset.called = question.called;
  return card;
}

/** Show what is asked, the oldest first; none waits for another. */
export function showQuestions(box, view, act) {
  const { state, desk, keys } = view;
  fresh(box, [state.asked, desk.title, view.names, keys], () => (state.asked.length
    ? [make("p", "later", desk.goesOn), ...state.asked.map((one, index) => cardOf(one, index === 0, view, act))]
    : []));
}

/** Show the tap that takes all that is certain, while several wait; grey where the first of them is not certain. */
export function showCertain(box, view, act) {
  const { state: { waiting, certain }, desk, keys } = view;
  fresh(box, [waiting.length > 1, certain, desk.title, keys], () => (waiting.length > 1
    ? [button([desk.certain, ...(certain ? [make("b", "", `${certain}`)] : [])], act.certain,
      { face: faceOf(keys.certain), ...(certain ? {} : { disabled: "" }) })]
    : []));
}
