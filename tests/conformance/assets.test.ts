// §7 /assets by the published SDK and by plain HTTP: whole, in part, made over, and for whom.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readAssetArrayBuffer, readAssetBlob, readAssetRaw } from "@directus/sdk";
import sharp from "sharp";
import { car, picture, startFilesWorld } from "#tests/support/files-world.ts";

const { sql, address, dataDir, callers, client, upload, asset, branch } = await startFilesWorld();
const kept = await upload("staff", await picture(400, 200, "#aa3311").png().toBuffer(), "car.png");

const sizeOf = async (answer: Response) => {
  assert.equal(answer.status, 200, await (answer.ok ? "" : answer.text()));
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return [width, height, format];
};

test("come raw, as a blob and as bytes", async () => {
  const raw = (await client("staff").request(readAssetRaw(kept.id))) as ReadableStream;
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Uint8Array>) length += chunk.length;
  assert.equal(length, Number(kept["filesize"]));
  assert.equal((await client("staff").request(readAssetBlob(kept.id))).size, length);
  assert.equal((await client("staff").request(readAssetArrayBuffer(kept.id))).byteLength, length);
});

test("with the headers of the contract", async () => {
  const { headers } = await asset(kept.id);
  assert.equal(headers.get("content-type"), "image/png");
  assert.equal(headers.get("content-disposition"), 'inline; filename="car.png"');
  assert.equal(headers.get("cache-control"), "private, max-age=2592000");
  assert.equal(headers.get("content-length"), String(kept["filesize"]));
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(headers.get("etag")!, /^"[\w-]+"$/);
  assert.ok(Date.parse(headers.get("last-modified")!) <= Date.now());
});

test("under any name behind the id", async () => {
  assert.equal(
    (await fetch(`${address}/assets/${kept.id}/whatever.png?access_token=${callers["staff"]!.token}`)).status,
    200,
  );
});

test("to be saved where `download` is asked", async () => {
  const answer = await asset(kept.id, { query: "?download" });
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="car.png"');
});

test("a name outside ASCII is given in both forms", async () => {
  const named = await upload("staff", car, "வண்டி 1.jpg");
  const { headers } = await asset(named.id);
  assert.match(headers.get("content-disposition")!, /^inline; filename="_+ 1\.jpg"; filename\*=UTF-8''%E0%AE%B5/);
});

test("a HEAD says all but the bytes", async () => {
  const answer = await asset(kept.id, { method: "HEAD" });
  assert.deepEqual([answer.status, answer.headers.get("content-length")], [200, String(kept["filesize"])]);
  assert.equal((await answer.arrayBuffer()).byteLength, 0);
});

test("are not sent again to who has them", async () => {
  const etag = (await asset(kept.id)).headers.get("etag")!;
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
    assert.equal((await asset(kept.id, { headers: { "if-none-match": tag } })).status, 304, tag);
  assert.equal((await asset(kept.id, { headers: { "if-none-match": '"other"' } })).status, 200);
  const later = new Date(Date.now() + 60_000).toUTCString();
  assert.equal((await asset(kept.id, { headers: { "if-modified-since": later } })).status, 304);
});

