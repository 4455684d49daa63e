// Gates that check vehicles in and collect cash at a rate, through a proxy and while the database fails: as the browser does, a request
// that is told to try again, or not answered, is repeated with its Idempotency-Key. And live pages beside them.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#server/db/pool.ts";
import { testPassword } from "#tests/support/factories.ts";

/** A request that has not been accepted by then has failed: the server or the drill is broken. */
const giveUpMs = 90_000;
/** A server that does not answer for this long hangs. */
const answerTimeoutMs = 30_000;
const retryPauseMs = 500;

export interface DrillGate {
  branch: number;
  email: string;
}

interface AcceptedEntry {
  branch: number;
  receipt: string;
  /** In paise, once a payment was acknowledged. */
  paid: number;
}

export class DrillLoad {
  readonly #address: string;
  /** What was acknowledged, by entry id. */
  readonly accepted = new Map<number, AcceptedEntry>();
  /** Times of the acknowledged check-ins of each branch, in their order. */
  readonly acceptedAt = new Map<number, number[]>();
  /** Codes of what was not accepted, and how often: each was repeated. */
  readonly refused = new Map<string, number>();
  /** Requests that were not accepted at once and later were. */
  repeated = 0;
  payments = 0;
  slowestMs = 0;
  #plates = 0;
  #longestPauseMs = 0;
  #lastAcceptedAt = performance.now();
  #isOpen = false;
  #nextAt = 0;
  readonly #tokens = new Map<string, string>();

  constructor(address: string) {
    this.#address = address;
  }

  async logIn(email: string): Promise<string> {
    const response = await this.#send({ path: "/auth/login", body: { email, password: testPassword } });
    assert.equal(response.status, 200, JSON.stringify(response));
    return response.data!.access_token!;
  }

