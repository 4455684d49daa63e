export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: { name: string; text: string }[];
}

export function emptyTally(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** The one line that whoever runs the tests by machine reads. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function printProgress(options: { isGood: boolean; name: string; text?: string; ms: number }): void {
  const { isGood, name, text = "", ms } = options;
  console.log(`  ${isGood ? "✓" : "✗"} ${name}  ${text}${text ? "  " : ""}${(ms / 1000).toFixed(1)} s`);
}

/** Everything that failed, together and near the end, where it is seen. */
export function printFailures({ failures }: Tally): void {
  for (const { name, text } of failures) console.log(`\n✗ ${name}\n${text.trimEnd().replaceAll(/^/gm, "    ")}`);
}