test("in part: from, to, the end, and what is not there", async () => {
  const whole = Buffer.from(await (await asset(kept.id)).arrayBuffer());
  const part = async (range: string) => {
    const answer = await asset(kept.id, { headers: { range } });
    return [answer.status, answer.headers.get("content-range"), Buffer.from(await answer.arrayBuffer())] as const;
  };
  const size = whole.length;
  assert.deepEqual(await part("bytes=0-9"), [206, `bytes 0-9/${size}`, whole.subarray(0, 10)]);
  assert.deepEqual(await part("bytes=10-"), [206, `bytes 10-${size - 1}/${size}`, whole.subarray(10)]);
  assert.deepEqual(await part("bytes=-5"), [206, `bytes ${size - 5}-${size - 1}/${size}`, whole.subarray(-5)]);
  assert.deepEqual((await part("bytes=0-999999"))[1], `bytes 0-${size - 1}/${size}`);
  assert.equal((await part("bytes=0-1,4-5"))[0], 200);
  const beyond = await asset(kept.id, { headers: { range: "bytes=999999-" } });
  assert.deepEqual([beyond.status, beyond.headers.get("content-range")], [416, `bytes */${size}`]);
  assert.equal(
    ((await beyond.json()) as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code,
    "RANGE_NOT_SATISFIABLE",
  );
  assert.equal(beyond.headers.get("etag"), null);
});

test("a part of an older picture is not joined to the new one", async () => {
  const etag = (await asset(kept.id)).headers.get("etag")!;
  const since = (ifRange: string) => asset(kept.id, { headers: { range: "bytes=0-9", "if-range": ifRange } });
  assert.equal((await since(etag)).status, 206);
  assert.equal((await since('"older"')).status, 200);
});

const made: [string, string, unknown[]][] = [
  ["width alone keeps the shape", "?width=100", [100, 50, "png"]],
  ["height alone keeps the shape", "?height=100", [200, 100, "png"]],
  ["both cover", "?width=50&height=50", [50, 50, "png"]],
  ["contain pads", "?width=60&height=60&fit=contain", [60, 60, "png"]],
  ["inside", "?width=60&height=60&fit=inside", [60, 30, "png"]],
  ["outside", "?width=60&height=60&fit=outside", [120, 60, "png"]],
  ["enlarged", "?width=800", [800, 400, "png"]],
  ["not enlarged where that is asked", "?width=800&withoutEnlargement=true", [400, 200, "png"]],
  ["as JPEG", "?format=jpg&quality=40", [400, 200, "jpeg"]],
  ["as WebP", "?format=webp&width=40", [40, 20, "webp"]],
  ["as AVIF", "?format=avif&width=40", [40, 20, "heif"]],
  ["as TIFF", "?format=tiff&width=40", [40, 20, "tiff"]],
  ["turned", '?transforms=[["rotate",90]]', [200, 400, "png"]],
  ["blurred and grey", '?transforms=[["blur",5],["grayscale"]]', [400, 200, "png"]],
  ["by a key", "?key=system-small-cover", [64, 64, "png"]],
  ["by another key", "?key=system-large-contain", [800, 400, "png"]],
];
for (const [name, query, expected] of made)
  test(`made over: ${name}`, async () => assert.deepEqual(await sizeOf(await asset(kept.id, { query })), expected));

test("format=auto is what the caller can show, and says that it depends", async () => {
  const as = async (accept: string) => {
    const answer = await asset(kept.id, { query: "?format=auto&width=40", headers: { accept } });
    assert.equal(answer.headers.get("vary"), "Accept");
    return answer.headers.get("content-type");
  };
  assert.equal(await as("image/avif,image/webp,*/*"), "image/webp");
  assert.equal(await as("image/avif"), "image/avif");
  assert.equal(await as("image/*"), "image/png");
});

test("each way of making one over has its tag, and the same one the next time", async () => {
  const tag = async (query: string) => (await asset(kept.id, { query })).headers.get("etag");
  const [plain, small, again] = [await tag(""), await tag("?width=30"), await tag("?width=30")];
  assert.equal(small, again);
  assert.notEqual(plain, small);
  assert.ok(readdirSync(path.join(dataDir, "asset-cache")).length > 0);
  assert.equal((await asset(kept.id, { query: "?width=30", headers: { "if-none-match": small! } })).status, 304);
  assert.equal((await asset(kept.id, { query: "?width=30", headers: { range: "bytes=0-3" } })).status, 206);
});

test("twenty who ask at once for one that was never made all get the same", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () =>
      Buffer.from(await (await asset(kept.id, { query: "?width=123" })).arrayBuffer()),
    ),
  );
  assert.ok(all.every((one) => one.equals(all[0]!)));
});

const wrong = [
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
test("what cannot be understood is told, and not kept by the browser", async () => {
  for (const query of wrong) {
    const answer = await asset(kept.id, { query });
    const body = (await answer.json()) as { errors: { extensions: { code: string } }[] };
    assert.deepEqual([answer.status, body.errors[0]!.extensions.code], [400, "INVALID_QUERY"], query);
    assert.equal(answer.headers.get("cache-control"), null);
  }
});

test("an id that is none, and one nobody has, are as one that is not theirs", async () => {
  for (const id of ["nope", "1", crypto.randomUUID(), "..%2f..%2fsecret"])
    for (const person of ["staff", "platform", "nobody"]) assert.equal((await asset(id, { person })).status, 403, id);
});

test("logos and banners of what is published are shown to everybody, and no more than that is told of them", async () => {
  const [logo, banner, other] = [await upload("admin"), await upload("manager"), await upload("manager")];
  await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: logo.id });
  await callers["manager"]!.post("/items/Branch_Banner_Images", { branch: branch.id, image: banner.id });
  for (const person of ["nobody", "customer"]) {
    for (const { id } of [logo, banner]) assert.equal((await asset(id, { person })).status, 200);
    assert.equal((await asset(other.id, { person })).status, 403);
    const told = await callers[person]!.get(`/files/${logo.id}`);
    assert.deepEqual(
      [told.data.type, "uploaded_by" in told.data, "filename_disk" in told.data],
      ["image/jpeg", false, false],
    );
    assert.equal((await callers[person]!.get(`/files/${logo.id}?fields=uploaded_by`)).code, "FORBIDDEN");
  }
  await sql`update "Companies" set status = 'archived' where id = ${branch.company}`;
  assert.equal((await asset(logo.id, { person: "nobody" })).status, 403);
  await sql`update "Companies" set status = 'published' where id = ${branch.company}`;
});
