// Archives whose manifest is malformed are reported as damaged before anything is restored.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { ArchiveWriter } from "#server/backup/archive-writer.ts";
import { entryNames } from "#server/backup/manifest.ts";
import { verifyArchive } from "#server/backup/verify-archive.ts";
import { OperatorError } from "#server/operator-error.ts";

const folder = mkdtempSync(path.join(tmpdir(), "chaavi-manifest-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const validManifest = {
  format: "chaavi-backup",
  formatVersion: 1,
  version: "1.0.0",
  createdAt: "2026-11-21T06:00:00.000Z",
  postgres: "18.4",
  migrations: [{ name: "0001", checksum: "c" }],
  jobsMigration: 19,
  tables: [],
  sequences: [{ schema: "public", name: "s", value: null }],
  files: { count: 0, size: 0, sha256: createHash("sha256").digest("hex"), missing: [], inStore: 0 },
  secrets: { included: [], fingerprints: { secret: "f" } },
};

async function verify({ format, manifest }: { format?: string; manifest: string }) {
  const file = path.join(folder, `${(count += 1)}.tar.gz`);
  const archive = new ArchiveWriter({ file, passphrase: null, mtime: new Date(0) });
  const entries = [
    [entryNames.format, format ?? JSON.stringify({ format: "chaavi-backup", formatVersion: 1 })],
    [entryNames.manifest, manifest],
  ] as const;
  for (const [name, text] of entries) await archive.add({ name, bytes: Buffer.from(text) });
  await archive.finish();
  return verifyArchive({ file, passphrase: null });
}

test("accepts a manifest, also with fields of a later version", async () => {
  assert.deepEqual(await verify({ manifest: JSON.stringify(validManifest) }), validManifest);
  assert.deepEqual(await verify({ manifest: JSON.stringify({ ...validManifest, added: 1 }) }), validManifest);
});

describe("reports a malformed manifest as damage", () => {
  const malformed = [
    "",
    "null",
    "[]",
    "{",
    "{}",
    JSON.stringify({ ...validManifest, tables: undefined }),
    JSON.stringify({ ...validManifest, tables: [{ name: "users" }] }),
    JSON.stringify({ ...validManifest, files: { ...validManifest.files, count: "0" } }),
    JSON.stringify({ ...validManifest, sequences: null }),
    JSON.stringify({ ...validManifest, secrets: { included: "secret", fingerprints: {} } }),
    JSON.stringify({ ...validManifest, formatVersion: "1" }),
  ];
  for (const manifest of malformed)
    test(manifest.slice(0, 60) || "empty", () =>
      assert.rejects(verify({ manifest }), (error) => {
        assert.ok(error instanceof OperatorError);
        assert.match(error.message, /is damaged: its manifest cannot be read|has no manifest/);
        return true;
      }),
    );
});

test("rejects another format and a newer version of this one", async () => {
  const manifest = JSON.stringify(validManifest);
  for (const format of ["", "null", "{}", '{"format":"zip"}', '{"format":"chaavi-backup"}'])
    await assert.rejects(verify({ format, manifest }), /is not a backup of Chaavi/, format);
  const format = JSON.stringify({ format: "chaavi-backup", formatVersion: 2 });
  await assert.rejects(verify({ format, manifest }), /has format 2; this version of Chaavi reads 1/);
});
