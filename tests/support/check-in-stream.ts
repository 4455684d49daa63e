// A branch that checks vehicles in continuously against a real server process, and verifies that no acknowledged change
// is lost.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { roles } from "#domain/access/roles.ts";
import type { Sql } from "#server/db/pool.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";

const adminCredentials = { email: "admin@example.com", password: "Chaavi@2026" };
/** Settings of a server for a stream, in addition to its data folder. */
export const checkInStreamSettings = {
  ADMIN_EMAIL: adminCredentials.email,
  ADMIN_PASSWORD: adminCredentials.password,
  // One user acts for all gates.
  REQUESTS_PER_PERSON: "0",
};
const gateCredentials = { email: "gate@example.com", password: adminCredentials.password };
const parallelGates = 8;
/** Waits after a failed request, like a user would. */
const pauseAfterFailureMs = 50;

interface StreamResponse {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
  data: { id: number; receipt_no: string; access_token: string } | undefined;
}

async function post({
  server,
  path,
  body,
  token,
}: {
  server: ServerProcess;
  path: string;
  body: object;
  token?: string | undefined;
}): Promise<StreamResponse> {
  const response = await fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const { data, errors } = (await response.json()) as {
    data?: StreamResponse["data"];
    errors?: { extensions: { code: string } }[];
  };
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, data, code: errors?.[0]?.extensions.code, retryAfter };
}

export async function logIn(server: ServerProcess, credentials: object): Promise<string> {
  const { status, data } = await post({ server, path: "/auth/login", body: credentials });
  assert.equal(status, 200);
  return data!.access_token;
}

/** A running stream of check-ins; see `CheckInStream.open`. */
export interface RunningCheckInStream {
  /** Resolves once this many check-ins were acknowledged in total; rejects if the server ends before. */
  waitForCount: (count: number) => Promise<void>;
  /** Closes the gates and returns the error codes in the meantime; a dropped connection is "no answer". */
  stop: () => Promise<string[]>;
}

export class CheckInStream {
  readonly #branch: number;
  readonly #token: string;
  #server: ServerProcess;
  #plates = 0;
  /** Receipt numbers by entry id, of every check-in that was answered with 200. */
  readonly acknowledged = new Map<number, string>();
  /** The duration of the slowest response, in ms. */
  slowestMs = 0;

  private constructor(options: { server: ServerProcess; branch: number; token: string }) {
    this.#server = options.server;
    this.#branch = options.branch;
    this.#token = options.token;
  }

  /** Creates a published branch with 5,000 slots and its gate staff on a server with `checkInStreamSettings`. */
  static async prepare(server: ServerProcess): Promise<CheckInStream> {
    const token = await logIn(server, adminCredentials);
    const create = async (path: string, body: object): Promise<number> => {
      const created = await post({ server, path, body, token });
      assert.equal(created.status, 200, path);
      return created.data!.id;
    };
    const status = "published";
    const company = await create("/items/Companies", {
      name: "Crash",
      slug: "crash",
      company_type: "franchise",
      status,
    });
    const parking_config = await create("/items/Parking_Configuration", { is_slot_required: true, is_free: true });
    const branch = await create("/items/Branch", {
      company,
      name: "Crash gate",
      slug: "gate",
      status,
      is_parking: true,
      parking_config,
    });
    await create("/items/Slot_Blocks", {
      branch,
      service: "is_parking",
      zone_or_block: "A",
      slot_prefix: "A",
      total_slots: 5_000,
    });
    await create("/users", {
      ...gateCredentials,
      first_name: "Gate staff",
      role: roles.staff.id,
      in_out_flag: true,
      default_branch: branch,
      default_company: company,
    });
    return new CheckInStream({ server, branch, token: await logIn(server, gateCredentials) });
  }

  /** From here on vehicles check in at this server: the same one after a restart, or another on the same database. */
  moveTo(server: ServerProcess): void {
    this.#server = server;
  }

