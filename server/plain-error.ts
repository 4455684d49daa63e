/**
 * Something the person who started us can put right: told as plain lines, without a stack.
 * `message` says what happened and what to do now.
 */
export class PlainError extends Error {
  override readonly name = "PlainError";
}

/** The text to show for whatever was thrown: our own words as they are, anything else with its stack. */
export function textOf(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
