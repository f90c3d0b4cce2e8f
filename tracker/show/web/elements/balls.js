// Balls as small discs: each carries its letter, so that colour never tells alone. The letter is that of its key at the desk.

const SIGNS = { cannon: "C", "in-off": "I", puck: "", colour: "?" };

/** Make an element; a class, a text, and children are all that the screens need. */
export function make(tag, className = "", text = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

/** A ball, or what else a break is made with. */
export function ballOf(name, words) {
  const ball = make("i", `ball ball-${name}`, words.letters[name] ?? SIGNS[name] ?? name.slice(0, 1).toUpperCase());
  ball.title = words.balls[name] ?? name;
  return ball;
}

/** The balls of a break in order; a long row is drawn closer. */
export function ballsOf(names, words) {
  const row = make("span", "balls");
  row.append(...names.map((name) => ballOf(name, words)));
  row.dataset.many = names.length > 24 ? "many" : names.length > 12 ? "some" : "few";
  return row;
}

/** Set a text where it has changed, and let it show that it has. */
export function put(element, text) {
  const said = String(text);
  if (element.textContent === said) return;
  const first = element.textContent === "";
  element.textContent = said;
  if (!first) {
    element.classList.remove("changed");
    void element.offsetWidth;
    element.classList.add("changed");
  }
}

/** Put a name where there is room for it, and the short one where there is not. */
export function nameIn(element, name, short = "") {
  element.style.fontSize = "";
  if (element.textContent !== name) element.textContent = name;
  const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > 1.3 * element.clientHeight;
  if (short && isCut) element.textContent = short;
}

/** Make type narrower than its box: smaller down to `least` of its size, and cut off only then. */
export function fit(element, least = 0.55) {
  element.style.fontSize = "";
  const room = element.clientWidth;
  const wide = element.scrollWidth;
  if (room && wide > room) {
    const size = parseFloat(getComputedStyle(element).fontSize);
    element.style.fontSize = `${Math.max(least, (room / wide) * 0.985) * size}px`;
  }
}

/** Seconds as a person reads them: 7 s, 1:07. */
export function clockOf(ms) {
  const all = Math.max(0, Math.floor(ms / 1000));
  const seconds = String(all % 60).padStart(2, "0");
  return all < 60 ? `${all}` : `${Math.floor(all / 60)}:${seconds}`;
}
