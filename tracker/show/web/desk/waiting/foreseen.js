// What the score will be once the steps that wait are taken: added up, and no more. The law is the server's alone, so that
// nothing is foreseen beyond a step that it takes to judge.

const VALUES = { red: 1, yellow: 2, green: 3, brown: 4, blue: 5, pink: 6, black: 7 };
const COLOURS = ["yellow", "green", "brown", "blue", "pink", "black"];
const ALL_COLOURS = 27;
/** A free ball waits to be named. */
const FREE = "free";

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** How many reds are up, read off what is left to be scored; after a red its colour is counted too. */
function redsUp({ on, remaining }) {
  const after = on === "colour" ? VALUES.black : 0;
  return Math.max(0, Math.round(((remaining ?? 0) - ALL_COLOURS - after) / (VALUES.red + VALUES.black)));
}

const firstOf = (reds, on) => (reds > 0 ? "red" : COLOURS.includes(on) ? on : COLOURS[0]);

/** Whether a ball can be potted while `on` is on, by all that is known here; what a free ball is worth the server tells. */
const fits = (ball, on) => on === "unknown" || (on === "colour" ? ball !== "red" : ball === on);

function afterPot(on, reds) {
  if (on === "unknown") return { on, reds };
  if (on === "red") return { on: "colour", reds };
  if (on === "colour") return { on: firstOf(reds), reds };
  return { on: COLOURS[COLOURS.indexOf(on) + 1] ?? "none", reds };
}

/** In billiards the red counts three, potted or in-off, the other white two, a cannon two; in novuss each puck one. */
const MADE = {
  snooker: ({ potted }, { on }) => (potted.every((ball) => fits(ball, on)) ? sum(potted.map((ball) => VALUES[ball])) : null),
  billiards: ({ potted, cannon, in_off: off }) => sum([...potted, ...(off ? [off] : [])].map((ball) => (ball === "red" ? 3 : 2))) + (cannon ? 2 : 0),
  novuss: ({ potted }) => potted.length,
};

const given = (points, side, more) => points.map((count, index) => (index === side ? count + more : count));

function turned(now) {
  return { ...now, striker: 1 - now.striker, visit: 0, ...(now.game === "snooker" && now.on !== "unknown" ? { on: firstOf(now.reds, now.on) } : {}) };
}

function scored(now, step) {
  const made = MADE[now.game](step, now);
  if (made === null) return null;
  const points = given(given(now.points, now.striker, made), 1 - now.striker, step.opponent ?? 0);
  if (!made) return { ...turned({ ...now, points }), isFoul: false };
  const reds = now.reds - (now.on === "red" ? step.potted.filter((ball) => ball === "red").length : 0);
  return { ...now, ...(now.game === "snooker" ? afterPot(now.on, reds) : {}), points, visit: now.visit + made, isFoul: false };
}

function fouled(now, { points, free_ball: isFree }) {
  if (now.game === "novuss") return null;
  const after = turned({ ...now, points: given(now.points, 1 - now.striker, points) });
  return { ...after, isFoul: true, ...(isFree ? { on: FREE } : {}) };
}

const STEPS = {
  score: scored,
  foul: fouled,
  note: (now) => now,
  "mark-foul": (now, { free_ball: isFree }) => (isFree ? { ...now, on: FREE } : now),
};

/** How it stands once `steps` are taken: `{points, striker, visit, on, isFoul}`; null where that is not for us to say. */
export function foreseen({ match, frame }, steps) {
  if (!match || frame.over || !MADE[match.game]) return null;
  const { points, striker, visit } = frame;
  const isFree = frame.strips.some(({ kind }) => kind === "free-ball");
  const on = match.game !== "snooker" ? "" : isFree ? FREE : frame.on;
  const now = { game: match.game, points, striker, visit, on, reds: redsUp(frame), isFoul: false };
  return steps.reduce((known, step) => known && (STEPS[step.do]?.(known, step) ?? null), now);
}
