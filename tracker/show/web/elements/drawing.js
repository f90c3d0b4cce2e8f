// Drawings in SVG.

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing; children may be texts. */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
