// npm run soak: 2,000 payments with every fault and kill -9 of the server meanwhile, and three failovers of a database cluster of each kind.
// SEED repeats the payments, PAYMENTS sets their number, ROUNDS and RATE those of the failovers; an argument selects one by its name.
import { spawn } from "node:child_process";

const runs = [
  { file: "tests/payment-faults.test.ts", settings: { PAYMENTS: "2000" } },
  { file: "tests/faults/failover.test.ts", settings: { ROUNDS: "3", RATE: "200" } },
];
const requested = process.argv.slice(2);
let exitCode = 0;
for (const { file, settings } of runs) {
  if (requested.length > 0 && !requested.some((part) => file.includes(part))) continue;
  const child = spawn(process.execPath, [file], { env: { ...settings, ...process.env }, stdio: "inherit" });
  const code = await new Promise<number>((resolve) => child.once("close", (ended) => resolve(ended ?? 1)));
  exitCode ||= code;
}
process.exit(exitCode);
