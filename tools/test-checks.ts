import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { printProgress, type Tally } from "#tools/test-report.ts";

export interface Check {
  name: string;
  run(options: { tally: Tally; signal: AbortSignal }): Promise<void>;
}

const code = ["domain", "server", "web", "tests", "tools", "simulators"].filter((folder) => existsSync(folder));

/** The checks that read the code and run none of it; each counts as one test. */
export const checks: readonly Check[] = [
  // Its helpers would read the same types once more each, while the next check wants the other core.
  check({ name: "types", bin: "typescript/bin/tsc", args: ["-b", "--singleThreaded"] }),
  check({ name: "lint", bin: "oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] }),
  check({ name: "format", bin: "oxfmt/bin/oxfmt", args: ["--check", ...code] }),
  check({
    name: "import rules",
    bin: "dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", ".dependency-cruiser.cjs", "--no-progress", ...code],
  }),
  check({ name: "unused", bin: "knip/bin/knip.js", args: ["--no-progress"] }),
  check({ name: "docs", file: "tools/check-docs.ts", args: [] }),
];

function check(options: { name: string; args: string[] } & ({ bin: string } | { file: string })): Check {
  const { name, args } = options;
  const program = "bin" in options ? `node_modules/${options.bin}` : options.file;
  return {
    name,
    async run({ tally, signal }) {
      const started = performance.now();
      const { isGood, text } = await outcomeOf({ args: [program, ...args], signal });
      printProgress({ isGood, name, ms: performance.now() - started });
      tally[isGood ? "passed" : "failed"] += 1;
      if (!isGood) tally.failures.push({ name, text });
    },
  };
}

async function outcomeOf(options: { args: string[]; signal: AbortSignal }): Promise<{ isGood: boolean; text: string }> {
  const { args, signal } = options;
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], signal });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ isGood: false, text: error.message }));
    child.once("close", (exitCode) => resolve({ isGood: exitCode === 0, text }));
  });
}
