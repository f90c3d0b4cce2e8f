// What a preview shows where no match is being played: two players in the middle of a frame.

/** A state of a table that anybody could have. */
export const SAMPLE = {
  table: "", epoch: 1, sequence: 12, camera: "live", interval_ms: null, theme: "",
  match: {
    names: ["Alva Lindgren", "Bruno Conti"], short_names: ["Lindgren", "Conti"], countries: ["SE", "IT"], won: [3, 2],
    best_of: 9, game: "snooker", rulebook: "snooker-2024", over: false, winner: null, abandoned: false,
  },
  frame: {
    number: 6, part: "frame", unit: "points", points: [57, 8], striker: 0, player: "Alva Lindgren", on: "red", visit: 50,
    made: ["red", "black", "red", "blue", "red", "black", "red", "pink"], remaining: 59, snookers: 0, behind: null,
    strips: [], due_ms: null, high: null, over: false, winner: null, because: "", provisional: 0, nominated: "",
    respotted: false, ball: "",
  },
  high: { side: 0, player: "Alva Lindgren", points: 78 },
};

const side = (points, highest, large, fouls, watched, scored, seconds) =>
  ({ points, highest, large, centuries: 0, fouls, watched, scored, mean_time_s: seconds });

/** Its figures. */
export const SAMPLE_FIGURES = {
  frames: [[64, 12], [33, 71], [78, 0], [21, 66], [70, 31], [57, 8]].map((points, at) => ({ number: at + 1, points, winner: at === 5 ? null : Number(points[1] > points[0]), breaks: [0, 0] })),
  sides: [side(323, 78, 2, 4, 71, 54, 21.4), side(188, 45, 0, 6, 58, 37, 24.8)],
  last: [],
};

/** Where its balls lie. */
export const SAMPLE_ABOVE = {
  table: "", live: true, stroke: 14, potted: ["red"],
  balls: [["white", 1210, 2450], ["yellow", 1181, 737], ["green", 597, 737], ["brown", 889, 737], ["blue", 889, 1784], ["pink", 889, 2677], ["black", 889, 3245],
    ["red", 1002, 2860], ["red", 760, 2990], ["red", 420, 2905], ["red", 1480, 2350], ["red", 812, 3050]].map(([ball, x_mm, y_mm]) => ({ ball, x_mm, y_mm, moving: false })),
  ways: [{ ball: "white", points: [[700, 1500], [1180, 2720], [1660, 3420], [1210, 2450]] }, { ball: "red", points: [[1210, 2790], [1720, 3520]] }],
};
