// Costs of images: presets only without a login, bounded variants with one, processing that is really stopped, and a
// queue.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { uploadFiles } from "@directus/sdk";
import sharp from "sharp";
import { ImageProcessor } from "#server/storage/images.ts";
import type { ImageTransform } from "#server/storage/image-jobs.ts";
import { ApiError } from "#server/items/api-error.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createBlob, createForm, createImage, startFilesFixture } from "#tests/support/files-fixture.ts";
import { matchErrorCode } from "#tests/support/sdk.ts";

const { callers, client, upload, asset, branch, counts } = await startFilesFixture();
const logo = await upload("admin", await createImage(400, 200).png().toBuffer(), "logo.png");
await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: logo.id });

async function readImageSize(response: Response): Promise<unknown[]> {
  assert.equal(response.status, 200, response.ok ? "" : await response.text());
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return [width, height, format];
}
async function readErrorCode(response: Response): Promise<unknown[]> {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return [response.status, errors[0]!.extensions.code];
}

describe("without a login", () => {
  for (const query of [
    "?width=4000&height=4000&format=avif&quality=100",
    "?width=40",
    "?height=40",
    "?quality=10",
    "?format=avif",
    "?format=auto",
    '?transforms=[["blur",100]]',
    "?withoutEnlargement=true",
  ])
    test(`${query} is rejected`, async () => {
      assert.deepEqual(await readErrorCode(await asset(logo.id, { person: "nobody", query })), [400, "INVALID_QUERY"]);
    });

  test("a preset is served, never larger than the image and never as AVIF", async () => {
    const requestImage = async (key: string, accept: string) =>
      readImageSize(await asset(logo.id, { person: "nobody", query: `?key=${key}`, headers: { accept } }));
    assert.deepEqual(await requestImage("system-small-cover", "image/*"), [64, 64, "png"]);
    assert.deepEqual(await requestImage("system-large-contain", "image/*"), [400, 200, "png"]);
    assert.deepEqual(await requestImage("system-large-cover", "image/avif"), [400, 200, "png"]);
    assert.deepEqual(await requestImage("system-small-cover", "image/avif,image/webp"), [64, 64, "webp"]);
    assert.deepEqual(await readImageSize(await asset(logo.id, { person: "nobody" })), [400, 200, "png"]);
  });
});

describe("with a login", () => {
  for (const query of [
    "?width=4000&height=4000",
    "?width=4000",
    "?height=1500",
    "?width=2001&height=2000&fit=contain",
    "?width=4000&height=10&fit=outside",
    "?width=1001&height=1000&format=avif",
  ])
    test(`${query} exceeds the limits`, async () => {
      for (const person of ["customer", "admin"])
        assert.deepEqual(await readErrorCode(await asset(logo.id, { person, query })), [400, "INVALID_QUERY"]);
    });

  test("variants up to the size of the largest stored image are created", async () => {
    assert.deepEqual(await readImageSize(await asset(logo.id, { person: "admin", query: "?width=2000&height=2000" })), [
      2000,
      2000,
      "png",
    ]);
    assert.deepEqual(await readImageSize(await asset(logo.id, { person: "admin", query: "?width=100&format=avif" })), [
      100,
      50,
      "heif",
    ]);
  });
});

