// reading.md §10: old rows of the activity log and of revisions are deleted once a file holds them, exactly once, and no file
// contains personal data.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, beforeEach, test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { archivedCollections } from "#domain/privacy/archived-history.ts";
import { collections, findCollection } from "#domain/collections.ts";
import { personalData } from "#domain/privacy/personal-data.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { createServices } from "#server/context.ts";
import { loadConfig } from "#server/config.ts";
import { applyRetention } from "#server/privacy/apply-retention.ts";
import { erasePerson } from "#server/privacy/erase.ts";
import { archiveHistory } from "#server/privacy/history/archive-history.ts";
import { type ArchiveRecord, readArchive } from "#server/privacy/history/archive-file.ts";
import { createFileStore } from "#server/storage/configured-store.ts";
import { startApp, testConfig, type TestClient, testKeys } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-history-"));
after(() => rmSync(dataDir, { recursive: true }));
const { asUser, sql, url } = await startApp();
const execute = promisify(execFile);
const factories = createFactories(sql);
const config = { ...testConfig, dataDir, historyMonths: 12 };
const services = createServices({ sql, config, clock: () => new Date() });
const store = createFileStore({ sql, config });
const verifier = await asUser(await factories.user("verifier"));
const archive = () => archiveHistory({ services, store });

interface Visit {
  branch: CreatedBranch;
  staff: TestClient;
  admin: TestClient;
  phone: string;
  plate: string;
  name: string;
  entry: number;
}
let count = 0;

/** A visit at a branch of its own, which has ended unless `isOpen`. */
async function createVisit({ isOpen = false } = {}): Promise<Visit> {
  count += 1;
  const [phone, plate, name] = [
    `96${String(count).padStart(3, "0")}54321`,
    factories.plate(),
    `Zebediah Quill${count}`,
  ];
  const branch = await factories.branch({ is_parking: true, slots: 5 });
  const staff = await asUser(await factories.user("staff", { branch }));
  const admin = await asUser(await factories.user("admin", { branch }));
  const { data, status, text } = await staff.post("/actions/parking/check-in", {
    vehicle_no: plate,
    phone_no: phone,
    name,
  });
  assert.equal(status, 200, text);
  if (!isOpen) assert.equal((await staff.post(`/actions/parking/${data.id}/check-out`)).status, 200);
  return { branch, staff, admin, phone, plate, name, entry: data.id };
}

/** Moves the visit and its history so many months into the past; addresses of the log are gone by then. */
async function age({ branch, entry, phone }: Visit, months = 48): Promise<void> {
  const ago = `${months} months`;
  await sql`update "Parking_Information" set date_created = date_created - ${ago}::interval, in_time = in_time - ${ago}::interval,
    out_time = out_time - ${ago}::interval where id = ${entry}`;
  await sql`update "Parking_Main_Information" set date_created = date_created - ${ago}::interval where phone_no = ${phone}`;
  await sql`update activity set timestamp = timestamp - ${ago}::interval, ip = null, user_agent = null where branch = ${branch.id}`;
}

interface HistoryRow {
  id: number;
  collection: string;
  item: string;
  [field: string]: unknown;
}
type History = { activity: HistoryRow[]; revisions: HistoryRow[] };

async function readTables(branch: CreatedBranch): Promise<History> {
  return {
    activity: [...(await sql<HistoryRow[]>`select * from activity where branch = ${branch.id} order by id`)],
    revisions: [
      ...(await sql<HistoryRow[]>`
        select r.* from revisions r join activity a on a.id = r.activity where a.branch = ${branch.id} order by r.id`),
    ],
  };
}

async function listArchives(): Promise<
  (ArchiveRecord & { first_id: number; last_id: number; deleted_at: Date | null })[]
> {
  return sql`select * from history_archives order by id`;
}

async function readArchives(): Promise<History> {
  const found: History = { activity: [], revisions: [] };
  for (const record of await listArchives())
    for await (const line of readArchive({ store, archive: record })) {
      const { table, row } = JSON.parse(line) as { table: keyof History; row: HistoryRow };
      found[table].push(row);
    }
  return found;
}

const getIds = (rows: readonly HistoryRow[]): number[] => rows.map(({ id }) => id);
const ofVisit = ({ activity, revisions }: History): History => {
  const isArchived = ({ collection }: HistoryRow) => (archivedCollections as readonly string[]).includes(collection);
  return { activity: activity.filter(isArchived), revisions: revisions.filter(isArchived) };
};
const getFile = ({ key }: ArchiveRecord): string => path.join(dataDir, "files", key);

