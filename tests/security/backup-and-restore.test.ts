// Backups are created while the product runs, verified, and restored with the same rows, sums and files, or not at all.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { buildApp } from "#server/app.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { listBackups } from "#server/backup/run-backup.ts";
import { verifyArchive } from "#server/backup/verify-archive.ts";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { connectionLocks } from "#server/db/locks.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { createLocalStorage } from "#server/storage/storage.ts";
import { FileStore } from "#server/storage/file-store.ts";
import { type TestClient, startApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { createEmptyDatabase } from "#tests/support/empty-database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createBlob, carPhoto, createForm, createImage, startFilesFixture } from "#tests/support/files-fixture.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startS3Server } from "#tests/support/s3-server.ts";
import { startServerProcess } from "#tests/support/server-process.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-backup-"));
  folders.push(folder);
  return folder;
}

const passphrase = "a passphrase for the archives of tests";
const noKeys = { secret: null, "credentials-key": null };
const { secret, credentialsKey } = testConfig;

interface BackupFixture {
  url: string;
  sql: Sql;
  dataDir: string;
  files: string[];
}

/** A branch with paid entries, a waiting message and two images. */
async function createBackupFixture(): Promise<BackupFixture> {
  const fixture = await startFilesFixture();
  const { sql, url, factories, callers, dataDir } = fixture;
  for (let entry = 1; entry <= 40; entry += 1) await checkIn(callers["staff"]!, factories.plate());
  await sql`update "Parking_Information" set total_amount = id * 10 + 0.5, paid_amount = id * 10`;
  await fixture.upload();
  await fixture.upload("manager");
  return { url, sql, dataDir, files: fixture.storedFiles() };
}

async function checkIn(gate: TestClient, plate: string): Promise<void> {
  const response = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  assert.equal(response.status, 200, response.text);
}

/**
 * The count of every table and a hash of every row, which a restored database must match, without ids of transactions, which are of
 * one cluster.
 */
async function readContents(sql: Sql): Promise<{ [table: string]: string }> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('migrations', 'backups', 'job_processes', 'live_matches') order by 1`;
  const contents: { [table: string]: string } = {};
  for (const { name } of tables) {
    const [row] = await sql<{ text: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(r.text, '|' order by r.text)), '') as text
        from ${sql(name)} t cross join lateral (select (to_jsonb(t) - array['transaction', 'oldest_transaction'])::text as text) r`;
    contents[name] = row!.text;
  }
  return contents;
}

const runBackup = (fixture: BackupFixture, file: string, options: { passphrase?: string } = {}) =>
  createBackup({
    url: fixture.url,
    dataDir: fixture.dataDir,
    secret,
    credentialsKey,
    file,
    version: "1.2.3",
    passphrase: options.passphrase ?? null,
    now: new Date("2026-01-31T20:30:00Z"),
  });

