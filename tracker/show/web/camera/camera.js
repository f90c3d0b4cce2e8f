// The camera of a table is set up: its picture with the table drawn over it, four corners that are moved, and what
// the camera will decide. What is looked for and reckoned the program does; nothing counts until "Use this".

import { make } from "../elements/balls.js";
import { drawn } from "../elements/drawing.js";
import { button, chooser, fill, row } from "../elements/parts.js";
import { change, read } from "../server/ask.js";
import { watchPicture } from "../server/picture.js";
import { chooseLanguage } from "../words/language.js";
import { cornersOver } from "./corners.js";
import { baulkEnd, firstCorners, guessedLines, turnedOn, turnedRound } from "./plane.js";
import { setupSaid, setupWordsOf } from "./words.js";

const LARGEST_PX = 2560;
const QUALITY = 0.92;
const USUAL_SIZE = [1280, 720];
const DOUBTFUL = 0.9;
const table = decodeURIComponent(location.pathname.split("/")[2]);
const address = `/api/tables/${encodeURIComponent(table)}/camera`;
const find = (id) => document.getElementById(id);

/**
 * All that the page is drawn from. `seen` is how the table is seen with the corners as they stand; null: nobody has
 * reckoned that yet. `asked` is the last body that was asked by: it is asked again in another language.
 */
const view = {
  words: setupWordsOf("en"), lang: "en", kits: [], state: null, kit: "", still: null, size: USUAL_SIZE, corners: null,
  seen: null, how: "kept", isTurned: false, isOwnSize: false, asked: null, turn: 0, busy: false, done: "", trouble: "",
};

/** A table in no list, by its name: length x width x diameter of a ball, in mm. */
const OWN_SIZE = "size";
const sizeOf = (kit) => kit.match(/^(\d+)x(\d+)(?:x([\d.]+))?$/)?.slice(1);

const kitNow = () => view.kit || view.seen?.kit || view.state.kit;
const kitHere = () => view.kits.find(({ name }) => name === kitNow()) ?? view.kits[0];
/** The words of the page for what is set up: a board has sides where a table has ends. */
const wordsHere = () => (kitHere()?.is_board ? { ...view.words, ...view.words.board } : view.words);
const over = cornersOver(find("stage"), {
  moved(corners) {
    Object.assign(view, { corners, seen: null, trouble: "", done: "" });
    drawTable();
  },
  settled: pointed,
});

// Drawing

const pointsOf = (points) => points.map((point) => point.join(",")).join(" ");

function drawTable() {
  const { corners, seen, size } = view;
  const sheet = find("sheet");
  sheet.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  const group = find("drawn");
  group.setAttribute("class", seen ? "found" : "guess");
  if (!corners) {
    group.replaceChildren();
    return;
  }
  const kit = kitHere();
  const lines = [...(seen?.lines ?? guessedLines(kit, corners)), { kind: "baulk", points: corners.slice(0, 2) }];
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const at = { x: 0.44 * (x0 + x1) + 0.06 * (x2 + x3), y: 0.44 * (y0 + y1) + 0.06 * (y2 + y3), "font-size": Math.max(...size) / 40 };
  group.replaceChildren(
    ...lines.map(({ points }) => drawn("polyline", { class: "under", points: pointsOf(points) })),
    ...lines.map(({ kind, points }) => drawn("polyline", { class: `over ${kind}`, points: pointsOf(points) })),
    ...(seen?.spots ?? []).map(({ ball, at: [cx, cy], radius }) => drawn("circle", { class: `spot spot-${ball}`, cx, cy, r: radius + 1 })),
    drawn("text", at, wordsHere().baulk));
}

/** What was seen, in a line: which table, and how well balls are placed by it. */
function toldOf({ kit, error_mm: error }) {
  const words = wordsHere();
  return [words.is[view.how](kit), ...(error === null ? [] : [words.placed(error)])].join(" ");
}

function doubtsOf({ notes, baulk_sure: sure }) {
  const [words, { lang }] = [wordsHere(), view];
  const ends = sure < DOUBTFUL ? [words.ends(Math.round(100 * sure))] : [];
  return [...ends, ...notes.map((note) => setupSaid(note, lang)).filter((said) => said && !ends.includes(said))];
}

function sayAll() {
  const [words, { seen, state, busy, corners, lang }] = [wordsHere(), view];
  find("viewTitle").textContent = words.heading(table);
  find("hint").textContent = corners ? words.hint : words.start;
  find("blank").textContent = find("picture").hidden ? words.blank[blankNow()] : "";
  find("picture").alt = seen ? words.seen : words.picture;
  find("trouble").textContent = view.trouble ? setupSaid(view.trouble, lang) : "";
  find("done").textContent = busy ? words.busy : view.done && words[view.done];
  find("told").textContent = seen ? toldOf(seen) : "";
  find("doubts").replaceChildren(...(seen ? doubtsOf(seen) : []).map((said) => make("li", "", said)));
  showActs();
  showVerdict();
  showVersions(state);
}

