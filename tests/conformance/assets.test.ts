// §7 /assets with the published SDK and over plain HTTP: whole files, ranges, transforms and permissions.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readAssetArrayBuffer, readAssetBlob, readAssetRaw } from "@directus/sdk";
import sharp from "sharp";
import { carPhoto, createImage, startFilesFixture } from "#tests/support/files-fixture.ts";

const { sql, address, dataDir, callers, client, upload, asset, branch } = await startFilesFixture();
const storedFile = await upload("staff", await createImage(400, 200, "#aa3311").png().toBuffer(), "car.png");

const readImageSize = async (response: Response) => {
  assert.equal(response.status, 200, await (response.ok ? "" : response.text()));
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return [width, height, format];
};

test("are returned raw, as a blob and as bytes", async () => {
  const raw = (await client("staff").request(readAssetRaw(storedFile.id))) as ReadableStream;
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Uint8Array>) length += chunk.length;
  assert.equal(length, Number(storedFile["filesize"]));
  assert.equal((await client("staff").request(readAssetBlob(storedFile.id))).size, length);
  assert.equal((await client("staff").request(readAssetArrayBuffer(storedFile.id))).byteLength, length);
});

test("carry the headers of the contract", async () => {
  const { headers } = await asset(storedFile.id);
  assert.equal(headers.get("content-type"), "image/png");
  assert.equal(headers.get("content-disposition"), 'inline; filename="car.png"');
  assert.equal(headers.get("cache-control"), "private, no-cache");
  assert.equal(headers.get("content-length"), String(storedFile["filesize"]));
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(headers.get("etag")!, /^"[\w-]+"$/);
  assert.ok(Date.parse(headers.get("last-modified")!) <= Date.now());
});

test("ignore a file name after the id", async () => {
  assert.equal(
    (await fetch(`${address}/assets/${storedFile.id}/whatever.png?access_token=${callers["staff"]!.token}`)).status,
    200,
  );
});

test("are sent as attachments with `download`", async () => {
  const response = await asset(storedFile.id, { query: "?download" });
  assert.equal(response.headers.get("content-disposition"), 'attachment; filename="car.png"');
});

test("encode a non-ASCII name in both forms", async () => {
  const file = await upload("staff", carPhoto, "வண்டி 1.jpg");
  const { headers } = await asset(file.id);
  assert.match(headers.get("content-disposition")!, /^inline; filename="_+ 1\.jpg"; filename\*=UTF-8''%E0%AE%B5/);
});

test("answer HEAD with the headers only", async () => {
  const response = await asset(storedFile.id, { method: "HEAD" });
  assert.deepEqual([response.status, response.headers.get("content-length")], [200, String(storedFile["filesize"])]);
  assert.equal((await response.arrayBuffer()).byteLength, 0);
});

test("are not sent again to clients that have them", async () => {
  const etag = (await asset(storedFile.id)).headers.get("etag")!;
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
    assert.equal((await asset(storedFile.id, { headers: { "if-none-match": tag } })).status, 304, tag);
  assert.equal((await asset(storedFile.id, { headers: { "if-none-match": '"other"' } })).status, 200);
  const later = new Date(Date.now() + 60_000).toUTCString();
  assert.equal((await asset(storedFile.id, { headers: { "if-modified-since": later } })).status, 304);
});

