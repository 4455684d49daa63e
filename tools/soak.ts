// npm run soak: 2,000 payments over every fault, with kill -9 of the server in the middle. SEED repeats a run, PAYMENTS makes it another size.
import { spawn } from "node:child_process";

const child = spawn(process.execPath, ["tests/pay-faults.test.ts"], {
  env: { PAYMENTS: "2000", ...process.env },
  stdio: "inherit",
});
child.once("close", (code) => process.exit(code ?? 1));