  /** The longest time without an acknowledgement since the last call. */
  takeLongestPauseMs(): number {
    const longest = Math.max(this.#longestPauseMs, performance.now() - this.#lastAcceptedAt);
    this.#longestPauseMs = 0;
    return Math.round(longest);
  }

  /** Opens `lanes` lanes, which together send `rate` requests a second, or what the machine can do. Returns what closes them. */
  async open({
    gates,
    lanes,
    rate,
  }: {
    gates: readonly DrillGate[];
    lanes: number;
    rate: number;
  }): Promise<() => Promise<void>> {
    for (const { email } of gates) this.#tokens.set(email, await this.logIn(email));
    this.#isOpen = true;
    this.#lastAcceptedAt = performance.now();
    this.#nextAt = performance.now();
    const lane = (index: number): Promise<void> =>
      this.#runLane(gates[index % gates.length]!, rate).catch((error: unknown) => {
        this.#isOpen = false;
        throw error;
      });
    const running = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
    // Reported by `close`.
    running.catch(() => {});
    return async () => {
      this.#isOpen = false;
      await running;
    };
  }

  async #runLane({ branch, email }: DrillGate, rate: number): Promise<void> {
    const token = this.#tokens.get(email)!;
    while (this.#isOpen) {
      await this.#awaitTurn(rate);
      const entry = await this.#checkIn({ branch, token });
      // Every third vehicle pays at once.
      if (entry % 3 === 0 && this.#isOpen) {
        await this.#awaitTurn(rate);
        await this.#pay({ entry, token });
      }
    }
  }

  async #awaitTurn(rate: number): Promise<void> {
    const now = performance.now();
    // What could not be sent in time is not made up for.
    this.#nextAt = Math.max(this.#nextAt + 1_000 / rate, now - 1_000);
    if (this.#nextAt > now) await sleep(this.#nextAt - now);
  }

  async #checkIn({ branch, token }: { branch: number; token: string }): Promise<number> {
    this.#plates += 1;
    const body = { vehicle_no: `TN09AB${String(this.#plates).padStart(4, "0")}`, phone_no: "9840012345" };
    const { id, receipt_no } = await this.#sendUntilAccepted({ path: "/actions/parking/check-in", body, token });
    this.accepted.set(id!, { branch, receipt: receipt_no!, paid: 0 });
    const times = this.acceptedAt.get(branch) ?? [];
    this.acceptedAt.set(branch, times);
    times.push(performance.now());
    return id!;
  }

  async #pay({ entry, token }: { entry: number; token: string }): Promise<void> {
    await this.#sendUntilAccepted({ path: `/actions/parking/${entry}/take-cash`, body: { expected: 2_000 }, token });
    this.accepted.get(entry)!.paid = 2_000;
    this.payments += 1;
  }

  async #sendUntilAccepted(request: { path: string; body: object; token: string }): Promise<DrillData> {
    const key = randomBytes(16).toString("hex");
    const giveUpAt = performance.now() + giveUpMs;
    let hasFailed = false;
    for (;;) {
      const { status, data, code, retryAfter, message } = await this.#send({ ...request, key });
      if (status === 200) {
        if (hasFailed) this.repeated += 1;
        this.#noteAccepted();
        return data!;
      }
      hasFailed = true;
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      const isTransient = ["no answer", "SERVICE_UNAVAILABLE", "SERVER_BUSY", "REQUEST_IN_PROGRESS"].includes(code);
      assert.ok(isTransient, `${request.path}: ${status} ${code} ${message}`);
      if (status === 503) {
        assert.ok(retryAfter, `${code} without Retry-After`);
        assert.match(message, /try again/i);
      }
      assert.ok(performance.now() < giveUpAt, `${request.path} was not accepted for ${giveUpMs} ms: ${code}`);
      await sleep(retryPauseMs);
    }
  }

  #noteAccepted(): void {
    const now = performance.now();
    this.#longestPauseMs = Math.max(this.#longestPauseMs, now - this.#lastAcceptedAt);
    this.#lastAcceptedAt = now;
  }

  async #send({
    path,
    body,
    token,
    key,
  }: {
    path: string;
    body: object;
    token?: string;
    key?: string;
  }): Promise<DrillResponse> {
    const sentAt = performance.now();
    try {
      const response = await fetch(`${this.#address}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const { data, errors } = (await response.json()) as {
        data?: DrillData;
        errors?: { message: string; extensions: { code: string } }[];
      };
      return {
        status: response.status,
        data,
        code: errors?.[0]?.extensions.code ?? "",
        message: errors?.[0]?.message ?? "",
        retryAfter: response.headers.get("retry-after"),
      };
    } catch (error) {
      assert.notEqual((error as Error).name, "TimeoutError", `${path} was not answered within ${answerTimeoutMs} ms`);
      return { status: 0, data: undefined, code: "no answer", message: "", retryAfter: null };
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - sentAt);
    }
  }

  /** Every acknowledged entry and payment is in the database once, and nothing is there twice; returns what was counted. */
  async assertNothingLost(
    sql: Sql,
  ): Promise<{ entries: number; found: number; payments: number; foundPayments: number }> {
    const branches = [...this.acceptedAt.keys()];
    const rows = await sql<{ id: number; receipt: string; plate: string; paid: number }[]>`
      select e.id, e.receipt_no as receipt, m.vehicle_no as plate,
        (select coalesce(sum(p.amount) * 100, 0)::int from payments p where p.parking_information = e.id) as paid
      from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info
      where e.branch = any(${branches}::int[])`;
    const stored = new Map(rows.map((row) => [row.id, row]));
    const found = [...this.accepted].filter(([id, { receipt }]) => stored.get(id)?.receipt === receipt);
    const paid = [...this.accepted].filter(([, entry]) => entry.paid > 0);
    const foundPaid = paid.filter(([id, entry]) => stored.get(id)?.paid === entry.paid);
    assert.equal(found.length, this.accepted.size, "acknowledged entries");
    assert.equal(foundPaid.length, paid.length, "acknowledged payments");
    // Every request was repeated until it was accepted: a second row or payment is one that was made twice.
    assert.equal(rows.length, this.accepted.size, "entries that nobody was told of, or made twice");
    assert.equal(new Set(rows.map(({ plate }) => plate)).size, rows.length);
    assert.deepEqual(
      rows.filter((row) => row.paid !== this.accepted.get(row.id)!.paid),
      [],
    );
    return { entries: this.accepted.size, found: found.length, payments: paid.length, foundPayments: foundPaid.length };
  }
}

interface DrillData {
  id?: number;
  receipt_no?: string;
  access_token?: string;
}

interface DrillResponse {
  status: number;
  data: DrillData | undefined;
  code: string;
  message: string;
  retryAfter: string | null;
}