test("support ranges: from, to, suffix, and unsatisfiable ones", async () => {
  const bytes = Buffer.from(await (await asset(storedFile.id)).arrayBuffer());
  const part = async (range: string) => {
    const response = await asset(storedFile.id, { headers: { range } });
    return [response.status, response.headers.get("content-range"), Buffer.from(await response.arrayBuffer())] as const;
  };
  const size = bytes.length;
  assert.deepEqual(await part("bytes=0-9"), [206, `bytes 0-9/${size}`, bytes.subarray(0, 10)]);
  assert.deepEqual(await part("bytes=10-"), [206, `bytes 10-${size - 1}/${size}`, bytes.subarray(10)]);
  assert.deepEqual(await part("bytes=-5"), [206, `bytes ${size - 5}-${size - 1}/${size}`, bytes.subarray(-5)]);
  assert.deepEqual((await part("bytes=0-999999"))[1], `bytes 0-${size - 1}/${size}`);
  assert.equal((await part("bytes=0-1,4-5"))[0], 200);
  const beyond = await asset(storedFile.id, { headers: { range: "bytes=999999-" } });
  assert.deepEqual([beyond.status, beyond.headers.get("content-range")], [416, `bytes */${size}`]);
  assert.equal(
    ((await beyond.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code,
    "RANGE_NOT_SATISFIABLE",
  );
  assert.equal(beyond.headers.get("etag"), null);
});

test("do not combine a range of an older image with the new one", async () => {
  const etag = (await asset(storedFile.id)).headers.get("etag")!;
  const since = (ifRange: string) => asset(storedFile.id, { headers: { range: "bytes=0-9", "if-range": ifRange } });
  assert.equal((await since(etag)).status, 206);
  assert.equal((await since('"older"')).status, 200);
});

const transformCases: [string, string, unknown[]][] = [
  ["width keeps the aspect ratio", "?width=100", [100, 50, "png"]],
  ["height keeps the aspect ratio", "?height=100", [200, 100, "png"]],
  ["both cover", "?width=50&height=50", [50, 50, "png"]],
  ["contain pads", "?width=60&height=60&fit=contain", [60, 60, "png"]],
  ["inside", "?width=60&height=60&fit=inside", [60, 30, "png"]],
  ["outside", "?width=60&height=60&fit=outside", [120, 60, "png"]],
  ["enlarged", "?width=800", [800, 400, "png"]],
  ["withoutEnlargement", "?width=800&withoutEnlargement=true", [400, 200, "png"]],
  ["withoutEnlargement of a large width", "?width=3000&withoutEnlargement=true", [400, 200, "png"]],
  ["as JPEG", "?format=jpg&quality=40", [400, 200, "jpeg"]],
  ["as WebP", "?format=webp&width=40", [40, 20, "webp"]],
  ["as AVIF", "?format=avif&width=40", [40, 20, "heif"]],
  ["as TIFF", "?format=tiff&width=40", [40, 20, "tiff"]],
  ["turned", '?transforms=[["rotate",90]]', [200, 400, "png"]],
  ["blurred and grey", '?transforms=[["blur",5],["grayscale"]]', [400, 200, "png"]],
  ["by a key", "?key=system-small-cover", [64, 64, "png"]],
  ["by another key", "?key=system-large-contain", [800, 400, "png"]],
];
for (const [name, query, expected] of transformCases)
  test(`transformed: ${name}`, async () =>
    assert.deepEqual(await readImageSize(await asset(storedFile.id, { query })), expected));

test("format=auto follows the Accept header and sends Vary", async () => {
  const as = async (accept: string) => {
    const response = await asset(storedFile.id, { query: "?format=auto&width=40", headers: { accept } });
    assert.equal(response.headers.get("vary"), "Accept");
    return response.headers.get("content-type");
  };
  assert.equal(await as("image/avif,image/webp,*/*"), "image/webp");
  assert.equal(await as("image/avif"), "image/avif");
  assert.equal(await as("image/*"), "image/png");
});

test("every transform has a stable ETag of its own", async () => {
  const tag = async (query: string) => (await asset(storedFile.id, { query })).headers.get("etag");
  const [plain, small, repeated] = [await tag(""), await tag("?width=30"), await tag("?width=30")];
  assert.equal(small, repeated);
  assert.notEqual(plain, small);
  assert.ok(readdirSync(path.join(dataDir, "asset-cache")).length > 0);
  assert.equal((await asset(storedFile.id, { query: "?width=30", headers: { "if-none-match": small! } })).status, 304);
  assert.equal((await asset(storedFile.id, { query: "?width=30", headers: { range: "bytes=0-3" } })).status, 206);
});

test("twenty concurrent requests for a new variant get the same result", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () =>
      Buffer.from(await (await asset(storedFile.id, { query: "?width=123" })).arrayBuffer()),
    ),
  );
  assert.ok(all.every((one) => one.equals(all[0]!)));
});

const invalidTransforms = [
  "?width=0",
  "?width=abc",
  "?width=99999",
  "?height=-1",
  "?fit=fill",
  "?quality=101",
  "?format=gif",
  "?withoutEnlargement=maybe",
  "?key=nope",
  "?key=system-small-cover&width=9",
  "?transforms=blur",
  '?transforms=[["composite","x"]]',
  '?transforms=[["blur",9999]]',
  '?transforms=[["flip"],["flip"],["flip"],["flip"],["flip"],["flip"]]',
  "?colour=red",
];
test("rejects invalid parameters without letting the browser cache the error", async () => {
  for (const query of invalidTransforms) {
    const response = await asset(storedFile.id, { query });
    const body = (await response.json()) as { errors: { extensions: { code: string } }[] };
    assert.deepEqual([response.status, body.errors[0]!.extensions.code], [400, "INVALID_QUERY"], query);
    assert.equal(response.headers.get("cache-control"), "no-store");
  }
});

test("an invalid id and an unknown id get the same response as an inaccessible file", async () => {
  for (const id of ["nope", "1", crypto.randomUUID(), "..%2f..%2fsecret"])
    for (const person of ["staff", "platform", "nobody"]) assert.equal((await asset(id, { person })).status, 403, id);
});

test("published logos and banners are public, and expose nothing else", async () => {
  const [logo, banner, other] = [await upload("admin"), await upload("manager"), await upload("manager")];
  await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: logo.id });
  await callers["manager"]!.post("/items/Branch_Banner_Images", { branch: branch.id, image: banner.id });
  for (const person of ["nobody", "customer"]) {
    for (const { id } of [logo, banner]) assert.equal((await asset(id, { person })).status, 200);
    assert.equal((await asset(other.id, { person })).status, 403);
    const response = await callers[person]!.get(`/files/${logo.id}`);
    assert.deepEqual(
      [response.data.type, "uploaded_by" in response.data, "filename_disk" in response.data],
      ["image/jpeg", false, false],
    );
    assert.equal((await callers[person]!.get(`/files/${logo.id}?fields=uploaded_by`)).code, "FORBIDDEN");
  }
  await sql`update "Companies" set status = 'archived' where id = ${branch.company}`;
  assert.equal((await asset(logo.id, { person: "nobody" })).status, 403);
  await sql`update "Companies" set status = 'published' where id = ${branch.company}`;
});
