// An imported list is parsed outside the server process: other requests do not wait for it, and its resources are
// limited.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import * as limits from "#domain/limits.ts";
import { ListParser } from "#server/features/people/list-file.ts";
import { parseList } from "#server/features/people/parse-list.ts";
import { ApiError } from "#server/items/api-error.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { listenOnFreePort } from "#tests/support/sdk.ts";
import { toSheetXml, createWorkbookFiles, createXlsx } from "#tests/support/workbook.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
const address = await listenOnFreePort(app);
const manager = await asUser(await factories.user("manager", { branch: await factories.branch() }));
const reader = new ListParser();
after(() => reader.close());

async function preview(
  bytes: Uint8Array,
): Promise<{ status: number; code: string | undefined; retryAfter: string | null }> {
  const form = new FormData();
  form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "people");
  const response = await fetch(`${address}/actions/people/import/preview?role=employee`, {
    method: "POST",
    headers: { authorization: `Bearer ${manager.token}` },
    body: form,
  });
  const body = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, code: body.errors?.[0]?.extensions.code, retryAfter };
}

/** As many cells as a list may have. */
const columns = ["Name", "Email", ...Array.from({ length: 37 }, (_, index) => `Column ${index}`)];
const createWorkbook = (rows: number): Buffer =>
  createXlsx([
    columns,
    ...Array.from({ length: rows }, (_, index) => [
      `Person ${index}`,
      `person${index}@import.example`,
      ...Array.from({ length: 37 }, (_, column) => column),
    ]),
  ]);
const largestWorkbook = createWorkbook(limits.importRows);
const mediumWorkbook = createWorkbook(1_000);
const largestCsv = Buffer.from(
  [
    "Name,Email",
    ...Array.from({ length: limits.importRows }, (_, index) => `${"x".repeat(1_900)},p${index}@x.example`),
  ].join("\n"),
);

/** How many other requests are answered sequentially until the work is done. */
async function countResponsesDuring(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let answered = 0;
  const working = work().finally(() => (isOver = true));
  for (;;) {
    assert.equal(await (await fetch(`${address}/server/ping`)).text(), "pong");
    if (isOver) break;
    answered += 1;
  }
  await working;
  return answered;
}

for (const [kind, bytes] of [
  ["a workbook", largestWorkbook],
  ["a CSV file", largestCsv],
] as const)
  test(`other requests are answered while ${kind} is parsed, unlike parsing in the server process`, async () => {
    assert.ok(bytes.length < limits.importBytes);
    // Loaded before, so that only parsing is measured.
    await parseList(createXlsx([["Name"], ["Asha"]]));
    const control = await countResponsesDuring(() => parseList(bytes));
    const apart = await countResponsesDuring(() => reader.parse(bytes));
    console.log(`${apart} answered meanwhile, and ${control} with parsing in the server process`);
    assert.ok(apart >= 3 * Math.max(control, 2), `${apart} and ${control}`);
    assert.equal((await preview(bytes)).status, 200);
  });

interface ZipEntry {
  name: string;
  content: Buffer;
  /** The size declared in the directory, in bytes. */
  claimed?: number;
  flags?: number;
}

/** A ZIP whose directory may declare false sizes; with `isOverlapping` all entries share the bytes of the first. */
function createZip(entries: readonly ZipEntry[], { isOverlapping = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let index = 0;
  for (const [position, { name, content, claimed = content.length, flags = 0 }] of entries.entries()) {
    const packed = deflateRawSync(content, { level: 9 });
    const isWritten = position === 0 || !isOverlapping;
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claimed, 22);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimed, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(isOverlapping ? 0 : index, 42);
    entry.write(name, 46);
    directory.push(entry);
    if (!isWritten) continue;
    parts.push(local, packed);
    index += local.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(index, 16);
  return Buffer.concat([...parts, listed, end]);
}

describe("a file that decompresses to more than declared is rejected", () => {
  const mebibyte = 1024 * 1024;
  const files = createWorkbookFiles(toSheetXml([["Name"], ["Asha"]]));
  const workbook = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const zeros = Buffer.alloc(21 * mebibyte);
  const bombs: [name: string, bytes: () => Buffer, code: string][] = [
    [
      "as declared in its directory",
      () => createZip([...workbook, { name: "xl/media/a.bin", content: zeros }]),
      "CONTENT_TOO_LARGE",
    ],
    [
      "although its directory declares a small size",
      () => createZip([...workbook, { name: "xl/sharedStrings.xml", content: zeros, claimed: 1_000 }]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "although its directory declares a larger size",
      () => createZip([...workbook, { name: "xl/a.xml", content: Buffer.alloc(10), claimed: 1_000 }]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "because many entries share the same bytes",
      () =>
        createZip(
          Array.from({ length: 400 }, (_, index) => ({
            name: `xl/${index}.xml`,
            content: zeros.subarray(0, mebibyte),
          })),
          { isOverlapping: true },
        ),
      "CONTENT_TOO_LARGE",
    ],
    [
      "because it has too many entries",
      () => createZip(Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, content: Buffer.alloc(0) }))),
      "CONTENT_TOO_LARGE",
    ],
    [
      "because it is encrypted",
      () => createZip([...workbook, { name: "a", content: Buffer.alloc(10), flags: 1 }]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "in rows, which are counted before any is read",
      () => Buffer.from(zipSync(createWorkbookFiles("<row></row>".repeat(2 * limits.importRows + 1)))),
      "CONTENT_TOO_LARGE",
    ],
    [
      "in cells of one row",
      () => Buffer.from(zipSync(createWorkbookFiles(`<row r="1">${"<c/>".repeat(40 * limits.importRows + 1)}</row>`))),
      "CONTENT_TOO_LARGE",
    ],
  ];
  for (const [name, bytes, code] of bombs)
    test(name, async () => {
      const sent = bytes();
      assert.ok(sent.length < limits.importBytes / 10, `${sent.length} bytes`);
      assert.equal((await preview(sent)).code, code);
    });

  test("control: the same workbook alone is parsed", async () => {
    assert.deepEqual(await reader.parse(createZip(workbook)), [
      { line: 1, cells: ["Name"] },
      { line: 2, cells: ["Asha"] },
    ]);
  });
});

const toErrorMatcher = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

test("parsing that takes too long or too much memory is stopped", async (context) => {
  const limitedParser = new ListParser({ timeLimitMs: 1 });
  const small = new ListParser({ memoryMb: 12 });
  context.after(() => [limitedParser, small].forEach((one) => one.close()));
  await assert.rejects(limitedParser.parse(largestCsv), toErrorMatcher("OUT_OF_TIME"));
  await assert.rejects(small.parse(largestWorkbook), toErrorMatcher("CONTENT_TOO_LARGE"));
  // Controls: files that need little time and memory are parsed within the same limits by a new process.
  assert.equal((await small.parse(mediumWorkbook)).length, 1_001);
  assert.ok((await reader.parse(largestWorkbook)).length > 1_001);
});

test("a user may parse two lists at a time, and gets a retry time for the third", async () => {
  const responses = await Promise.all([1, 2, 3].map(() => preview(mediumWorkbook)));
  const rejected = responses.filter(({ status }) => status !== 200);
  assert.deepEqual(rejected, [{ status: 429, code: "REQUESTS_EXCEEDED", retryAfter: "10" }]);
});