  /** One check-in, answered or not; the code of a rejection that has a retry time, or null. */
  async checkIn(): Promise<string | null> {
    this.#plates += 1;
    const requestedAt = performance.now();
    const body = { vehicle_no: `TN09AB${String(this.#plates).padStart(4, "0")}`, phone_no: "9840012345" };
    try {
      const { status, data, code, retryAfter } = await post({
        server: this.#server,
        path: "/actions/parking/check-in",
        body,
        token: this.#token,
      });
      if (status === 503 && !retryAfter) return `${code} without Retry-After`;
      if (status !== 200) return code ?? String(status);
      this.acknowledged.set(data!.id, data!.receipt_no);
      return null;
    } catch {
      return "no answer";
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - requestedAt);
    }
  }

  /** Vehicles arrive at eight gates until `stop`. */
  open(): RunningCheckInStream {
    const road = { isOpen: true };
    const rejected: string[] = [];
    let notify = (): void => {};
    const gate = async (): Promise<void> => {
      while (road.isOpen) {
        const code = await this.checkIn();
        if (code !== null) {
          rejected.push(code);
          await sleep(pauseAfterFailureMs);
        }
        notify();
      }
    };
    const gates = Array.from({ length: parallelGates }, gate);
    const { exited, output } = this.#server;
    return {
      waitForCount: (count) =>
        new Promise((resolve, reject) => {
          notify = () => this.acknowledged.size >= count && resolve();
          void exited.then(() => reject(new Error(`the server has ended:\n${output()}`)));
        }),
      stop: async () => {
        road.isOpen = false;
        await Promise.all(gates);
        return rejected;
      },
    };
  }

  /**
   * Every acknowledged entry exists with its receipt number, numbers and slots are unique and without gaps, and no row
   * is written partially.
   */
  async assertNothingLost(sql: Sql): Promise<void> {
    const rows = await sql<{ id: number; receipt_no: string; slot_no: number }[]>`
      select id, receipt_no, slot_no from "Parking_Information" where branch = ${this.#branch} order by id`;
    const receiptNumbers = new Map(rows.map(({ id, receipt_no }) => [id, receipt_no]));
    for (const [id, receipt] of this.acknowledged)
      assert.equal(receiptNumbers.get(id), receipt, `${id} was acknowledged`);
    // Receipts are numbered by day, and the day may have changed meanwhile.
    const receiptsOfDays = Map.groupBy(rows, ({ receipt_no }) => receipt_no.split("-")[0]);
    for (const receipts of receiptsOfDays.values())
      assert.deepEqual(
        receipts.map(({ receipt_no }) => Number(receipt_no.split("-")[1])).toSorted((one, other) => one - other),
        Array.from({ length: receipts.length }, (_, index) => index + 1),
      );
    assert.equal(new Set(rows.map(({ slot_no }) => slot_no)).size, rows.length);
    const [torn] = await sql`select
      (select sum(value)::int from counters where branch = ${this.#branch} and name = 'receipt') as counter,
      (select count(*)::int from "Parking_Main_Information" m where not exists (select 1 from "Parking_Information" p where p.parking_main_info = m.id)) as mains_alone,
      (select count(*)::int from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info where m.parking_status_id <> p.parking_status_id) as states_apart,
      (select count(*)::int from "Parking_Information" p where not exists (select 1 from "Parking_History" h where h.parking_information = p.id)) as without_history,
      (select count(*)::int from "Parking_Information" p where not exists
        (select 1 from activity a join revisions r on r.activity = a.id where a.collection = 'Parking_Information' and a.item = p.id::text)) as without_activity,
      (select count(*)::int from activity a where a.collection = 'Parking_Information' and not exists
        (select 1 from "Parking_Information" p where p.id::text = a.item)) as activity_alone`;
    const complete = { mains_alone: 0, states_apart: 0, without_history: 0, without_activity: 0, activity_alone: 0 };
    assert.deepEqual({ ...torn }, { counter: rows.length, ...complete });
  }
}
