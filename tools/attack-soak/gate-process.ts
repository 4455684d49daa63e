// Legitimate gates, which check in, read the dashboard, take cash and check out at the pace of a busy branch. Runs in a
// separate process and reports latencies and rejections since the last report on request.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { HttpClient } from "#tools/attack-soak/http-client.ts";

/** Pause between two requests of one gate. */
const pauseBetweenRequestsMs = 400;

interface GateOptions {
  base: string;
  tokens: string[];
  /** Number of the first vehicle; the numbers of an earlier process may still be inside. */
  firstVehicle: number;
}

export interface GateReport {
  latencies: number[];
  byRequest: { [request: string]: number[] };
  /** Number of rejections by request and code. */
  rejected: { [kind: string]: number };
}

const [{ base, tokens, firstVehicle }] = (await once(process, "message")) as [GateOptions];
const client = new HttpClient({ base });
let report: GateReport = { latencies: [], byRequest: {}, rejected: {} };
let vehicleCount = firstVehicle;

async function send(call: Parameters<HttpClient["send"]>[0]): Promise<string | null> {
  const { code, ms, body } = await client.send(call);
  report.latencies.push(ms);
  (report.byRequest[call.path.replace(/\d+/, ":id").split("?")[0]!] ??= []).push(ms);
  if (code !== null) {
    const kind = `${call.path.replace(/\d+/, ":id").split("?")[0]} ${code}`;
    report.rejected[kind] = (report.rejected[kind] ?? 0) + 1;
  }
  await wait(pauseBetweenRequestsMs);
  return code === null ? body : null;
}

async function runGate(token: string, gateNumber: number): Promise<never> {
  for (;;) {
    vehicleCount += 1;
    const vehicle_no = `TN${String(10 + gateNumber)}H${String(vehicleCount).padStart(6, "0")}`;
    const checkedIn = await send({
      method: "POST",
      path: "/actions/parking/check-in",
      token,
      body: { vehicle_no, phone_no: `98${String(40_000_000 + vehicleCount)}` },
    });
    await send({
      path: "/items/Parking_Information?sort=-id&limit=10&fields=id,receipt_no,parking_main_info.vehicle_no",
      token,
    });
    if (checkedIn === null) continue;
    const { id } = (JSON.parse(checkedIn) as { data: { id: number } }).data;
    await send({ method: "POST", path: `/actions/parking/${id}/take-cash`, token, body: { auto_checkout: true } });
  }
}

process.on("message", () => {
  process.send!(report);
  report = { latencies: [], byRequest: {}, rejected: {} };
});
process.on("disconnect", () => process.exit());
await Promise.all(tokens.map(runGate));
