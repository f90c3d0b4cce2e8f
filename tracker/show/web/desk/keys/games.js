// What can be keyed in for each game, as data: each key of the pad adds something to what a stroke made.

const VALUES = { red: 1, yellow: 2, green: 3, brown: 4, blue: 5, pink: 6, black: 7 };

const potted = (name, value) => ({ id: name, ball: name, value, digit: String(value), adds: { potted: [name] } });

/** The ball of the other side in billiards: white is the first side's cue-ball, yellow the second's. */
const otherWhite = ({ frame }) => (frame.striker === 0 ? "yellow" : "white");

const SNOOKER = {
  ids: Object.keys(VALUES),
  keys: () => Object.entries(VALUES).map(([name, value]) => potted(name, value)),
  fouls: [4, 5, 6, 7],
  gone: ["white", ...Object.keys(VALUES)],
  hasFreeBall: true,
};

const BILLIARDS = {
  ids: ["cannon", "potRed", "potWhite", "inRed", "inWhite"],
  keys: (state) => [
    { id: "cannon", ball: "cannon", value: 2, digit: "", adds: { cannon: true } },
    { id: "potRed", ball: "red", value: 3, digit: "", adds: { potted: ["red"] } },
    { id: "potWhite", ball: otherWhite(state), value: 2, digit: "", adds: { potted: [otherWhite(state)] } },
    { id: "inRed", ball: "in-off", value: 3, digit: "", adds: { in_off: "red" } },
    { id: "inWhite", ball: "in-off", value: 2, digit: "", adds: { in_off: otherWhite(state) } },
  ],
  fouls: [2],
  gone: ["white", "yellow", "red"],
  hasFreeBall: false,
};

const NOVUSS = {
  ids: ["puck", "opponent"],
  keys: () => [
    { id: "puck", ball: "puck", value: 1, digit: "1", adds: { potted: ["puck"] } },
    { id: "opponent", ball: "puck", value: 1, digit: "2", adds: { opponent: 1 } },
  ],
  fouls: [1],
  gone: [],
  hasFreeBall: false,
};

/** What every game has beside its own keys. */
export const ALWAYS = ["free", "foul", "miss", "several", "end", "undo", "redo", "accept", "certain", "amend", "refuse", "likelier", "other", "next", "say", "ghost", "more", "review", "help"];

/** What can be keyed in for a game; `ids` are its own actions, `gone` what a foul may take off the table. */
export function gameOf(name) {
  return { billiards: BILLIARDS, novuss: NOVUSS }[name] ?? SNOOKER;
}

/** A stroke that made what `keys` add together; of none: the turn ends. */
export function scored(keys) {
  const step = { do: "score", potted: [] };
  for (const { adds } of keys) {
    step.potted.push(...(adds.potted ?? []));
    if (adds.cannon) step.cannon = true;
    if (adds.in_off) step.in_off = adds.in_off;
    if (adds.opponent) step.opponent = (step.opponent ?? 0) + adds.opponent;
  }
  return step;
}
