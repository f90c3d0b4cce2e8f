"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const AFTER_MS = 900;
  const strokes = JSON.parse(document.getElementById("strokes").textContent);
  const find = (id) => document.getElementById(id);
  const sheet = document.querySelector("#table svg");
  const edge = Number(sheet.dataset.edge);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const large = innerWidth < 600 ? 1.9 : 1.25;
  let index = 0;
  let at = 0;
  let playing = !calm;
  let last = 0;

  function drawn(name, attributes, ...children) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }
  const layer = drawn("g", {});
  sheet.setAttribute("role", "img");
  sheet.setAttribute("aria-label", "The table from above");
  sheet.append(layer);

  const lasts = (stroke) => stroke.to - stroke.from + AFTER_MS;
  const lay = (x, y) => [y + edge, x + edge];

  /** Where a ball is at a time (ms): on the line between two pictures; null once it has fallen. */
  function placeOf(way, now) {
    const { points } = way;
    const after = points.findIndex(([time]) => time > now);
    if (after === 0) return [points[0][1], points[0][2], 0];
    const end = points.at(-1);
    if (after < 0) return way.fell !== null && now >= way.fell ? null : [end[1], end[2], points.length];
    const [a, b] = [points[after - 1], points[after]];
    const part = (now - a[0]) / (b[0] - a[0]);
    return [a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part, after];
  }

  function ball(one, radius, x, y) {
    const [cx, cy] = lay(x, y);
    const word = drawn("text", { class: one.dark ? "letter dark" : "letter", x: cx, y: cy }, one.letter);
    return drawn("g", { "data-ball": one.ball }, drawn("circle", { class: `ball ${one.paint}`, cx, cy, r: radius * large }), word);
  }

  function draw() {
    const stroke = strokes[index];
    const now = Math.min(stroke.from + at, stroke.to);
    const over = at >= stroke.to - stroke.from;
    const trails = [];
    const balls = [];
    for (const way of stroke.ways) {
      const place = placeOf(way, now);
      const gone = place ? way.points.slice(0, place[2]).map(([, x, y]) => [x, y]).concat([[place[0], place[1]]]) : way.points.map(([, x, y]) => [x, y]);
      trails.push(drawn("polyline", { class: `trail ${way.paint}`, points: gone.map(([x, y]) => lay(x, y).join()).join(" ") }));
      if (place && !over) balls.push(ball(way, stroke.radius, place[0], place[1]));
    }
    const lying = over ? stroke.lie : stroke.still;
    balls.push(...lying.map((one) => ball(one, stroke.radius, one.x, one.y)));
    layer.replaceChildren(...trails, ...balls);
    find("at").value = Math.round(1000 * Math.min(1, at / (stroke.to - stroke.from)));
    const said = document.createElement("b");
    said.textContent = over ? stroke.say || "–" : "…";
    find("said").replaceChildren(`${stroke.number} / ${strokes.at(-1).number}  `, said, over ? `  ${stroke.score}` : "");
    find("play").dataset.on = playing ? "yes" : "no";
    find("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  function go(to, from = 0) {
    index = (to + strokes.length) % strokes.length;
    at = from;
    draw();
  }

  function tick(now) {
    const passed = Math.min(100, now - last) * Number(find("speed").value);
    last = now;
    if (playing) {
      at += passed;
      if (at > lasts(strokes[index])) go(index + 1);
      else draw();
    }
    requestAnimationFrame(tick);
  }

  const play = () => { playing = !playing; draw(); };
  find("play").addEventListener("click", play);
  find("before").addEventListener("click", () => go(index - 1));
  find("next").addEventListener("click", () => go(index + 1));
  find("at").addEventListener("input", ({ target }) => {
    playing = false;
    go(index, (target.value / 1000) * (strokes[index].to - strokes[index].from));
  });
  addEventListener("keydown", (event) => {
    if (event.target.matches("select, input")) return;
    const act = { " ": play, ArrowLeft: () => go(index - 1), ArrowRight: () => go(index + 1) }[event.key];
    if (!act || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault();
    act();
  });
  draw();
  requestAnimationFrame((now) => { last = now; tick(now); });
})();
