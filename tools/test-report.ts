export interface TestTally {
  passed: number;
  failed: number;
  skipped: number;
  failures: { name: string; text: string }[];
}

export function createTally(): TestTally {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** The summary line, which is parsed by scripts. */
export function formatSummary({ passed, failed, skipped }: TestTally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function printProgress(options: { isGood: boolean; name: string; text?: string; ms: number }): void {
  const { isGood, name, text = "", ms } = options;
  console.log(`  ${isGood ? "✓" : "✗"} ${name}  ${text}${text ? "  " : ""}${(ms / 1000).toFixed(1)} s`);
}

/** Prints all failures together at the end. */
export function printFailures({ failures }: TestTally): void {
  for (const { name, text } of failures) console.log(`\n✗ ${name}\n${text.trimEnd().replaceAll(/^/gm, "    ")}`);
}
