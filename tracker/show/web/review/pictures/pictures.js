// The pictures of a stroke by their numbers: each asked of the server by itself, the wanted ones ahead of time, and only
// so many kept. A picture is shown under its own number or not at all.

const AT_ONCE = 3;
const KEPT_BYTES = 160e6;
const AGAIN_MS = 2000;

const FULL_HD = 1920 * 1080;

/** How many pictures of this size (0: not known) are kept: what fits into 160 MB, and never fewer than twelve. */
export const roomFor = (width, height) => Math.max(12, Math.floor(KEPT_BYTES / (4 * (width * height || FULL_HD))));

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).refused ?? `${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Return the pictures: `want(numbers)` in the order of haste, `get(number)` or null, `whyNot(number)`, `leave()`. */
export function picturesOf(addressOf, room, changed) {
  const kept = new Map();
  const failed = new Map();
  const busy = new Set();
  let wanted = [];
  let over = false;

  function drop() {
    const needed = new Set(wanted);
    const order = [...kept.keys()].sort((one, other) => needed.has(one) - needed.has(other));
    for (const number of order.slice(0, Math.max(0, kept.size - room))) {
      kept.get(number).close();
      kept.delete(number);
    }
  }

  async function load(number) {
    busy.add(number);
    try {
      const picture = await fetched(addressOf(number));
      if (over) picture.close();
      else kept.set(number, picture);
    } catch (trouble) {
      failed.set(number, { why: trouble.message, at: Date.now() });
    }
    busy.delete(number);
    if (over) return;
    drop();
    changed(number);
    next();
  }

  function next() {
    const due = wanted.filter((number) => !kept.has(number) && !failed.has(number) && !busy.has(number));
    due.slice(0, Math.max(0, AT_ONCE - busy.size)).forEach(load);
  }

  return {
    want(numbers) {
      wanted = numbers.slice(0, room);
      const trouble = failed.get(wanted[0]);
      if (trouble && Date.now() - trouble.at > AGAIN_MS) failed.delete(wanted[0]);
      next();
    },
    get: (number) => kept.get(number) ?? null,
    whyNot: (number) => failed.get(number)?.why ?? "",
    numbers: () => [...kept.keys()],
    leave() {
      over = true;
      kept.forEach((picture) => picture.close());
      kept.clear();
    },
  };
}
