// npm run soak: 2,000 payments with every fault, and kill -9 of the server meanwhile. SEED repeats a run, PAYMENTS sets
// the number.
import { spawn } from "node:child_process";

const child = spawn(process.execPath, ["tests/payment-faults.test.ts"], {
  env: { PAYMENTS: "2000", ...process.env },
  stdio: "inherit",
});
child.once("close", (code) => process.exit(code ?? 1));
