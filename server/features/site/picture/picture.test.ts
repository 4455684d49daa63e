// §2 picture of a branch page for shared links: who sees it, what it is, and that it is drawn once.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { formatPicturePath } from "#domain/site/listing-address.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, sql } = await startApp({ config: { requestsPerAddress: 0 } });
const make = createFactories(sql);
const company = await make.company({ slug: "picture-company" });
const place = { company: company.id, city: "Chennai", state: "Tamil Nadu", rate: "20.00" };
const branch = await make.branch({ ...place, name: "Usman <Road> & Sons" });
const pagePath = `/picture-company/${branch.slug}/parking/commercial/info`;
const path = formatPicturePath(pagePath);
const get = (url: string, headers: { [name: string]: string } = {}) => app.inject({ method: "GET", url, headers });

test("draws a picture of the size that the page states, and names it in the page", async () => {
  const answer = await get(path);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers["content-type"], "image/png");
  assert.equal(answer.headers["cache-control"], "public, max-age=3600");
  const { width, height, format } = await sharp(answer.rawPayload).metadata();
  assert.deepEqual([width, height, format], [1_200, 630, "png"]);
  // Text in more than one colour: the font was found.
  const { channels } = await sharp(answer.rawPayload).extract({ left: 80, top: 200, width: 900, height: 100 }).stats();
  assert.ok(channels[0]!.max > 200 && channels[0]!.stdev > 10, JSON.stringify(channels[0]));
  const page = (await get(pagePath, { accept: "text/html" })).body;
  assert.ok(page.includes(`<meta property="og:image" content="https://chaavi.test${path}"/>`), page.slice(0, 3_000));
  assert.ok(page.includes('<meta property="og:image:width" content="1200"/>'));
});

test("is drawn once, and again when the name has changed", async () => {
  const first = await get(path);
  const again = await get(path);
  assert.equal(again.headers["etag"], first.headers["etag"]);
  assert.equal((await get(path, { "if-none-match": String(first.headers["etag"]) })).statusCode, 304);
  await sql`update "Branch" set name = 'Usman Road, renamed' where id = ${branch.id}`;
  const renamed = await get(path);
  assert.notEqual(renamed.headers["etag"], first.headers["etag"]);
  assert.ok(!renamed.rawPayload.equals(first.rawPayload));
});

test("moves to the branch's service and type, and has none of a branch that nobody may see", async () => {
  const moved = await get(path.replace("/commercial/", "/government/"));
  assert.deepEqual([moved.statusCode, moved.headers["location"]], [301, path]);
  const draft = await make.branch({ ...place, status: "draft" });
  for (const url of [
    path.replace(branch.slug, draft.slug),
    path.replace("/parking/", "/cinema/"),
    `/a/b/c/d/picture.png`,
  ])
    assert.equal((await get(url)).statusCode, 404, url);
});
