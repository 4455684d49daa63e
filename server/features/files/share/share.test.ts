// §2: the share target: what it accepts and returns, that it keeps nothing, and that another website's form gets nothing.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp from "sharp";
import { getShareText } from "#domain/devices/shared-picture.ts";
import * as limits from "#domain/limits.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
let address: string;
before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#335577" } })
  .withMetadata({ orientation: 6 })
  .withExifMerge({ IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
  .jpeg()
  .toBuffer();

/** Sent over a socket, as a browser does. */
async function share({
  files = [photo],
  field = "picture",
  headers = {},
}: { files?: readonly Uint8Array[]; field?: string; headers?: { [name: string]: string } } = {}) {
  const form = new FormData();
  form.set("title", "A title, which galleries add");
  for (const bytes of files) form.append(field, new Blob([bytes]), "IMG_1.jpg");
  const response = await fetch(`${address}/share`, { method: "POST", body: form, headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const readPicture = (html: string): Buffer =>
  Buffer.from(/src="data:image\/jpeg;base64,([^"]+)"/.exec(html)![1]!, "base64");
const countRows = async () => {
  const [row] = await sql`
    select (select count(*)::int from files) as files, (select count(*)::int from activity) as activity,
      (select count(*)::int from loose_files) as loose`;
  return { ...row };
};

test("returns the picture small, upright and without metadata, in a page of the application's policy", async () => {
  const before = await countRows();
  const { status, headers, html } = await share();
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("content-security-policy")!, /^default-src 'self'; script-src 'self' /);
  assert.equal(headers.get("set-cookie"), null);
  const { width, height, format, exif } = await sharp(readPicture(html)).metadata();
  assert.deepEqual([width, height, format, exif], [800, 1600, "jpeg", undefined]);
  assert.match(html, /<script src="\/share\.js" data-next="\/my-pages\?open=check-in"><\/script>/);
  // The policy allows no script in the page.
  assert.doesNotMatch(html, /<script>|<script[^>]*>[^<]|\son\w+=/);
  assert.deepEqual(await countRows(), before);
});

test("a PNG becomes a JPEG", async () => {
  const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: "#33557700" } })
    .png()
    .toBuffer();
  const { format } = await sharp(readPicture((await share({ files: [png] })).html)).metadata();
  assert.equal(format, "jpeg");
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const refused: [name: string, files: readonly Uint8Array[], status: number, text: RegExp][] = [
  ["a drawing with a script", [svg], 415, /cannot be read as a picture/],
  ["a document", [Buffer.from("%PDF-1.7\n%%EOF")], 415, /cannot be read as a picture/],
  ["a broken picture", [photo.subarray(0, 200)], 415, /cannot be read as a picture/],
  ["a file of more than 10 MB", [Buffer.alloc(limits.sharedImageBytes + 1, photo)], 413, /too large/],
  ["a file of 30 MB", [Buffer.alloc(30 * 1024 * 1024, photo)], 413, /too large/],
  ["no file", [], 400, /one picture at a time/],
  ["an empty file", [new Uint8Array()], 400, /one picture at a time/],
  ["two pictures", [photo, photo], 400, /one picture at a time/],
];
for (const [name, files, status, text] of refused)
  test(`${name}: ${status}, on a page with a link`, async () => {
    const response = await share({ files });
    assert.equal(response.status, status);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(response.html, text);
    assert.match(response.html, /<a href="\/my-pages\?open=check-in">Check in<\/a>/);
    assert.doesNotMatch(response.html, /data:image|share\.js/);
  });

test("a picture of more than 50 megapixels is too large, however small its file", async () => {
  const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: "white" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  assert.ok(bomb.length < limits.sharedImageBytes);
  assert.equal((await share({ files: [bomb] })).status, 413);
});

test("a body that is no form, and a file of another field, are no picture", async () => {
  assert.equal((await share({ field: "other" })).status, 400);
  const response = await app.inject({ method: "POST", url: "/share", payload: { picture: "x" } });
  assert.equal(response.statusCode, 400);
  assert.match(response.body, /one picture at a time/);
});

test("a form of another website gets nothing, and a browser's own share does", async () => {
  const cases: [headers: { [name: string]: string }, status: number][] = [
    [{ "sec-fetch-site": "none", origin: "null" }, 200],
    [{ "sec-fetch-site": "same-origin", origin: "https://chaavi.test" }, 200],
    [{ origin: address }, 200],
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    [{ "sec-fetch-site": "cross-site", origin: "null" }, 403],
    [{ "sec-fetch-site": "same-site", origin: "https://other.chaavi.test" }, 403],
    // Browsers of before `Sec-Fetch-Site`.
    [{ origin: "https://evil.example" }, 403],
  ];
  for (const [headers, status] of cases) {
    const response = await share({ headers });
    assert.equal(response.status, status, JSON.stringify(headers));
    if (status === 403) assert.match(response.html, /Another website sent this picture/);
  }
});

test("a session changes nothing: no file is stored for it", async () => {
  const make = createFactories(sql);
  const { token } = await asUser(await make.user("staff", { branch: await make.branch() }));
  const before = await countRows();
  assert.equal((await share({ headers: { authorization: `Bearer ${token}` } })).status, 200);
  assert.deepEqual(await countRows(), before);
});

test("the page is in the browser's language", async () => {
  const { html, status } = await share({ files: [svg], headers: { "accept-language": "fr, ta-IN;q=0.8, en;q=0.5" } });
  assert.equal(status, 415);
  assert.match(html, /<html lang="ta">/);
  const text = "This file cannot be read as a picture. Share a JPEG, PNG or WebP picture.";
  assert.ok(html.includes(getShareText({ text, language: "ta" })));
});

test("one address shares 60 pictures in five minutes", async () => {
  await sql`delete from throttle`;
  const small = await sharp(photo).resize(16).jpeg().toBuffer();
  const statuses: number[] = [];
  while (statuses.length < 62) statuses.push((await share({ files: [small] })).status);
  assert.ok(
    statuses.slice(0, 59).every((status) => status === 200),
    statuses.join(),
  );
  const last = await share({ files: [small] });
  assert.equal(last.status, 429);
  assert.match(last.html, /Too many pictures/);
});
