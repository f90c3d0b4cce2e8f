// The functions that CasparCG and SPX call on a template: play, stop, next, update and remove.

/** The fields that a controller sent, as JSON (SPX, CasparCG) or as CasparCG's XML of componentData. */
export function fieldsOf(data) {
  if (data && typeof data === "object") return data;
  const text = String(data ?? "").trim();
  if (!text) return {};
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      return {};
    }
  }
  const page = new DOMParser().parseFromString(text, "text/xml");
  const fields = [...page.querySelectorAll("componentData")];
  return Object.fromEntries(fields.map((one) => [one.id, one.querySelector("data")?.getAttribute("value") ?? ""]));
}

/** Give the window the functions of a template, which drive `graphic`; the layouts are its steps. */
export function asTemplate(graphic) {
  const sizes = ["large", "small"];
  Object.assign(window, {
    play: () => graphic.on(true),
    stop: () => graphic.on(false),
    next: () => graphic.set({ size: sizes[(sizes.indexOf(graphic.dataset.size) + 1) % sizes.length] }),
    update: (data) => graphic.set(fieldsOf(data)),
    remove: () => graphic.remove(),
  });
}
