// The way from the desk to the review of the last stroke, and back to the entry that a review changes.

import { faceOf } from "./keys/keys.js";

/** Show the way to the review. */
export function showReview(link, { desk, keys }, table) {
  link.href = `/review/${encodeURIComponent(table)}`;
  link.firstElementChild.textContent = desk.review;
  link.lastElementChild.textContent = faceOf(keys.review);
}

/**
 * The entry that the page's address asks to correct, once: that which answered the stroke in its `amend=epoch.sequence`.
 * Null where the book does not have it, which may be that kept from last time: the address asks on.
 */
export function toAmend({ public: { epoch }, book }) {
  const said = new URLSearchParams(location.search);
  const asked = said.get("amend");
  if (asked === null) return null;
  const entry = book.findLast((line) => line.stands && line.kind === "called" && `${epoch}.${line.about}` === asked);
  if (!entry) return null;
  said.delete("amend");
  history.replaceState(null, "", `?${said}`);
  return entry.number;
}
