// Check-ins at a steady rate at changing servers; one without an answer is repeated with its Idempotency-Key at another one.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { BenchBranch } from "#tools/bench/data.ts";
import { KeepAliveClient } from "#tools/bench/keep-alive-client.ts";
import { now } from "#tools/bench/streams/clock.ts";

/** Times in ms since 1970; `requestedAt` is that of the first attempt. */
export interface AcknowledgedEntry {
  id: number;
  branch: number;
  requestedAt: number;
  answeredAt: number;
}

const retryMs = 100;
const maxRetryMs = 2_000;
/** While servers are down, further check-ins would only be repeated. */
const maxUnanswered = 64;
/** This server did not receive the request in time, the first attempt is still running at another one, or this one is busy or starting. */
const repeatedStatuses = new Set([408, 409, 429, 503]);
const host = "127.0.0.1";

export class CheckInWriter {
  readonly #ports: readonly number[];
  readonly #branches: readonly BenchBranch[];
  readonly #intervalMs: number;
  /** Connections that wait for a check-in, by port. */
  readonly #idle = new Map<number, KeepAliveClient[]>();
  #count = 0;

  constructor({
    ports,
    branches,
    perSecond,
  }: {
    ports: readonly number[];
    branches: readonly BenchBranch[];
    perSecond: number;
  }) {
    this.#ports = ports;
    this.#branches = branches;
    this.#intervalMs = 1_000 / perSecond;
  }

  /** Checks in until `work` ends and all check-ins are answered. */
  async during(work: Promise<unknown>): Promise<AcknowledgedEntry[]> {
    const running: Promise<AcknowledgedEntry>[] = [];
    const state = { isOver: false, unanswered: 0 };
    const ended = work.finally(() => (state.isOver = true));
    while (!state.isOver) {
      if (state.unanswered < maxUnanswered) {
        state.unanswered += 1;
        const entry = this.#checkIn().finally(() => (state.unanswered -= 1));
        // Thrown at the end.
        entry.catch(() => undefined);
        running.push(entry);
      }
      // Late ones are not caught up: the rate stays what it is.
      await delay(this.#intervalMs);
    }
    await ended;
    return Promise.all(running);
  }

  async #checkIn(): Promise<AcknowledgedEntry> {
    this.#count += 1;
    const { branch, token } = this.#branches[(this.#count * 7) % this.#branches.length]!;
    const number = String(this.#count).padStart(6, "0");
    const request = KeepAliveClient.request({
      method: "POST",
      path: "/actions/parking/check-in",
      token,
      body: JSON.stringify({ vehicle_no: `KA05S${number}`, phone_no: `9100${number}` }),
      idempotencyKey: randomUUID(),
    });
    const requestedAt = now();
    const first = this.#count;
    for (let retry = 0; ; retry += 1) {
      const port = this.#ports[(first + retry) % this.#ports.length]!;
      const answer = await this.#send({ port, request });
      if (answer) return { id: answer, branch, requestedAt, answeredAt: now() };
      await delay(Math.min(maxRetryMs, retryMs * 2 ** retry) * (0.5 + Math.random()));
    }
  }

  /** The id of the entry; undefined if the server did not answer. */
  async #send({ port, request }: { port: number; request: string }): Promise<number | undefined> {
    const idle = this.#idle.get(port) ?? [];
    this.#idle.set(port, idle);
    let response;
    try {
      const client = idle.pop() ?? (await KeepAliveClient.open({ host, port }));
      response = await client.sendRequest(request);
      idle.push(client);
    } catch {
      return undefined;
    }
    const { status, text } = response;
    if (repeatedStatuses.has(status)) return undefined;
    if (status !== 200) throw new Error(text());
    const body = text();
    return (JSON.parse(body.slice(body.indexOf("\r\n\r\n") + 4)) as { data: { id: number } }).data.id;
  }
}
