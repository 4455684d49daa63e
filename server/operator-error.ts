/**
 * A problem that the operator can fix, printed as plain lines without a stack. `message` says what happened and what to
 * do.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** Formats an error of start-up: the message of an OperatorError, any other error with its stack. */
export function formatStartupError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