const blankNow = () => (!view.state.watched ? "unwatched" : view.state.paused ? "paused" : "waiting");

function showActs() {
  const [words, { corners, seen, how, busy, state }] = [wordsHere(), view];
  const canUse = Boolean(seen) && how !== "kept" && state.watched && !busy;
  const acts = [
    ["find", words.find, findAnew, !busy, ""],
    ["point", corners ? words.turn : words.point, corners ? turnRound : pointSomewhere, !busy, ""],
    ["watch", words.watch, watchAgain, !busy, ""],
    ["use", seen && how === "kept" ? words.inUse : words.use, use, canUse, "strong"],
  ];
  for (const [id, text, act, can, className] of acts) {
    const made = find(`act-${id}`) ?? find("acts").appendChild(Object.assign(button("", () => made.act(), className), { id: `act-${id}` }));
    Object.assign(made, { textContent: text, act, disabled: !can, hidden: id === "watch" && !state.paused });
  }
}

function showChoices() {
  const { words, kits, kit } = view;
  const chosen = view.isOwnSize || sizeOf(kit) ? OWN_SIZE : kit;
  const named = [["", words.anyKit], ...kits.map(({ name }) => [name, name]), [OWN_SIZE, words.ownSize]];
  const tables = chooser(words.kit, "kit", named, chosen);
  tables.querySelector("select").addEventListener("change", ({ target }) => {
    view.isOwnSize = target.value === OWN_SIZE;
    if (view.isOwnSize) showChoices();
    else lookAs(target.value);
  });
  const size = chosen === OWN_SIZE ? [sizeForm(words, sizeOf(kit) ?? [])] : [];
  const file = Object.assign(make("input"), { type: "file", accept: "image/*" });
  file.addEventListener("change", () => file.files[0] && takeStill(file.files[0]));
  const live = view.still ? [button(words.live, backToLive)] : [];
  find("choices").replaceChildren(tables, make("label", "", words.still, file), ...live, ...size);
}

