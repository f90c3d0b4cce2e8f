// What is worth a pop-up over the score: a break of 50 or 100, the highest one that there can be, match ball.

const TIERS = [50, 100, 147];

/** The pop-up that is due as one state of a table follows another, as { key, title, name }; null: none. */
export function popupOf(before, now, words, said) {
  const [was, is] = [before?.frame, now.frame];
  if (!is || !was || before.epoch !== now.epoch || now.match.game === "novuss") return null;
  const { striker } = is;
  const name = is.player || now.match.names[striker];
  const tier = was.striker === striker ? TIERS.findLast((one) => was.visit < one && is.visit >= one) : undefined;
  if (tier) {
    const title = tier === 147 && now.match.game === "snooker" ? said.maximum : said.breakOf(is.visit);
    return { key: `${now.epoch}|${striker}|${tier}|${is.points[1 - striker]}`, title, name };
  }
  if (is.ball === "match" && was.ball !== "match" && !is.over) {
    return { key: `${now.epoch}|${striker}|match`, title: words.frameBall.match, name };
  }
  return null;
}