describe("backup and restore", () => {
  let fixture: BackupFixture;
  let archive: string;
  let manifest: Manifest;

  before(async () => {
    fixture = await createBackupFixture();
    archive = path.join(freshFolder(), "archive.tar.gz");
    ({ manifest } = await runBackup(fixture, archive));
  });

  test("restores every row, sum, sequence and file into an empty database and folder", async () => {
    const url = await createEmptyDatabase();
    const dataDir = freshFolder();
    const before = await readContents(fixture.sql);
    const { warnings } = await restoreBackup({ file: archive, passphrase: null, url, dataDir, keys: noKeys });
    const sql = createPool(url, { max: 4 });
    try {
      assert.deepEqual(await readContents(sql), { ...before, installation: "0 " });
      const sums = (database: Sql) =>
        database`select sum(total_amount)::text as total, sum(paid_amount)::text as paid from "Parking_Information"`;
      assert.deepEqual([...(await sums(sql))], [...(await sums(fixture.sql))]);
      assert.deepEqual([...(await sums(sql))], [{ total: "8220.00", paid: "8200.00" }]);
      for (const key of fixture.files)
        assert.deepEqual(
          readFileSync(path.join(dataDir, "files", key)),
          readFileSync(path.join(fixture.dataDir, "files", key)),
        );
      assert.equal(readdirSync(path.join(dataDir, "files")).length, 2);
      const next = (database: Sql) => database`select last_value, is_called from "Parking_Information_id_seq"`;
      assert.deepEqual([...(await next(sql))], [...(await next(fixture.sql))]);
      // Constraints of the database are enabled again.
      await assert.rejects(sql`update users set default_branch = 987654`, { code: "23503" });
      const disabled = await sql`select tgname from pg_trigger where tgenabled = 'D'`;
      assert.equal(disabled.length, 0);
      const app = await buildApp({ sql, config: { ...testConfig, dataDir } });
      const response = await app.inject({ url: "/server/health" });
      assert.equal(response.statusCode, 200, response.body);
      await app.close();
    } finally {
      await sql.end();
    }
    assert.equal(warnings.length, 2);
    assert.match(warnings[0]!, /SECRET/);
    assert.match(warnings[1]!, /CREDENTIALS_KEY/);
  });

  test("the manifest describes the contents, and only the owner may read the archive", () => {
    assert.equal(statSync(archive).mode & 0o777, 0o600);
    const entries = manifest.tables.find(({ name }) => name === "Parking_Information")!;
    assert.equal(entries.rows, 40);
    assert.equal(entries.sums["total_amount"], "8220.00");
    assert.equal(manifest.version, "1.2.3");
    assert.equal(manifest.files.count, 2);
    assert.deepEqual(manifest.secrets.included, []);
  });

  test("is one snapshot during check-ins: entries and counters match", async () => {
    const live = await startApp();
    const factories = createFactories(live.sql);
    const branch = await factories.branch();
    const gate = await live.asUser(await factories.user("staff", { branch }));
    const over = new AbortController();
    let accepted = 0;
    async function workAtGate(): Promise<void> {
      while (!over.signal.aborted) {
        await checkIn(gate, factories.plate());
        accepted += 1;
      }
    }
    const gates = [workAtGate(), workAtGate()];
    await eventually(() => assert.ok(accepted > 5));
    const file = path.join(freshFolder(), "live.tar.gz");
    const during = accepted;
    const created = await runBackup({ url: live.url, sql: live.sql, dataDir: freshFolder(), files: [] }, file);
    const after = accepted;
    over.abort();
    await Promise.all(gates);
    const rows = created.manifest.tables.find(({ name }) => name === "Parking_Information")!.rows;
    assert.ok(rows >= during && rows <= accepted, `${rows} of ${during} to ${accepted}`);
    assert.ok(after > during, "the gates keep working during the backup");
    const url = await createEmptyDatabase();
    // Foreign keys and unique indexes are checked by the restore itself, which also compares counts and sums.
    await restoreBackup({ file, passphrase: null, url, dataDir: freshFolder(), keys: noKeys });
  });

  /** Flips a bit in the middle; not one that fills up a byte between blocks, which nobody reads. */
  function flipContentBit(archiveBytes: Buffer): Buffer {
    const plain = gunzipSync(archiveBytes);
    for (let position = Math.floor(archiveBytes.length / 2); ; position += 1) {
      const flipped = Buffer.from(archiveBytes);
      flipped[position]! ^= 1;
      try {
        if (gunzipSync(flipped).equals(plain)) continue;
      } catch {
        // Its checksum fails.
      }
      return flipped;
    }
  }

  test("rejects a truncated, altered or foreign archive and leaves the database empty", async () => {
    const url = await createEmptyDatabase();
    const dataDir = freshFolder();
    const archiveBytes = readFileSync(archive);
    const plain = gunzipSync(archiveBytes);
    const position = plain.indexOf("TN09AB");
    assert.ok(position > 0);
    const altered = Buffer.from(plain);
    altered.write("KA", position);
    const flipped = flipContentBit(archiveBytes);
    const manifestless = plain.subarray(0, plain.lastIndexOf("manifest.json"));
    const bad: [string, Buffer, RegExp][] = [
      [
        "truncated in the middle",
        archiveBytes.subarray(0, Math.floor(archiveBytes.length / 2)),
        /damaged or not complete/,
      ],
      ["truncated by one byte", archiveBytes.subarray(0, archiveBytes.length - 1), /damaged or not complete/],
      ["one flipped bit", flipped, /damaged/],
      ["one changed plate, compressed again", gzipSync(altered), /checksums do not fit for the table Parking_/],
      ["without its manifest", gzipSync(manifestless), /damaged or not complete|no manifest/],
      ["not an archive", Buffer.from("hello"), /damaged or not complete/],
    ];
    for (const [title, bytes, message] of bad) {
      const file = path.join(freshFolder(), "bad.tar.gz");
      writeFileSync(file, bytes);
      await assert.rejects(
        restoreBackup({ file, passphrase: null, url, dataDir, keys: noKeys }),
        { name: "OperatorError", message },
        title,
      );
    }
    const sql = createPool(url, { max: 1 });
    const tables = await sql`select 1 from pg_tables where schemaname in ('public', 'graphile_worker')`;
    await sql.end();
    assert.equal(tables.length, 0);
    assert.deepEqual(readdirSync(dataDir), []);
  });

  test("rejects a non-empty database or folder without --replace", async () => {
    const { url, sql } = await createTestDatabase({ max: 1 });
    const [{ roles: previous } = { roles: 0 }] = await sql<
      { roles: number }[]
    >`select count(*)::int as roles from roles`;
    await sql.end();
    const options = { file: archive, passphrase: null, url, dataDir: freshFolder(), keys: noKeys };
    await assert.rejects(restoreBackup(options), { message: /database is not empty.*--replace/ });
    const pool = createPool(url, { max: 1 });
    assert.equal((await pool`select 1 from roles`).length, previous);
    await assert.rejects(restoreBackup({ ...options, canReplace: true }), { message: /stop every server/ });
    await pool.end();
    await restoreBackup({ ...options, canReplace: true });
    const other = await createEmptyDatabase();
    await assert.rejects(restoreBackup({ ...options, url: other }), { message: /folder of files is not empty/ });
  });

  test("with a passphrase the archive is encrypted, contains the keys, and opens with that passphrase only", async () => {
    const dataDir = freshFolder();
    writeFileSync(path.join(dataDir, "secret"), secret);
    writeFileSync(path.join(dataDir, "credentials-key"), credentialsKey);
    const file = path.join(freshFolder(), "archive.tar.gz.age");
    await runBackup({ ...fixture, dataDir }, file, { passphrase });
    const bytes = readFileSync(file);
    assert.ok(bytes.subarray(0, 30).toString("latin1").startsWith("age-encryption.org/v1"));
    const url = await createEmptyDatabase();
    const target = freshFolder();
    const options = { file, url, dataDir: target, keys: noKeys };
    await assert.rejects(restoreBackup({ ...options, passphrase: null }), { message: /set BACKUP_PASSPHRASE/ });
    await assert.rejects(restoreBackup({ ...options, passphrase: `${passphrase}!` }), {
      message: /cannot be decrypted/,
    });
    const cut = path.join(freshFolder(), "cut.age");
    writeFileSync(cut, bytes.subarray(0, bytes.length - 20));
    await assert.rejects(restoreBackup({ ...options, file: cut, passphrase }), { message: /damaged or not complete/ });
    const { warnings } = await restoreBackup({ ...options, passphrase });
    assert.equal(readFileSync(path.join(target, "secret"), "utf8"), secret);
    assert.equal(readFileSync(path.join(target, "credentials-key"), "utf8"), credentialsKey);
    // This backup was made with a folder that lacks the images.
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /2 files were not in the data folder/);
  });

  test("migrates an archive of an older version and rejects one of a newer version", async () => {
    const older = await createEmptyDatabase();
    const sql = createPool(older, { max: 2 });
    await installJobsSchema(older);
    await migrate({ sql, upTo: "0012-visits-by-day.sql" });
    await sql`insert into "Companies" (name, slug, company_type) values ('Old', 'old', 'single_organization')`;
    const file = path.join(freshFolder(), "old.tar.gz");
    await runBackup({ url: older, sql, dataDir: freshFolder(), files: [] }, file);
    await sql`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`;
    const newer = path.join(freshFolder(), "new.tar.gz");
    await runBackup({ url: older, sql, dataDir: freshFolder(), files: [] }, newer);
    await sql.end();
    const url = await createEmptyDatabase();
    const options = { passphrase: null, url, dataDir: freshFolder(), keys: noKeys };
    await assert.rejects(restoreBackup({ ...options, file: newer }), { message: /9999-later\.sql.*newer/s });
    await restoreBackup({ ...options, file });
    const restored = createPool(url, { max: 1 });
    assert.equal((await restored`select 1 from "Companies" where slug = 'old'`).length, 1);
    assert.deepEqual(await migrate({ sql: restored }), []);
    await restored.end();
  });

  test("rejects a concurrent backup, and keeps files deleted meanwhile until the backup is done", async () => {
    const { sql } = fixture;
    await sql`insert into loose_files (storage, key, due_at) values ('local', 'deleted.jpg', now())`;
    const store = new FileStore({ sql, main: createLocalStorage(freshFolder()) });
    const lock = await sql.reserve();
    try {
      await lock`select pg_advisory_lock(${connectionLocks.backup})`;
      const file = path.join(freshFolder(), "second.tar.gz");
      await assert.rejects(runBackup(fixture, file), { message: /Another backup/ });
      assert.ok(!existsSync(`${file}.part`));
      assert.equal(await store.sweep(), 0);
    } finally {
      await lock`select pg_advisory_unlock_all()`;
      lock.release();
    }
    assert.equal(await store.sweep(), 1);
  });

  test("an empty database has nothing to back up", async () => {
    const file = path.join(freshFolder(), "empty.tar.gz");
    const url = await createEmptyDatabase();
    await assert.rejects(runBackup({ ...fixture, url }, file), { message: /nothing to back up/ });
    assert.ok(!existsSync(`${file}.part`));
  });

  test("verifying does not use a database", async () => {
    const copy = path.join(freshFolder(), "copy.tar.gz");
    copyFileSync(archive, copy);
    assert.deepEqual(await verifyArchive({ file: copy, passphrase: null }), manifest);
  });
});

