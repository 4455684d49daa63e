import assert from "node:assert/strict";
import { test } from "node:test";
import { formatArchiveName, findExpiredArchives } from "#domain/backup/archive-name.ts";

test("an archive name contains the UTC time and the encryption suffix", () => {
  const at = new Date("2026-01-31T20:30:05.678Z");
  assert.equal(formatArchiveName({ at, isEncrypted: false }), "chaavi-backup-20260131T203005Z.tar.gz");
  assert.equal(formatArchiveName({ at, isEncrypted: true }), "chaavi-backup-20260131T203005Z.tar.gz.age");
});

test("retention removes the oldest archives, encrypted or not, and no other files", () => {
  const nameOfDay = (number: number, isEncrypted = false) =>
    formatArchiveName({ at: new Date(Date.UTC(2026, 0, number)), isEncrypted });
  const names = [
    nameOfDay(3),
    "notes.txt",
    nameOfDay(1),
    `${nameOfDay(4)}.part`,
    nameOfDay(2, true),
    "chaavi-backup-old.tar.gz",
  ];
  const table: [number, string[]][] = [
    [1, [nameOfDay(1), nameOfDay(2, true)]],
    [2, [nameOfDay(1)]],
    [3, []],
    [10, []],
  ];
  for (const [keep, removed] of table) assert.deepEqual(findExpiredArchives({ names, keep }), removed, `keep ${keep}`);
});