beforeEach(async () => {
  // What earlier tests left is young, and the walk begins at the first id.
  await sql`update activity set timestamp = now()`;
  await sql`truncate history_archives, retention_walks`;
});

/** An old visit without personal data, as retention leaves it. */
async function createAnonymisedVisit(): Promise<{ visit: Visit; history: History }> {
  const visit = await createVisit();
  await age(visit);
  // The newest row stays in any case.
  await factories.branch();
  await applyRetention({ services });
  return { visit, history: ofVisit(await readTables(visit.branch)) };
}

test("moves the history of old visits to a file, as the API returned it, and keeps everything else", async () => {
  const { visit, history } = await createAnonymisedVisit();
  assert.ok(history.activity.length >= 3 && history.revisions.length >= 3);
  const kept = (await readTables(visit.branch)).activity.filter(({ id }) => !getIds(history.activity).includes(id));
  const byBranch = `filter[branch][_eq]=${visit.branch.id}&limit=-1&fields=*`;
  const { data: shown } = await visit.admin.get(`/activity?${byBranch}`);
  const { data: shownRevisions } = await visit.admin.get(
    `/revisions?filter[activity][branch][_eq]=${visit.branch.id}&limit=-1&fields=*`,
  );
  const histories = await sql`select id from "Parking_History" where parking_information = ${visit.entry} order by id`;
  assert.equal(await archive(), history.activity.length);
  const archived = await readArchives();
  assert.deepEqual(getIds(archived.activity), getIds(history.activity));
  assert.deepEqual(getIds(archived.revisions), getIds(history.revisions));
  const isIn = (rows: readonly HistoryRow[]) => (row: HistoryRow) => rows.some(({ id }) => id === row.id);
  const compare = (rows: readonly HistoryRow[], expected: readonly HistoryRow[]): void => {
    assert.ok(expected.length > 0);
    for (const { revisions: _, ...row } of expected)
      assert.deepEqual(
        rows.find(({ id }) => id === row.id),
        row,
      );
  };
  compare(archived.activity, shown.filter(isIn(history.activity)));
  compare(archived.revisions, shownRevisions.filter(isIn(history.revisions)));
  const left = await readTables(visit.branch);
  assert.deepEqual(getIds(left.activity), getIds(kept));
  assert.ok(kept.some(({ collection }) => collection === "Branch"));
  assert.deepEqual(
    await sql`select id from "Parking_History" where parking_information = ${visit.entry} order by id`,
    histories,
  );
  const [record] = await listArchives();
  const ids = getIds(history.activity);
  assert.deepEqual([record!.first_id, record!.last_id], [ids[0], ids.at(-1)]);
  assert.ok(record!.deleted_at);
  assert.equal(await archive(), 0, "a second run finds nothing");
});

test("keeps what is recent, what is open, and what has changed since", async () => {
  const [recent, inside, owing, changed] = [
    await createVisit(),
    await createVisit({ isOpen: true }),
    await createVisit(),
    await createVisit(),
  ];
  await age(recent, 11);
  for (const visit of [inside, owing, changed]) await age(visit);
  await sql`update "Parking_Information" set extended_amount = 20 where id = ${owing.entry}`;
  const [last] = await sql<{ id: number }[]>`
    select max(id) as id from activity where collection = 'Parking_Information' and item = ${String(changed.entry)}`;
  await sql`update activity set timestamp = now() where id = ${last!.id}`;
  // As if all of it were anonymised already: only the state decides.
  const keys = [...new Set(archivedCollections.flatMap((name) => Object.keys(personalData[name]!.personal!)))];
  await sql`update revisions set data = data - ${keys}::text[], delta = delta - ${keys}::text[]`;
  const ofEntry = async ({ branch, entry }: Visit): Promise<number> =>
    (await readTables(branch)).activity.filter(
      ({ collection, item }) => collection === "Parking_Information" && item === String(entry),
    ).length;
  const visits = [recent, inside, owing, changed];
  const previous = await Promise.all(visits.map(ofEntry));
  await archive();
  assert.deepEqual(await Promise.all(visits.map(ofEntry)), previous);
  // The same rows are deleted once nothing is open.
  await sql`update "Parking_Information" set extended_amount = 0 where id = ${owing.entry}`;
  await sql`truncate retention_walks`;
  await archive();
  assert.equal(await ofEntry(owing), 0);
});