test("with files in an S3 store: restores every record, and serves files of the store and of the folder", async (context) => {
  const account = { bucket: "chaavi", region: "ap-south-1", accessKeyId: "AKID", secretAccessKey: "a/secret+key=" };
  const s3 = await startS3Server(account);
  context.after(() => s3.close());
  const files = {
    s3: { ...account, endpoint: s3.endpoint, prefix: "f/" },
    isUrlImportEnabled: false,
    maxCacheBytes: 1024 * 1024,
  };
  const dataDir = freshFolder();
  // Started with the folder, then switched to the store.
  const before = await startApp({ config: { dataDir } });
  const { sql, url } = before;
  const switched = await buildApp({ sql, config: { ...testConfig, dataDir, files } });
  beforeDatabaseCleanup(() => switched.close());
  const factories = createFactories(sql);
  const branch = await factories.branch();
  const staff = await before.asUser(await factories.user("staff", { branch }));
  for (let round = 0; round < 12; round += 1) await checkIn(staff, factories.plate());
  await sql`update "Parking_Information" set total_amount = id * 10 + 0.5, paid_amount = id * 10`;
  const authorization = `Bearer ${staff.token}`;
  const bytesIn = async (app: typeof switched, id: string) => {
    const response = await app.inject({ url: `/assets/${id}`, headers: { authorization } });
    assert.equal(response.statusCode, 200, response.body);
    return response.rawPayload;
  };
  const stored: { id: string; storage: string; bytes: Buffer }[] = [];
  for (const app of [before.app, switched, switched, switched]) {
    const bytes = stored.length === 3 ? await createImage(64, 64).png().toBuffer() : carPhoto;
    const body = new Request("http://localhost", {
      method: "POST",
      body: createForm(["file", createBlob(bytes), "car.jpg"]),
    });
    const headers = { authorization, "content-type": body.headers.get("content-type")! };
    const payload = Buffer.from(await body.arrayBuffer());
    const response = await app.inject({ method: "POST", url: "/files", headers, payload });
    assert.equal(response.statusCode, 200, response.body);
    const { id, storage } = response.json<{ data: { id: string; storage: string } }>().data;
    stored.push({ id, storage, bytes: await bytesIn(switched, id) });
  }
  assert.deepEqual(
    stored.map(({ storage }) => storage),
    ["local", "s3", "s3", "s3"],
  );

  const file = path.join(freshFolder(), "s3.tar.gz");
  const previous = await readContents(sql);
  const { manifest } = await runBackup({ url, sql, dataDir, files: [] }, file);
  assert.deepEqual([manifest.files.count, manifest.files.inStore, manifest.files.missing], [1, 3, []]);
  const request = s3.requestLog.length;
  const target = { url: await createEmptyDatabase(), dataDir: freshFolder() };
  const { warnings } = await restoreBackup({ file, passphrase: null, ...target, keys: noKeys });
  assert.ok(
    warnings.some((line) => line.startsWith("3 files are in the S3 store and not in the archive")),
    warnings.join(),
  );
  assert.equal(s3.requestLog.length, request, "neither backup nor restore writes to the store");
  assert.equal(readdirSync(path.join(target.dataDir, "files")).length, 1);

  const restored = createPool(target.url, { max: 4 });
  beforeDatabaseCleanup(() => restored.end());
  const sums = (database: Sql) => database`
    select (select count(*)::int from "Parking_Information") as visits, (select sum(total_amount)::text from "Parking_Information") as total,
      (select sum(paid_amount)::text from "Parking_Information") as paid,
      count(*)::int as files, sum(filesize)::text as bytes, count(*) filter (where storage = 's3')::int as "inStore" from files`;
  const { installation: _, ...tables } = await readContents(restored);
  assert.deepEqual(tables, Object.fromEntries(Object.entries(previous).filter(([name]) => name !== "installation")));
  assert.deepEqual([...(await sums(restored))], [...(await sums(sql))]);
  assert.deepEqual(
    { ...(await sums(restored))[0], bytes: null },
    {
      visits: 12,
      total: "786.00",
      paid: "780.00",
      files: 4,
      bytes: null,
      inStore: 3,
    },
  );
  const app = await buildApp({ sql: restored, config: { ...testConfig, dataDir: target.dataDir, files } });
  beforeDatabaseCleanup(() => app.close());
  for (const { id, bytes } of stored) assert.deepEqual(await bytesIn(app, id), bytes);
});