/** Uses a core for half a minute and more. */
const largeTransform: ImageTransform = {
  width: 4000,
  height: 4000,
  fit: "cover",
  quality: 100,
  format: "avif",
  withoutEnlargement: false,
  steps: [],
};
const small: ImageTransform = { ...largeTransform, width: 64, height: 64, format: "png", quality: null };
const source = await createImage(400, 200).jpeg().toBuffer();
const readAsset = async () => source;
const toErrorMatcher = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;
const isRunning = (pid: number): boolean => {
  try {
    // A zombie process counts as ended.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

function createImagesWithTimeout(timeLimitMs: number): ImageProcessor {
  const images = new ImageProcessor({ timeLimitMs });
  beforeDatabaseCleanup(async () => images.close());
  return images;
}

test("processing that takes too long is stopped: its process ends, and the next image uses a new one", async () => {
  const images = createImagesWithTimeout(1_500);
  await images.transform({ read: readAsset, transform: small, queueKey: "a" });
  const [pid] = images.pids;
  assert.ok(isRunning(pid!));
  // Control: without the limit the same processing is still running when this one has been stopped.
  const unlimited = createImagesWithTimeout(600_000);
  let isOver = false;
  const control = unlimited
    .transform({ read: readAsset, transform: largeTransform, queueKey: "a" })
    .finally(() => (isOver = true));
  control.catch(() => {});
  await assert.rejects(
    images.transform({ read: readAsset, transform: largeTransform, queueKey: "a" }),
    toErrorMatcher("OUT_OF_TIME"),
  );
  assert.equal(isOver, false);
  unlimited.close();
  await assert.rejects(control, toErrorMatcher("OUT_OF_TIME"));
  await eventually(async () => assert.equal(isRunning(pid!), false));
  assert.equal((await images.transform({ read: readAsset, transform: small, queueKey: "a" })).width, 64);
  assert.notEqual(images.pids[0], pid);
});

test("the queue is bounded: 503 beyond it, 429 beyond one caller's share; callers alternate", async () => {
  const images = createImagesWithTimeout(60_000);
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const slowTask = async () => {
    await blocked;
    return source;
  };
  const done: string[] = [];
  const send = (queueKey: string, width: number) =>
    images.transform({ read: slowTask, transform: { ...small, width }, queueKey }).then(() => done.push(queueKey));
  const own = Array.from({ length: 20 }, (_, index) => send("a", index + 10));
  await assert.rejects(send("a", 99), toErrorMatcher("REQUESTS_EXCEEDED"));
  const others = [..."bcd"].flatMap((caller) =>
    Array.from({ length: caller === "d" ? 1 : 20 }, (_, index) => send(caller, index + 10)),
  );
  await assert.rejects(send("e", 10), (error) => {
    assert.ok(toErrorMatcher("SERVICE_UNAVAILABLE")(error));
    return (error as ApiError).entries[0]!.details["retry_after"] === 5;
  });
  release();
  await Promise.all([...own, ...others]);
  assert.ok(done.indexOf("d") < 6, `the last caller waited for ${done.indexOf("d")} others`);
});

test("the image process gets none of the server's settings", async () => {
  const images = createImagesWithTimeout(10_000);
  process.env["CHAAVI_TEST_SETTING"] = "not for others";
  await images.transform({ read: readAsset, transform: small, queueKey: "a" });
  const environment = readFileSync(`/proc/${images.pids[0]!}/environ`, "utf8");
  assert.doesNotMatch(environment, /CHAAVI_TEST_SETTING|DATABASE_URL|SECRET/);
  delete process.env["CHAAVI_TEST_SETTING"];
});

/** A PNG with one bit per pixel, all black: thousands of times smaller than its decompressed size. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const lines = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  const signature = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("an upload that decompresses to far more than its size", () => {
  const bombs: [name: string, width: number, height: number][] = [
    ["a square of 64 million pixels", 8_000, 8_000],
    ["a line of 40 million pixels", 40_000_000, 1],
    ["a column longer than any photo", 1, 25_000],
    ["a side slightly over the limit", 20_001, 10],
  ];
  for (const [name, width, height] of bombs)
    test(`is rejected: ${name}`, async () => {
      const bytes = blackPng(width, height);
      assert.ok(bytes.length < 100_000, `${bytes.length} bytes`);
      const previous = await counts();
      const before = process.memoryUsage.rss();
      const sent = client("staff").request(
        uploadFiles(createForm(["file", createBlob(bytes, "image/png"), "bomb.png"])),
      );
      await assert.rejects(sent, matchErrorCode("CONTENT_TOO_LARGE"));
      assert.deepEqual(await counts(), previous);
      assert.ok(process.memoryUsage.rss() - before < 100 * 1024 * 1024);
    });

  test("control: the same image at an accepted size is stored", async () => {
    const file = await upload("staff", blackPng(2_000, 2_000), "black.png");
    assert.deepEqual([file["width"], file["height"]], [2_000, 2_000]);
  });
});
