// Draws the review from its view, and holds nothing of its own but what was drawn last.

import { make } from "../elements/balls.js";
import { button } from "../elements/controls.js";
import { laySecond, layTransport, showSecond, showTransport } from "./bar.js";
import { iconOf } from "./icons.js";
import { factsOf, showLayers, showSeen, showStrokes } from "./list.js";
import { marksOf } from "./pictures/marks.js";
import { present } from "./pictures/play.js";
import { stageIn } from "./pictures/stage.js";
import { layersOf } from "./pictures/two.js";
import { showPlan } from "./plan.js";
import { movingTimeline, fixedTimeline } from "./timeline.js";
import { showDraft, showExport, showGiven } from "./verdict.js";

const find = (id) => document.getElementById(id);

/** Return the screen of `view` of a table; `act` is what its buttons do. */
export function screenOf(view, act, table) {
  const stage = stageIn(find("stage"), () => draw());
  const timeline = find("timeline");
  let fixed = "";

  function waitSaid(number) {
    const why = view.pictures.whyNot(number);
    return why ? `${view.review.missing(number)}: ${why}` : view.review.fetching(number);
  }

  /** Draw the pictures, or say which is missing: what stands there until it comes keeps its own number. */
  function draw() {
    if (!view.play) return;
    const layers = layersOf(view.pair, view.number).map((one) => ({ ...one, picture: view.pictures.get(one.number) }));
    const missing = layers.find((one) => !one.picture);
    find("waits").textContent = missing ? waitSaid(missing.number) : "";
    if (missing) return;
    const label = (one) => [view.review.kinds[one.kind], ...factsOf(one, view)].join(" · ");
    stage.show(layers, layers.flatMap(({ number }) => marksOf(view.stroke, number, view.shown, label, view.words.letters)));
    const said = layers.map(({ name, number }) => `${name} ${number}`.trim()).join(" + ");
    find("stage").dataset.shown = layers.map(({ number }) => number).join(" ");
    find("tag").textContent = said;
    find("stage").querySelector("canvas").setAttribute("aria-label", `${view.review.picture} ${said}, ${view.seconds(present(view.play).at_us)}`);
  }

  function drawTimeline() {
    timeline.hidden = !view.play;
    if (!view.play) return;
    const [width, { number, at_us }, all] = [timeline.clientWidth, present(view.play), view.play.pictures];
    const key = [width, view.stroke.epoch, view.stroke.sequence].join();
    if (fixed !== key) {
      const { ground, told } = fixedTimeline(view.stroke, width);
      timeline.firstElementChild.setAttribute("viewBox", `0 0 ${width} 92`);
      timeline.querySelector(".ground").replaceChildren(...ground);
      timeline.querySelector(".tolds").replaceChildren(...told);
    }
    fixed = key;
    timeline.querySelector(".moving").replaceChildren(...movingTimeline(view, width));
    const values = { min: all[0].number, max: all.at(-1).number, now: number, text: `${view.review.picture} ${number}, ${view.seconds(at_us)}` };
    for (const [name, value] of Object.entries(values)) timeline.setAttribute(`aria-value${name}`, value);
  }

  function showHead() {
    const { stroke, review, play, line, decides } = view;
    find("what").textContent = line ? [line.number && review.stroke(line.number), line.title].filter(Boolean).join(" · ") : "";
    find("stage").hidden = !play;
    showPlan(find("none"), view, table);
    for (const id of ["verdict", "export"]) find(id).hidden = !stroke || !decides;
    find("only").hidden = decides;
  }

  function render() {
    showHead();
    showTransport(find("transport"), view);
    showSecond(find("second"), view);
    showGiven(find("given"), view, act);
    showDraft(find("draft"), find("add"), view, act);
    showExport(find("export"), view, act);
    showLayers(find("layers"), view, act);
    showSeen(find("seen"), view, act);
    showStrokes(find("strokes"), view, act);
    drawTimeline();
    draw();
  }

  /** Say in the language of the view what does not change with a stroke. */
  function titles() {
    const { review } = view;
    find("toDesk").replaceChildren(iconOf("back"), review.desk);
    find("toDesk").href = `/desk/${encodeURIComponent(table)}`;
    find("title").textContent = `${review.title} · ${review.table} ${table}`;
    for (const [id, text] of [["strokesTitle", review.strokes], ["seenTitle", review.seen], ["verdictTitle", review.verdict], ["only", review.onlyReferee]]) find(id).textContent = text;
    find("openKeys").lastElementChild.textContent = review.keys;
    timeline.setAttribute("aria-label", review.line);
    find("verdict").note.setAttribute("aria-label", review.note);
    find("verdict").note.placeholder = review.note;
    find("verdict").lastElementChild.replaceChildren(find("verdict").note, make("button", "strong", review.keep));
    find("zoom").replaceChildren(...["nearer", "farther", "whole"].map((id) => button([iconOf(id)], () => act.does(id), { "aria-label": review[id], title: review[id] })));
    layTransport(find("transport"), view, act);
    laySecond(find("second"), view, act);
    document.title = `${review.title} · ${table}`;
  }

  new ResizeObserver(drawTimeline).observe(timeline);
  return { render, draw, drawTimeline, titles, stage };
}
