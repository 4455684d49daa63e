// kill -9 in the middle of a stream of check-ins: what was acknowledged is there, and nothing half-written.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { roles } from "#domain/roles.ts";
import { connect, type Sql } from "#server/db/pool.ts";
import { clusterFolder, systemUser } from "#server/db/postgres-home.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const password = "Chaavi@2026";
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-crash-"));
chmodSync(dataDir, 0o755);
const folder = clusterFolder({ dataDir, user: systemUser(path.join(dataDir, "postgres")) });
let server: ServerProcess;
let branch: number;
let token: string;

const startServer = (): Promise<ServerProcess> =>
  startServerProcess({
    DATA_DIR: dataDir,
    PORT: "0",
    HOST: "127.0.0.1",
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: password,
  });

interface Answer {
  status: number;
  data: { id: number; receipt_no: string; access_token: string } | undefined;
}

async function post({ url, body, as }: { url: string; body: object; as?: string }): Promise<Answer> {
  const answer = await fetch(`${server.address}${url}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(as ? { authorization: `Bearer ${as}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: Answer["data"] }).data };
}

async function logIn(email: string): Promise<string> {
  const { status, data } = await post({ url: "/auth/login", body: { email, password } });
  assert.equal(status, 200);
  return data!.access_token;
}

before(async () => {
  server = await startServer();
  const admin = await logIn("admin@example.com");
  const make = async (url: string, body: object): Promise<number> => {
    const made = await post({ url, body, as: admin });
    assert.equal(made.status, 200, url);
    return made.data!.id;
  };
  const status = "published";
  const company = await make("/items/Companies", { name: "Crash", slug: "crash", company_type: "franchise", status });
  const parking_config = await make("/items/Parking_Configuration", { is_slot_required: true });
  const place = { company, name: "Crash gate", slug: "gate", status, is_parking: true, parking_config };
  branch = await make("/items/Branch", place);
  const block = { branch, service: "is_parking", zone_or_block: "A", slot_prefix: "A", total_slots: 5_000 };
  await make("/items/Slot_Blocks", block);
  const staff = { first_name: "At the gate", email: "gate@example.com", password, role: roles.staff.id };
  await make("/users", { ...staff, in_out_flag: true, default_branch: branch, default_company: company });
  token = await logIn("gate@example.com");
});

after(async () => {
  await server.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** The file PostgreSQL keeps of itself: its pid, and four lines on its port. */
const postmaster = (): { pid: number; port: number } => {
  const lines = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
};

/** PostgreSQL whole: its first process and every one that serves a connection. */
function killDatabase(): void {
  const { pid } = postmaster();
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid);
  for (const one of [pid, ...children.map(Number)]) kill(one);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    assert.equal((error as { code: string }).code, "ESRCH");
  }
}

let plates = 0;
const acknowledged = new Map<number, string>();

/** Cars come in at eight gates, without end, until the gates are told to stop. */
function openGates(): { reached: (count: number) => Promise<void>; stop: () => Promise<number> } {
  const road = { isOpen: true };
  let failures = 0;
  let told = (): void => {};
  async function turnedAway(): Promise<void> {
    failures += 1;
    // Nobody presses again at once.
    await sleep(50);
  }
  async function gate(): Promise<void> {
    while (road.isOpen) {
      plates += 1;
      const body = { vehicle_no: `TN09AB${String(plates).padStart(4, "0")}`, phone_no: "9840012345" };
      try {
        const { status, data } = await post({ url: "/actions/parking/check-in", body, as: token });
        if (status === 200) acknowledged.set(data!.id, data!.receipt_no);
        else await turnedAway();
      } catch {
        await turnedAway();
      }
      told();
    }
  }
  const gates = Array.from({ length: 8 }, gate);
  const reached = (count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      told = () => acknowledged.size >= count && resolve();
      const { ended, printed } = server;
      void ended.then(() => reject(new Error(`the server has ended:\n${printed()}`)));
    });
  async function stop(): Promise<number> {
    road.isOpen = false;
    await Promise.all(gates);
    return failures;
  }
  return { reached, stop };
}

async function database(): Promise<Sql> {
  const secret = readFileSync(path.join(folder, "chaavi.password"), "utf8").trim();
  return connect(`postgres://chaavi:${secret}@127.0.0.1:${postmaster().port}/chaavi`, { max: 1 });
}

async function checkEverything(): Promise<void> {
  const sql = await database();
  try {
    const rows = await sql<{ id: number; receipt_no: string; slot_no: number }[]>`
      select id, receipt_no, slot_no from "Parking_Information" where branch = ${branch} order by id`;
    const kept = new Map(rows.map(({ id, receipt_no }) => [id, receipt_no]));
    for (const [id, receipt] of acknowledged) assert.equal(kept.get(id), receipt, `${id} was acknowledged`);
    const numbers = rows
      .map(({ receipt_no }) => Number(receipt_no.split("-")[1]))
      .toSorted((one, other) => one - other);
    assert.deepEqual(
      numbers,
      Array.from({ length: rows.length }, (_, index) => index + 1),
    );
    assert.equal(new Set(rows.map(({ slot_no }) => slot_no)).size, rows.length);
    const [torn] = await sql`select
      (select value from counters where branch = ${branch} and name = 'receipt') as counter,
      (select count(*)::int from "Parking_Main_Information" m where not exists (select 1 from "Parking_Information" p where p.parking_main_info = m.id)) as mains_alone,
      (select count(*)::int from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info where m.parking_status_id <> p.parking_status_id) as states_apart,
      (select count(*)::int from "Parking_Information" p where not exists (select 1 from "Parking_History" h where h.parking_information = p.id)) as without_history,
      (select count(*)::int from "Parking_Information" p where not exists
        (select 1 from activity a join revisions r on r.activity = a.id where a.collection = 'Parking_Information' and a.item = p.id::text)) as without_activity,
      (select count(*)::int from activity a where a.collection = 'Parking_Information' and not exists
        (select 1 from "Parking_Information" p where p.id::text = a.item)) as activity_alone`;
    const whole = { mains_alone: 0, states_apart: 0, without_history: 0, without_activity: 0, activity_alone: 0 };
    assert.deepEqual({ ...torn }, { counter: rows.length, ...whole });
  } finally {
    await sql.end();
  }
}

test("kill -9 of the server: what was acknowledged is there after it starts again", async () => {
  const gates = openGates();
  await gates.reached(60);
  await server.kill();
  assert.ok((await gates.stop()) > 0, "the stream was meant to be cut");
  server = await startServer();
  await checkEverything();
});

test("kill -9 of PostgreSQL: the server brings it back by itself, and cars come in again", async () => {
  const gates = openGates();
  await gates.reached(acknowledged.size + 60);
  killDatabase();
  // The same server goes on as soon as the database has recovered.
  await gates.reached(acknowledged.size + 60);
  assert.ok((await gates.stop()) > 0, "the stream was meant to be cut");
  assert.ok(server.isRunning());
  await checkEverything();
});

test("kill -9 of both at once, twice over", async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const gates = openGates();
    await gates.reached(acknowledged.size + 60);
    killDatabase();
    await server.kill();
    assert.ok((await gates.stop()) > 0, "the stream was meant to be cut");
    server = await startServer();
    await checkEverything();
  }
  const gates = openGates();
  await gates.reached(acknowledged.size + 20);
  assert.equal(await gates.stop(), 0);
  await checkEverything();
});