test("a person's data is in no file: rows that contain it stay until it is erased", async () => {
  const visit = await createVisit();
  await age(visit);
  const [main] = await sql<{ id: number }[]>`select id from "Parking_Main_Information" where phone_no = ${visit.phone}`;
  const isOfPerson = ({ collection, item }: HistoryRow) =>
    collection === "Parking_Main_Information" && item === String(main!.id);
  const before = (await readTables(visit.branch)).activity.filter(isOfPerson);
  assert.ok(before.length > 0);
  await archive();
  assert.deepEqual(getIds((await readTables(visit.branch)).activity.filter(isOfPerson)), getIds(before));
  const reason = "Asked for it in writing; the number was checked by a call";
  const { data: request } = await verifier.post("/actions/platform/privacy/erase", { phone: visit.phone, reason });
  await erasePerson({ services, request: request.id });
  await sql`truncate retention_walks`;
  await archive();
  const archived = await readArchives();
  assert.deepEqual(getIds(archived.activity.filter(isOfPerson)), getIds(before));
  const text = (await listArchives()).map((record) => gunzipSync(readFileSync(getFile(record))).toString()).join("");
  assert.ok(text.includes('"table":"revisions"'));
  for (const value of [visit.phone, visit.plate, visit.name]) assert.ok(!text.includes(value), value);
});

test("addresses of the log, and fields that are not known to be without personal data, are in no file", async () => {
  const { visit, history } = await createAnonymisedVisit();
  const [first, second] = history.activity;
  await sql`update activity set ip = '203.0.113.9' where id = ${first!.id}`;
  await sql`update revisions set data = data || '{"field_of_an_earlier_version": "9840012345"}' where activity = ${second!.id}`;
  await archive();
  assert.deepEqual(getIds(ofVisit(await readTables(visit.branch)).activity), [first!.id, second!.id]);
  const archived = getIds((await readArchives()).activity);
  assert.deepEqual(archived, getIds(history.activity).slice(2));
});

test("a run ends after so many files, and the next one continues", async () => {
  const { visit, history } = await createAnonymisedVisit();
  const [first, ...others] = history.activity;
  // The rows of one range go into one file; the others are far away.
  const far = 1_000_000;
  await sql`
    insert into activity (id, action, timestamp, collection, item, branch)
    select ${far} + n, 'update', ${first!["timestamp"] as Date}, 'Parking_Vehicle_Images', 'gone-' || n, ${visit.branch.id} from generate_series(1, 12000) n`;
  await sql`insert into activity (id, action, timestamp, collection, item) values (${2 * far}, 'create', now(), 'Branch', '0')`;
  const run = () => archiveHistory({ services, store, archiveSize: 1, archivesPerRun: 1 });
  const counts = [await run(), await run(), await run(), await run()];
  assert.deepEqual(counts.slice(-1), [0]);
  assert.equal(
    counts.reduce((total, deleted) => total + deleted, 0),
    12_000 + history.activity.length,
  );
  assert.equal((await listArchives()).length, 3);
  assert.equal(new Set(getIds((await readArchives()).activity)).size, 12_000 + 1 + others.length);
});

test("a backup contains the files", async () => {
  await createAnonymisedVisit();
  await archive();
  const { manifest } = await createBackup({
    url,
    dataDir,
    file: path.join(dataDir, "backup.tar.gz"),
    passphrase: null,
    secret: testConfig.secret,
    credentialsKey: testConfig.credentialsKey,
    version: "1",
    now: new Date(),
  });
  assert.deepEqual([manifest.files.count, manifest.files.missing], [1, []]);
});

test("the command lists files and prints one", async () => {
  const { history } = await createAnonymisedVisit();
  await archive();
  const [record] = await listArchives();
  const run = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, ...testKeys, DATABASE_URL: url, DATA_DIR: dataDir };
    return (await execute(process.execPath, ["tools/archive.ts", ...args], { env })).stdout;
  };
  assert.match(await run("list"), new RegExp(`^${record!.id} .* ${history.activity.length} rows of activity`));
  const lines = (await run("read", String(record!.id))).trim().split("\n");
  assert.equal(lines.length, history.activity.length + history.revisions.length);
  await assert.rejects(run("read", "999999"), /no history archive 999999/);
  await assert.rejects(run("remove"), /Usage/);
});

