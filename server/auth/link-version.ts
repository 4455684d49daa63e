// Version of a link to a row without an account: part of its signature, so that a renewal invalidates earlier links.

/** `renewedAt` is the time of the last renewal; links of the first version have none. */
export const toLinkVersion = (renewedAt: Date | null | undefined): string | undefined =>
  renewedAt?.getTime().toString();
