/** Colours of states, with the variables --<name>, --<name>-soft (background) and --<name>-ink (text) in tokens.css. */
export const statusColours = ["green", "red", "amber", "grey", "blue", "teal", "orange", "yellow"] as const;
export type StatusColour = (typeof statusColours)[number];

/** The colour of a state table; grey for a name without variables. */
export function toStatusColour(colour: string): StatusColour {
  return statusColours.find((name) => name === colour) ?? "grey";
}

/** Dark text on a light ground, or the reverse in the dark colour scheme. */
export function getSoftColours(colour: StatusColour): { background: string; color: string } {
  return { background: `var(--${colour}-soft)`, color: `var(--${colour}-ink)` };
}
