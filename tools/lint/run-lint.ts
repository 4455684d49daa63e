// Runs the linter with a single rule of this folder, for the tests of the rules.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

interface Diagnostic {
  message: string;
  labels: { span: { line: number } }[];
}

/** What the rule `<plugin>/<rule>` of the plug-in in `file` reports in a file with this source. */
export function runLint({ file, rule, source }: { file: string; rule: string; source: string }): Diagnostic[] {
  const root = path.join(import.meta.dirname, "..", "..");
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-lint-"));
  try {
    const config = { jsPlugins: [path.join(import.meta.dirname, file)], categories: {}, rules: { [rule]: "error" } };
    writeFileSync(path.join(folder, "config.json"), JSON.stringify(config));
    writeFileSync(path.join(folder, "source.ts"), source);
    const linter = path.join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(
      process.execPath,
      [linter, "--config", "config.json", "--format", "json", "source.ts"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