test("the schedule creates archives in jobs, records them, and keeps the configured number", async () => {
  const dir = freshFolder();
  for (const day of ["01", "02", "03"]) writeFileSync(path.join(dir, `chaavi-backup-202501${day}T000000Z.tar.gz`), "");
  writeFileSync(path.join(dir, "notes.txt"), "");
  const backup = { schedule: "30 20 * * *", dir, keep: 2, passphrase: null };
  const { sql } = await startApp({ runsJobs: true, config: { backup, dataDir: freshFolder() } });
  await sql`select graphile_worker.add_job('backup')`;
  const done = await eventually(
    async () => {
      const [newest] = await listBackups({ sql, limit: 1 });
      assert.equal(newest?.status, "done", newest?.error ?? "");
      return newest;
    },
    { timeoutMs: 60_000 },
  );
  assert.equal(done.startedBy, "schedule");
  assert.equal(done.size, statSync(done.file).size);
  await eventually(() =>
    assert.deepEqual(readdirSync(dir).toSorted(), [
      "chaavi-backup-20250103T000000Z.tar.gz",
      path.basename(done.file),
      "notes.txt",
    ]),
  );
  const cron = await sql`select identifier from graphile_worker._private_known_crontabs where identifier = 'backup'`;
  assert.equal(cron.length, 1);
});