test("an interruption between file and record loses nothing: the file is removed and the rows are archived once", async () => {
  const { visit, history } = await createAnonymisedVisit();
  await failOn("insert", "history_archives");
  await assert.rejects(archive(), /interrupted/);
  assert.deepEqual(ofVisit(await readTables(visit.branch)), history);
  assert.deepEqual([...(await sql`select key from loose_files`)], []);
  await restore("history_archives");
  await archive();
  assert.deepEqual(getIds((await readArchives()).activity), getIds(history.activity));
  assert.deepEqual(ofVisit(await readTables(visit.branch)), { activity: [], revisions: [] });
});

for (const table of ["revisions", "activity"])
  test(`an interruption while ${table} are deleted loses and duplicates nothing`, async () => {
    const { visit, history } = await createAnonymisedVisit();
    await failOn("delete", table);
    await assert.rejects(archive(), /interrupted/);
    const { activity } = ofVisit(await readTables(visit.branch));
    assert.deepEqual(getIds(activity), getIds(history.activity));
    assert.equal((await listArchives())[0]!.deleted_at, null);
    await restore(table);
    await archive();
    const archived = await readArchives();
    assert.deepEqual(getIds(archived.activity), getIds(history.activity));
    assert.deepEqual(getIds(archived.revisions), getIds(history.revisions));
    assert.deepEqual(ofVisit(await readTables(visit.branch)), { activity: [], revisions: [] });
  });

test("a missing or damaged file stops the deletion until it is back", async () => {
  const { visit, history } = await createAnonymisedVisit();
  await failOn("delete", "revisions");
  await assert.rejects(archive(), /interrupted/);
  await restore("revisions");
  const [record] = await listArchives();
  const file = getFile(record!);
  const bytes = readFileSync(file);
  renameSync(file, `${file}.moved`);
  await assert.rejects(archive(), /cannot be read/);
  writeFileSync(file, bytes.subarray(0, -1));
  await assert.rejects(archive(), /is damaged/);
  assert.deepEqual(ofVisit(await readTables(visit.branch)), history);
  renameSync(`${file}.moved`, file);
  assert.equal(await archive(), history.activity.length);
  assert.deepEqual(ofVisit(await readTables(visit.branch)), { activity: [], revisions: [] });
});

test("two servers that archive at the same time record each row once", async () => {
  const { history } = await createAnonymisedVisit();
  const results = await Promise.allSettled([archive(), archive(), archive()]);
  assert.ok(results.some(({ status }) => status === "fulfilled"));
  await archive();
  assert.deepEqual(getIds((await readArchives()).activity), getIds(history.activity));
});

test("history is kept unless the setting says otherwise", async () => {
  const { visit, history } = await createAnonymisedVisit();
  const keeping = createServices({ sql, config: testConfig, clock: () => new Date() });
  assert.equal(await archiveHistory({ services: keeping, store }), 0);
  assert.deepEqual(ofVisit(await readTables(visit.branch)), history);
  const read = (value: string): number | null =>
    loadConfig({ env: { RETENTION_HISTORY_MONTHS: value, SECRET: "s".repeat(40), CREDENTIALS_KEY: "c".repeat(40) } })
      .historyMonths;
  assert.deepEqual([read(""), read("keep"), read("12")], [null, null, 12]);
  for (const value of ["11", "0", "never"]) assert.throws(() => read(value), /RETENTION_HISTORY_MONTHS/);
});

test("only collections with a classification are archived, and none that the law requires to be kept", () => {
  for (const name of archivedCollections) {
    assert.ok(findCollection(name)!.isAudited, name);
    assert.equal(personalData[name]!.legal, undefined, name);
  }
  const money = collections
    .map(({ name }) => name)
    .filter((name) => /pay|invoice|refund|shift|handover|tip/i.test(name));
  assert.ok(money.length >= 8);
  assert.deepEqual(
    money.filter((name) => (archivedCollections as readonly string[]).includes(name)),
    [],
  );
});

/** Lets a statement on a table fail, as if the server ended there. */
async function failOn(event: "insert" | "delete", table: string): Promise<void> {
  await sql`
    create or replace function interrupt() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`;
  await sql.unsafe(`create trigger interrupt before ${event} on ${table} execute function interrupt()`);
}
const restore = (table: string) => sql.unsafe(`drop trigger interrupt on ${table}`);