/** The fields of a table that is in no list: length and width of its playing area, and the diameter of its balls. */
function sizeForm(words, [length = "", width = "", ball = "52.5"]) {
  const fields = [[words.length, length, 900, 4000], [words.width, width, 450, 2000], [words.ball, ball, 30, 70]].map(([text, value, min, max]) =>
    make("label", "", text, Object.assign(make("input"), { type: "number", required: true, step: "any", value, min, max })));
  const form = make("form", "size", "", ...fields, Object.assign(button(words.take, () => {}), { type: "submit" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [long, wide, across] = fields.map((field) => Number(field.querySelector("input").value));
    lookAs(`${Math.round(long)}x${Math.round(wide)}x${across}`);
  });
  return form;
}

/** Look at the table as one of these: where corners were pointed at, between them. */
function lookAs(kit) {
  view.kit = kit;
  if (view.corners && kit) pointed(view.corners);
  else findAnew();
}

const listed = (sentences) => make("ul", "", "", ...sentences.map((sentence) => make("li", "", sentence)));

function showVerdict() {
  const { words, seen } = view;
  find("verdict").hidden = !seen;
  if (!seen) return;
  const { grade, remarks, changes } = seen.verdict;
  const head = grade ? [make("p", "grade", words.grades[grade])] : [];
  for (const one of head) one.dataset.grade = grade;
  fill(find("verdict"), words.verdict, "", ...head, listed(remarks), ...(changes.length ? [make("h3", "", words.better), listed(changes)] : []));
}

const momentOf = (us, lang) => new Date(us / 1000).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

function showVersions({ versions }) {
  const { words, lang, busy } = view;
  find("versions").hidden = !versions.length;
  const rows = versions.map(({ number, at_us: at, how, by, kit, error_mm: error }, place) => {
    const said = [words.hows[how](by || words.somebody), kit, ...(error === null ? [] : [words.error(error)])].join(" · ");
    const acts = place ? [Object.assign(button(words.back, () => goBack(number)), { disabled: busy, ariaLabel: `${words.back}: ${momentOf(at, lang)}` })] : [make("span", "mark", words.now)];
    return row(momentOf(at, lang), said, ...acts);
  });
  fill(find("versions"), words.versions, words.versionsNote, make("ul", "", "", ...rows));
}

function show() {
  over.show(view.corners, view.size, wordsHere().corners);
  drawTable();
  sayAll();
}

// Asking

/** Do something that takes a while; what it says is shown, and what comes too late is let go. */
async function during(act) {
  const turn = ++view.turn;
  Object.assign(view, { busy: true, trouble: "", done: "" });
  sayAll();
  let after = {};
  try {
    after = await act();
  } catch (trouble) {
    after = { trouble: trouble.message };
  }
  if (turn !== view.turn) return;
  Object.assign(view, { busy: false }, after);
  if (after.state) showChoices();
  if (!over.isHeld) show();
}

/** Have the table looked for; `how` tells whether it is found or was pointed at. */
function lookFor(body, how) {
  view.asked = { body, how };
  const sent = view.still ? { ...body, still: view.still } : body;
  return during(async () => {
    const seen = await change(`${address}/look?lang=${view.lang}`, sent);
    resize(seen.size_px);
    return { seen, how, corners: seen.corners, isTurned: how === "found" ? false : view.isTurned };
  });
}

function findAnew() {
  view.isTurned = false;
  return lookFor(view.kit ? { kit: view.kit } : {}, "found");
}

function pointed(corners) {
  Object.assign(view, { corners, seen: null });
  drawTable();
  return lookFor({ kit: kitNow(), corners, ...(view.isTurned ? { baulk: baulkEnd(corners) } : {}) }, "pointed");
}

function turnRound() {
  view.isTurned = true;
  const kit = kitNow();
  view.kit ||= kit;
  return pointed((kitHere().is_board ? turnedOn : turnedRound)(view.corners));
}

/** Begin with corners somewhere, for a person to move to where they are. */
function pointSomewhere() {
  Object.assign(view, { corners: firstCorners(view.size), seen: null, trouble: "" });
  show();
  document.querySelector(".corner").focus();
}

const use = () => during(async () => {
  await change(`${address}/use`, { calibration: view.seen.calibration, how: view.how });
  const kept = await stateNow();
  return { ...kept, done: "used" };
});

const watchAgain = () => during(async () => {
  await change(`/api/tables/${encodeURIComponent(table)}/watching`, { on: true });
  return stateNow();
});

const goBack = (version) => during(async () => {
  await change(`${address}/back`, { version });
  const kept = await stateNow();
  return { ...kept, done: "wentBack" };
});

/** What the program keeps of this camera, as the page shows it. */
async function stateNow() {
  const state = await read(`${address}?lang=${view.lang}`);
  view.asked = null;
  if (state.now) resize(state.now.size_px);
  const kept = state.now ? { seen: state.now, corners: state.now.corners, how: "kept", isTurned: false } : {};
  return { state, kit: state.kit, still: null, ...kept };
}

// Pictures

function resize(size) {
  view.size = size;
  find("stage").style.setProperty("--shape", size[0] / size[1]);
}

function showPicture(source, size) {
  const image = find("picture");
  image.src = source;
  if (!image.hidden && view.size.join() === size.join()) return;
  image.hidden = false;
  if (view.size.join() !== size.join()) {
    // What was seen in pictures of another size says nothing of these.
    Object.assign(view, { seen: null, corners: null });
    resize(size);
  }
  if (!over.isHeld) show();
}

/** Take a still of one's own: turned upright by the browser, and no larger than it need be. */
async function takeStill(file) {
  await during(async () => {
    const picture = await createImageBitmap(file).catch(() => { throw new Error("this cannot be read as a picture: send a JPEG"); });
    const share = Math.min(1, LARGEST_PX / Math.max(picture.width, picture.height));
    const canvas = Object.assign(make("canvas"), { width: Math.round(share * picture.width), height: Math.round(share * picture.height) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const taken = canvas.toDataURL("image/jpeg", QUALITY);
    Object.assign(view, { still: taken.split(",")[1], seen: null, corners: null });
    showPicture(taken, [canvas.width, canvas.height]);
    return {};
  });
  if (view.trouble) return;
  showChoices();
  await findAnew();
}

async function backToLive() {
  Object.assign(view, { still: null, seen: null, corners: null });
  find("picture").hidden = true;
  await during(stateNow);
  find("acts").querySelector("button").focus();
}

const eyes = watchPicture(table, ({ jpeg, width, height }) => {
  if (!view.still && view.state) showPicture(`data:image/jpeg;base64,${jpeg}`, [width, height]);
}, () => {});

chooseLanguage(setupWordsOf, (lang, words) => {
  Object.assign(view, { lang, words });
  if (!view.state) return;
  showChoices();
  show();
  if (view.asked && view.seen) lookFor(view.asked.body, view.asked.how);
  else if (view.how === "kept") during(stateNow);
});
view.kits = await read("/api/kits");
view.state = { watched: false, paused: false, kit: view.kits[0].name, versions: [] };
await during(stateNow);
eyes.look(view.state.watched);