test("npm run backup and npm run restore, with the embedded database while it runs", { timeout: 180_000 }, async () => {
  const [dataDir, target, backups] = [freshFolder(), freshFolder(), freshFolder()];
  for (const folder of [dataDir, target]) spawnSync("chmod", ["755", folder]);
  const env = { DATA_DIR: dataDir, ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "a-long-password-1" };
  const logIn = async (address: string) =>
    (
      await fetch(`${address}/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }),
      })
    ).status;
  const tool = (name: string, args: string[], options: object = {}) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const done = spawnSync(process.execPath, [`tools/${name}.ts`, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, BACKUP_PASSPHRASE: passphrase, ...options },
      encoding: "utf8",
      timeout: 90_000,
    });
    return { code: done.status, text: done.stdout + done.stderr };
  };
  const server = await startServerProcess(env);
  const created = tool("backup", [backups], { DATA_DIR: dataDir });
  assert.equal(created.code, 0, created.text);
  const list = tool("backup", ["--list"], { DATA_DIR: dataDir });
  assert.match(list.text, /done {2}command/);
  await server.kill("SIGTERM");
  const archive = path.join(backups, readdirSync(backups)[0]!);
  const checked = tool("restore", [archive, "--check"]);
  assert.match(checked.text, /The archive is whole/);
  const restored = tool("restore", [archive], { DATA_DIR: target });
  assert.equal(restored.code, 0, restored.text);
  assert.equal(readFileSync(path.join(target, "secret"), "utf8"), readFileSync(path.join(dataDir, "secret"), "utf8"));
  const rejected = tool("restore", [archive], { DATA_DIR: target });
  assert.equal(rejected.code, 1);
  assert.match(rejected.text, /not empty/);
  const restarted = await startServerProcess({ ...env, DATA_DIR: target });
  assert.equal(await logIn(restarted.address), 200);
  await restarted.kill("SIGTERM");
});
