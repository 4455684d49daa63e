import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { printProgress, type TestTally } from "#tools/test-report.ts";

export interface TestCheck {
  name: string;
  run(options: { tally: TestTally; signal: AbortSignal }): Promise<void>;
}

const checkedFolders = ["domain", "server", "web", "tests", "tools", "simulators"].filter((folder) =>
  existsSync(folder),
);

/** Static checks, which run no product code; each counts as one test. */
export const testChecks: readonly TestCheck[] = [
  // Single-threaded: workers would each parse the same types again, while the next check uses the other core.
  createCommandCheck({ name: "types", bin: "typescript/bin/tsc", args: ["-b", "--singleThreaded"] }),
  createCommandCheck({ name: "lint", bin: "oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] }),
  createCommandCheck({ name: "format", bin: "oxfmt/bin/oxfmt", args: ["--check", ...checkedFolders] }),
  createCommandCheck({
    name: "import rules",
    bin: "dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", ".dependency-cruiser.cjs", "--no-progress", ...checkedFolders],
  }),
  createCommandCheck({ name: "unused", bin: "knip/bin/knip.js", args: ["--no-progress"] }),
  createCommandCheck({ name: "migrations", file: "tools/check-migrations.ts", args: [] }),
  createCommandCheck({ name: "dependencies", file: "tools/check-dependencies.ts", args: [] }),
  createCommandCheck({ name: "architecture", file: "tools/check-architecture.ts", args: [] }),
  createCommandCheck({ name: "languages", file: "tools/check-languages.ts", args: [] }),
  createCommandCheck({ name: "docs", file: "tools/check-docs.ts", args: [] }),
];

function createCommandCheck(
  options: { name: string; args: string[] } & ({ bin: string } | { file: string }),
): TestCheck {
  const { name, args } = options;
  const program = "bin" in options ? `node_modules/${options.bin}` : options.file;
  return {
    name,
    async run({ tally, signal }) {
      const startedAt = performance.now();
      const { isGood, text } = await runCommand({ args: [program, ...args], signal });
      printProgress({ isGood, name, ms: performance.now() - startedAt });
      for (const [note] of isGood ? text.matchAll(/^note: .*$/gm) : []) console.log(`    ${note}`);
      tally[isGood ? "passed" : "failed"] += 1;
      if (!isGood) tally.failures.push({ name, text });
    },
  };
}

async function runCommand(options: {
  args: string[];
  signal: AbortSignal;
}): Promise<{ isGood: boolean; text: string }> {
  const { args, signal } = options;
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], signal });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ isGood: false, text: error.message }));
    child.once("close", (exitCode) => resolve({ isGood: exitCode === 0, text }));
  });
}
