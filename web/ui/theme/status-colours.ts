/** Colours of states, with the variables --<name>, --<name>-soft (background) and --<name>-ink (text) in tokens.css. */
export const statusColours = ["green", "red", "amber", "grey", "blue", "teal", "orange", "yellow"] as const;
export type StatusColour = (typeof statusColours)[number];

/** The colour of a state table; grey for a name without variables. */
export function toStatusColour(colour: string): StatusColour {
  return statusColours.find((name) => name === colour) ?? "grey";
}
