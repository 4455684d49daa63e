// Log-in with a PIN on a shared device: who may, and how many wrong PINs. See docs/rules/shared-devices.md.
import { type FilledText, fillText } from "#domain/text/filled-text.ts";
import { roleNames, roles } from "#domain/access/roles.ts";

/** Wrong PINs in succession, on all devices together, after which only the full log-in is possible. */
export const maxWrongPins = 3;

/** A session that was opened with a PIN ends after this time: a long shift. */
export const pinSessionTtlMs = 12 * 60 * 60 * 1000;

/** Ids of the roles that switch with a PIN: the staff of a branch. */
export const pinRoleIds: readonly string[] = roleNames
  .filter((role) => roles[role].list === "staff")
  .map((role) => roles[role].id);

/** After the last try the full log-in is needed. */
export function describeWrongPin(triesLeft: number): FilledText {
  return triesLeft === 1 ? fillText("wrongPinLastTry", {}) : fillText("wrongPin", { count: triesLeft });
}
