// npm run soak:attacks: runs all attackers concurrently with four legitimate gates. Prints the responses to gates and
// attackers every minute; fails if a legitimate request was rejected, if the p99 of the gates exceeds three times its
// baseline, or if the server uses more than 500 MB. MINUTES sets the duration (30), `--only=` selects attackers by
// name.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";
import type { AttackReport } from "#tools/attack-soak/attack-process.ts";
import type { GateReport } from "#tools/attack-soak/gate-process.ts";
import { startEnvironment, type SoakEnvironment } from "#tools/attack-soak/environment.ts";
import { type BenchContext, describeRun, measureFilter, runBench } from "#tools/bench/run-bench.ts";
import { benchSecret } from "#tools/bench/config.ts";
import { getQuantile } from "#tools/bench/quantiles.ts";

const minutes = Number(process.env["MINUTES"] ?? 30);
const baselineMinutes = Math.min(3, minutes);
const maxSlowdown = 3;
const maxMemoryBytes = 500 * 1024 * 1024;
/** Access tokens are valid for 15 minutes: child processes are restarted with new ones before. */
const tokenMinutes = 10;
const minuteMs = 60_000;
/** More than the gates check in between two restarts. */
const vehiclesPerStart = 50_000;

const file = (name: string): string => fileURLToPath(new URL(`attack-soak/${name}`, import.meta.url));
const tokens = new TokenService({ keys: [benchSecret], clock: () => new Date() });
const signToken = (id: string): Promise<string> =>
  tokens.issue({ kind: tokenKinds.access, payload: { id, version: 1, session: `soak-${id}`.slice(0, 36) } });

/** A child process that is restarted with new tokens, and its reports. */
class LoadProcess<Report> {
  #child: ChildProcess | undefined;
  #startedAt = 0;
  readonly #script: string;
  readonly #options: () => Promise<object>;

  constructor({ script, options }: { script: string; options: () => Promise<object> }) {
    this.#script = script;
    this.#options = options;
  }

  async start(): Promise<void> {
    const options = await this.#options();
    this.#child = fork(file(this.#script));
    this.#child.send(options);
    this.#startedAt = performance.now();
  }

