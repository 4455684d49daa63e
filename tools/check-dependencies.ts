// Checks licences and hashes of all packages in package-lock.json, and known vulnerabilities if the registry provides
// them.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseAuditReport, type LockedPackages, findLockProblems } from "#tools/dependency-rules.ts";

const auditTimeoutMs = 20_000;

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: LockedPackages };
const { problems, notes } = parseAuditReport(await runAudit());
const allProblems = [...findLockProblems(packages), ...problems];
for (const note of notes) console.log(`note: ${note}`);
for (const problem of allProblems) console.error(problem);
process.exit(allProblems.length > 0 ? 1 : 0);

/** Returns the output of `npm audit`; incomplete if the registry is too slow. */
async function runAudit(): Promise<string> {
  const npm = process.env["npm_execpath"];
  const [program, ...leadingArgs] = npm ? [process.execPath, npm] : ["npm"];
  const child = spawn(program!, [...leadingArgs, "audit", "--json", "--fetch-retries=0"], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: auditTimeoutMs,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once("error", () => resolve(output));
    child.once("close", () => resolve(output));
  });
}
