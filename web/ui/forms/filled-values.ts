/** The named values that are filled, for a body without the empty ones. */
export function pickFilled<T extends object, K extends keyof T>(
  values: T,
  names: readonly K[],
): { [P in K]?: NonNullable<T[P]> } {
  const filled: { [P in K]?: NonNullable<T[P]> } = {};
  for (const name of names) {
    const value = values[name];
    if (value !== null && value !== undefined) filled[name] = value;
  }
  return filled;
}