  /** Returns the counts since the last report. */
  async report(): Promise<Report> {
    this.#child!.send("report");
    const [report] = (await once(this.#child!, "message")) as [Report];
    if (performance.now() - this.#startedAt > tokenMinutes * minuteMs) {
      this.stop();
      await this.start();
    }
    return report;
  }

  stop(): void {
    this.#child?.disconnect();
  }
}

interface PhaseResult {
  latencies: number[];
  rejected: { [kind: string]: number };
  responses: AttackReport;
  peak: number;
  /** Share of the CPU time that the hypervisor gave to other machines; undefined where Linux does not report it. */
  stolenShare: number | undefined;
}

/** CPU time of this machine since its start, in ticks. */
function readCpuTicks(): { stolen: number; total: number } | undefined {
  if (!existsSync("/proc/stat")) return undefined;
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!.split(/ +/).slice(1, 9).map(Number);
  return { stolen: ticks[7] ?? 0, total: ticks.reduce((sum, value) => sum + value, 0) };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((first, second) => first - second);
const formatCounts = (counts: { [name: string]: number }): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ") || "none";

function addCounts(total: { [name: string]: number }, counts: { [name: string]: number }): void {
  for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
}

async function runPhase({
  name,
  minuteCount,
  environment,
  gates,
  attack,
  log,
}: {
  name: string;
  minuteCount: number;
  environment: SoakEnvironment;
  gates: LoadProcess<GateReport>;
  attack?: LoadProcess<AttackReport>;
  log: BenchContext["log"];
}): Promise<PhaseResult> {
  const result: PhaseResult = { latencies: [], rejected: {}, responses: {}, peak: 0, stolenShare: undefined };
  await gates.report();
  const ticksBefore = readCpuTicks();
  for (let minute = 1; minute <= minuteCount; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      await wait(1_000);
      result.peak = Math.max(result.peak, environment.memory());
    }
    const { latencies, rejected } = await gates.report();
    for (const value of latencies) result.latencies.push(value);
    addCounts(result.rejected, rejected);
    for (const [attacker, codes] of Object.entries((await attack?.report()) ?? {}))
      addCounts((result.responses[attacker] ??= {}), codes);
    const sortedLatencies = sorted(latencies);
    const quantiles = [0.5, 0.99]
      .map((fraction) => `${getQuantile(sortedLatencies, fraction).toFixed(0)} ms`)
      .join(" / ");
    const memory = `${(environment.memory() / 1024 ** 2).toFixed(0)} MB`;
    log(
      `${name} ${minute}: ${sortedLatencies.length} legitimate requests, p50 / p99 ${quantiles}, ${memory}, rejected: ${formatCounts(rejected)}`,
    );
  }
  const ticksAfter = readCpuTicks();
  if (ticksBefore && ticksAfter)
    result.stolenShare = (ticksAfter.stolen - ticksBefore.stolen) / (ticksAfter.total - ticksBefore.total);
  return result;
}

function toMarkdown({ baseline, attackResult }: { baseline: PhaseResult; attackResult: PhaseResult }): string {
  const row = (name: string, { latencies, rejected, peak, stolenShare }: PhaseResult): string => {
    const sortedLatencies = sorted(latencies);
    const times = [0.5, 0.99, 1].map((fraction) => getQuantile(sortedLatencies, fraction).toFixed(0));
    return `| ${name} | ${sortedLatencies.length} | ${times.join(" | ")} | ${formatCounts(rejected)} | ${(peak / 1024 ** 2).toFixed(0)} | ${stolenShare === undefined ? "–" : (stolenShare * 100).toFixed(0)} |`;
  };
  const responses = Object.entries(attackResult.responses).map(
    ([attacker, codes]) => `| ${attacker} | ${formatCounts(codes)} |`,
  );
  return `# Legitimate gates under attack

\`npm run soak:attacks\`, ${describeRun()}: ${minutes} minutes, all attackers concurrently from a process on the same cores as the server, the database and the gates.

| | legitimate requests | p50 ms | p99 ms | longest ms | rejected | peak memory of the server, MB | CPU stolen by other machines, % |
|---|---|---|---|---|---|---|---|
${row("baseline", baseline)}
${row("under attack", attackResult)}

Responses to the attackers:

| attacker | responses |
|---|---|
${responses.join("\n")}
`;
}

await runBench(async ({ cleanup, log }) => {
  const environment = await startEnvironment({ cleanup, log });
  const { base, legitimate, people, databaseUrl } = environment;
  let gateStarts = 0;
  const gates = new LoadProcess<GateReport>({
    script: "gate-process.ts",
    options: async () => {
      // A restart may leave vehicles inside, so that their numbers must not be used again.
      gateStarts += 1;
      const firstVehicle = gateStarts * vehiclesPerStart;
      return { base, firstVehicle, tokens: await Promise.all(legitimate.map(({ user }) => signToken(user))) };
    },
  });
  const attack = new LoadProcess<AttackReport>({
    script: "attack-process.ts",
    options: async () => {
      const [customer, admin, staff] = await Promise.all([people.customer, people.admin, people.staff].map(signToken));
      return { databaseUrl, only: measureFilter, targets: { ...environment.targets, customer, admin, staff } };
    },
  });
  await gates.start();
  cleanup.push(() => gates.stop());
  const baseline = await runPhase({ name: "baseline", minuteCount: baselineMinutes, environment, gates, log });
  await attack.start();
  cleanup.push(() => attack.stop());
  const attackResult = await runPhase({ name: "attack", minuteCount: minutes, environment, gates, attack, log });
  const report = toMarkdown({ baseline, attackResult });
  console.log(report);
  if (minutes >= 30 && measureFilter === "") writeFileSync("docs/bench-attacks.md", report);
  const [baselineP99, attackP99] = [baseline, attackResult].map(({ latencies }) =>
    getQuantile(sorted(latencies), 0.99),
  ) as [number, number];
  const failedThresholds = [
    ...(Object.keys(attackResult.rejected).length > 0
      ? [`legitimate requests were rejected: ${formatCounts(attackResult.rejected)}`]
      : []),
    ...(attackP99 > maxSlowdown * baselineP99
      ? [`p99 was ${(attackP99 / baselineP99).toFixed(1)} times its baseline, at most ${maxSlowdown} is allowed`]
      : []),
    ...(attackResult.peak > maxMemoryBytes
      ? [`the server used ${(attackResult.peak / 1024 ** 2).toFixed(0)} MB, at most 500 are allowed`]
      : []),
  ];
  if (failedThresholds.length > 0) throw new Error(`Thresholds not met:\n${failedThresholds.join("\n")}`);
});
