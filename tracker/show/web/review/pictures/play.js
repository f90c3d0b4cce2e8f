// Where a review stands among a stroke's pictures and how it moves on: single pictures, speeds, in and out, a loop.
// Nothing here reads a clock or draws; every function gives a new value.

const SLOWEST = 1 / 8;
const FASTEST = 8;

const turned = (value, round) => ((value % round) + round) % round;

/** How a review begins: at one picture, standing still. `pictures` are `{number, at_us}` in order, at least one. */
export const playOf = (pictures, index = 0, kept = {}) => placed(
  { direction: 0, boost: 0, pace: 1, loops: false, ...kept, pictures, from: null, until: null }, index);

/** Stand at a picture, by its place in the row; what lies beyond an end is that end. */
export function placed(play, index) {
  const at = Math.min(Math.max(index, 0), play.pictures.length - 1);
  return { ...play, index: at, at_us: play.pictures[at].at_us, direction: 0, boost: 0 };
}

/** The place in the row of the picture of this number, or of the nearest one that there is. */
export function indexOf(pictures, number) {
  const off = pictures.map((one) => Math.abs(one.number - number));
  return off.indexOf(Math.min(...off));
}

/** The picture that is looked at. */
export const present = (play) => play.pictures[play.index];

/** How many times as fast as it was: below 0 backward, 0 standing still. */
export const speedOf = ({ direction, pace, boost }) => direction * pace * 2 ** boost;

/** The places in the row between which it plays: the in and out points, where they are set. */
export const spanOf = ({ pictures, from, until }) => [from ?? 0, until ?? pictures.length - 1];

const beginsAnew = (play, direction) => {
  const [first, last] = play.loops ? spanOf(play) : [0, play.pictures.length - 1];
  if (direction > 0) return play.index >= last || play.index < first ? first : play.index;
  return play.index <= first || play.index > last ? last : play.index;
};

/** Play forward (1) or backward (-1); asked again, twice as fast. */
export function played(play, direction) {
  if (play.direction !== direction) return { ...placed(play, beginsAnew(play, direction)), direction };
  return Math.abs(speedOf(play)) * 2 > FASTEST ? play : { ...play, boost: play.boost + 1 };
}

/** Stand still where it is. */
export const paused = (play) => placed(play, play.index);

/** Twice as fast (1) or half (-1), for now and for when it is played next. */
export const paced = (play, by) => ({ ...play, boost: 0, pace: Math.min(FASTEST, Math.max(SLOWEST, play.pace * 2 ** by)) });

/** Set the in point here; an out point before it falls. With both, it goes round between them. */
export function fromHere(play) {
  const until = play.until !== null && play.until > play.index ? play.until : null;
  return { ...play, from: play.index, until, loops: until !== null };
}

/** Set the out point here; an in point after it falls. */
export function untilHere(play) {
  const from = play.from !== null && play.from < play.index ? play.from : null;
  return { ...play, until: play.index, from, loops: from !== null };
}

export const unbounded = (play) => ({ ...play, from: null, until: null, loops: false });

export const looped = (play) => ({ ...play, loops: !play.loops });

/** How far a time moves it (us): at its own pace or slower never past a picture, however late the screen is. */
function farOf(play, elapsed_us) {
  const speed = speedOf(play);
  const most = Math.abs(speed) > 1 ? Infinity : gapBefore(play.pictures, play.index + (speed > 0 ? 1 : 0));
  return Math.sign(speed) * Math.min(most, Math.abs(speed) * elapsed_us);
}

/** Where it is so much later (us): round and round in its span where it loops, else until an end. */
export function advanced(play, elapsed_us) {
  const { pictures, loops } = play;
  const [first, last] = loops ? spanOf(play) : [0, pictures.length - 1];
  const [start, end] = [pictures[first].at_us, pictures[last].at_us + gapBefore(pictures, last)];
  const at = play.at_us + farOf(play, elapsed_us);
  if (!loops && (at < start || at >= end)) return placed(play, at < start ? first : last);
  const at_us = loops ? start + turned(at - start, end - start) : at;
  return { ...play, at_us, index: pictures.findLastIndex((one) => one.at_us <= at_us) };
}

/** How long before a picture the one before it was taken; of the first and beyond the last, the nearest gap that there is (us). */
function gapBefore(pictures, index) {
  const near = Math.min(Math.max(index, 1), pictures.length - 1);
  return near ? pictures[near].at_us - pictures[near - 1].at_us : 1;
}

/** The numbers that will be looked at soonest: this one, then those ahead and fewer behind, at most `many`. */
export function wantedOf(play, many) {
  const { pictures, index, direction, loops } = play;
  const [first, last] = spanOf(play);
  const isRound = loops && index >= first && index <= last;
  const at = (place) => (isRound ? first + turned(place - first, last - first + 1) : place);
  const stride = Math.max(1, Math.round(Math.abs(speedOf(play)))) * (direction || 1);
  const behind = direction ? 4 : 1;
  const steps = Array.from({ length: many }, (_, n) => (n % behind ? [n] : [n, -n / behind])).flat();
  const places = steps.map((n) => at(index + n * stride)).filter((place) => pictures[place]);
  return [...new Set(places)].slice(0, many).map((place) => pictures[place].number);
}
