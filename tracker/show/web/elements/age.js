// How old something is, in the words of a language.

const [MINUTE_S, HOUR_S, DAY_S] = [60, 3600, 86400];
/** What a hub shows of a hall is taken for as it is now while the hall was heard from within so long. */
const OLD_MS = 60000;

/** How long ago something was. */
export function ago(seconds, lang) {
  const said = new Intl.RelativeTimeFormat(lang, { numeric: "always" });
  const [unit, length] = seconds < MINUTE_S ? ["second", 1] : seconds < HOUR_S ? ["minute", MINUTE_S] : seconds < DAY_S ? ["hour", HOUR_S] : ["day", DAY_S];
  return said.format(-Math.max(0, Math.floor(seconds / length)), unit);
}

/** How long ago a state that came through a hub was so; nothing, where that is now, unless it is `always` wanted. */
export function oldness(state, now_ms, lang, always = false) {
  const age_ms = now_ms - (state?.as_of_ms ?? now_ms);
  return state?.as_of_ms && (always || age_ms > OLD_MS) ? ago(age_ms / 1000, lang) : "";
}
