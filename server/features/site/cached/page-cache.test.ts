import assert from "node:assert/strict";
import { test } from "node:test";
import { PageCache } from "#server/features/site/cached/page-cache.ts";

/** With the room for a compressed copy, sixteen of them fill the cache. */
const html = "x".repeat(1024 * 1024 - 1);
const pagesOfCache = 16;

function createPages() {
  const clock = { now: new Date("2026-11-18T04:30:00Z") };
  const pages = new PageCache({ now: () => clock.now });
  const rendered: string[] = [];
  const get = (url: string) =>
    pages.get({
      url,
      render: async () => {
        rendered.push(url);
        return { status: 200, html };
      },
    });
  const getAll = async (urls: readonly string[]): Promise<string[]> => {
    rendered.length = 0;
    for (const url of urls) await get(url);
    return [...rendered];
  };
  return { clock, getAll };
}

const listUrls = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/${prefix}/${index}`);

test("a rush of different pages replaces none of a full cache", async () => {
  const { getAll } = createPages();
  const known = listUrls("known", pagesOfCache);
  const rush = listUrls("rush", 3 * pagesOfCache);
  assert.deepEqual(await getAll(known), known);
  assert.deepEqual(await getAll(rush), rush);
  assert.deepEqual(await getAll(known), []);
});

test("a full cache takes a page that is asked for again", async () => {
  const { getAll } = createPages();
  await getAll(listUrls("known", pagesOfCache));
  assert.deepEqual(await getAll(["/new", "/new", "/new"]), ["/new", "/new"]);
});

test("pages whose time has passed make room for others", async () => {
  const { clock, getAll } = createPages();
  await getAll(listUrls("known", pagesOfCache));
  clock.now = new Date(clock.now.getTime() + 15_001);
  assert.deepEqual(await getAll(["/new", "/new"]), ["/new"]);
});

test("the bytes of a page that is not cached are reused once each of its answers has been sent", async () => {
  const pages = new PageCache({ now: () => new Date("2026-11-18T04:30:00Z") });
  const get = async (url: string, text = url.repeat(100)) => {
    const page = await pages.get({ url, render: async () => ({ status: 200, html: text }) });
    assert.ok(!("path" in page));
    const body = await page.getBody("identity");
    return { body, release: page.release, isWhole: () => body.toString() === text };
  };
  for (const url of listUrls("known", pagesOfCache)) (await get(url, html)).release();
  const [first, again] = await Promise.all([get("/one"), get("/one")]);
  first.release();
  const other = await get("/two");
  assert.ok(other.body.buffer !== first.body.buffer);
  assert.ok(again.isWhole() && other.isWhole());
  again.release();
  const next = await get("/three");
  assert.ok(next.body.buffer === first.body.buffer);
  assert.ok(next.isWhole() && other.isWhole());
  // Control: what was released is overwritten.
  assert.ok(!again.isWhole());
});
