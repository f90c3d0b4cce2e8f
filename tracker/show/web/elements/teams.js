// Teams of two: a partner for each side where that is ticked, and who plays by what a form says.

const SIDES = [["first", "partner0"], ["second", "partner1"]];

/** Show the partners' fields while a form says that teams play: their names are needed then. */
export function followTeams({ elements }) {
  const show = () => SIDES.forEach(([, name]) => {
    const partner = elements[name];
    partner.closest("label").hidden = !elements.teams.checked;
    partner.required = elements.teams.checked;
  });
  elements.teams.addEventListener("change", show);
  show();
}

/** Who plays, as a form says: what the sides are called, and of teams the players in the order in which they come to the table. */
export function sidesIn({ elements }) {
  const sides = SIDES.map((names) => names.map((name) => elements[name].value.trim()));
  return elements.teams.checked ? { names: sides.map((team) => team.join(" & ")), players: sides } : { names: sides.map(([name]) => name), players: [[], []] };
}
