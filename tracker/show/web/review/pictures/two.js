// Two pictures against each other: A, which is set, and B, which is set or is the one looked at; blended or blinked.

/** Nothing is compared. */
export const NO_PAIR = { a: null, b: null, mode: "", mix: 0.5, isB: false };

/** What is on the stage while the picture `number` is looked at: pictures over each other, each as strong as its part. */
export function layersOf({ a, b, mode, mix, isB }, number) {
  const [first, second] = [{ number: a, part: 1, name: "A" }, { number: b ?? number, part: 1, name: "B" }];
  if (mode === "blend") return [first, { ...second, part: mix }];
  if (mode === "blink") return [isB ? second : first];
  return [{ number, part: 1, name: "" }];
}

/** The pair with this mode, or without where it has it already; where no A is set, `otherwise` is. */
export const switched = (pair, mode, otherwise) => ({ ...pair, a: pair.a ?? otherwise, mode: pair.mode === mode ? "" : mode });

/** Set B to a picture; again, B is the one looked at. */
export const withB = (pair, number) => ({ ...pair, b: pair.b === number ? null : number });

/** The pair once another picture is gone to: B follows, unless it is set; then the picture is looked at alone. */
export const goneOn = (pair) => (pair.b === null ? pair : { ...pair, mode: "" });
