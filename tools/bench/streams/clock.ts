/** Milliseconds since 1970 with fractions, comparable between processes of one machine. */
export const now = (): number => performance.timeOrigin + performance.now();
