import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { app, sql, asUser, clock } = await startApp();
const make = createFactories(sql);
const listing = "/parking/commercial/tamil-nadu/salem";
let branch: CreatedBranch;
let branchPath: string;

before(async () => {
  const company = await make.company({ slug: "salem-parking", name: "Salem Parking" });
  branch = await make.branch({
    company: company.id,
    name: "Five Roads",
    slug: "five-roads",
    city: "Salem",
    state: "Tamil Nadu",
    rate: "10.00",
    slots: 4,
  });
  branchPath = "/salem-parking/five-roads/parking/commercial/info";
});

/** Events of what was created before can drop the cached rows between two requests, until all have arrived. */
const afterEvents = (check: () => Promise<void>) => () => eventually(check);

const get = (url: string, headers: { [name: string]: string } = {}) =>
  app.inject({ url, headers: { accept: "text/html", ...headers } });

const readHeading = (html: string): string => /<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? "";

describe("pages", () => {
  test("are complete HTML with a canonical address and structured data", async () => {
    const { statusCode, body } = await get(branchPath);
    assert.equal(statusCode, 200);
    assert.equal(readHeading(body), "Five Roads");
    assert.match(body, /^<!doctype html><html lang="en-IN">/);
    assert.ok(body.includes(`<link rel="canonical" href="https://chaavi.test${branchPath}"/>`));
    const objects = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]): { "@type": unknown } => JSON.parse(json!),
    );
    assert.deepEqual(
      objects.map((object) => object["@type"]),
      ["BreadcrumbList", ["ParkingFacility", "LocalBusiness"]],
    );
  });

  test("a text of a vendor cannot end the script element or add markup", async () => {
    const name = `</script><img src=x onerror="alert(1)">`;
    const evil = await make.branch({ name, city: "Salem", state: "Tamil Nadu" });
    const { body } = await get(listing);
    assert.ok(body.includes("&lt;/script&gt;&lt;img src=x"));
    assert.ok(!body.includes("<img src=x"));
    await sql`delete from "Branch" where id = ${evil.id}`;
  });

  test(
    "a cached card has the stay of its page, and the age of its free slots",
    afterEvents(async () => {
      const readCard = async (stay: string) => {
        const { body } = await get(`${listing}?${stay}`);
        const [card = ""] = /<li data-branch="\d+"(?:(?!<\/li>).)*Five Roads.*?<\/li>/.exec(body) ?? [];
        const [, query = ""] = /href="[^"?]*\?([^"]*)"/.exec(card) ?? [];
        const [, at = ""] = /data-at="([^"]*)"/.exec(card) ?? [];
        const [, age = ""] = /data-space-age="true"[^>]*>([^<]*)</.exec(card) ?? [];
        return { query, at, age, card: [query, at, age].reduce((text, part) => text.replace(part, ""), card) };
      };
      const start = Date.now();
      const stays = [2, 3].map((days) => {
        const day = new Date(start + days * 86_400_000).toISOString().slice(0, 10);
        return `from=${day}T10%3A00&until=${day}T12%3A00`;
      });
      clock.now = new Date(start);
      const first = await readCard(stays[0]!);
      clock.now = new Date(start + 7_000);
      const second = await readCard(stays[1]!).finally(() => (clock.now = null));
      assert.deepEqual(
        [first.query, second.query],
        // In UTC, since the page of a branch reads other times in its own time zone.
        stays.map((stay) => stay.replace("&", "&amp;").replace("10%3A00", "04%3A30Z").replace("12%3A00", "06%3A30Z")),
      );
      assert.equal(second.card, first.card);
      // The row may have been read by the test before.
      const seconds = Math.floor((start + 7_000 - Date.parse(first.at)) / 1000);
      assert.deepEqual([second.age, second.at], [`${seconds} s ago`, first.at]);
      assert.notEqual(first.age, second.age);
      assert.ok(first.card.includes("Five Roads") && first.card.includes("₹"));
    }),
  );

  test("answer 404 for an unknown place and branch, and 301 for another spelling and entity type", async () => {
    assert.equal((await get("/parking/commercial/atlantis")).statusCode, 404);
    assert.equal((await get("/salem-parking/no-roads/parking/commercial/info")).statusCode, 404);
    const moved = await get("/salem-parking/five-roads/parking/government/info");
    assert.deepEqual([moved.statusCode, moved.headers["location"]], [301, branchPath]);
  });

  test("a filtered listing and one without places are not indexed", async () => {
    const isIndexed = async (url: string): Promise<boolean> =>
      !(await get(url)).body.includes('<meta name="robots" content="noindex"/>');
    assert.equal(await isIndexed(listing), true);
    assert.equal(await isIndexed(`${listing}?filter=ev`), false);
    assert.equal(await isIndexed("/valet-parking"), false);
  });

  test("name the operator of the settings and how to reach it, and nobody without settings", async () => {
    const paths = ["/", listing, branchPath, "/offers-and-promotions", `/report-mistake/${branch.id}`];
    const readFooter = async (path: string) => /<footer[\s\S]*?<nav/.exec((await get(path)).body)?.[0] ?? "";
    for (const path of paths) assert.doesNotMatch(await readFooter(path), /Operated by|tel:|mailto:/, path);
    const verifier = await asUser(await make.user("verifier"));
    const settings = { legal_name: "Chaavi & Sons", support_phone: "044 4000-1234", support_email: "help@chaavi.test" };
    assert.equal((await verifier.patch("/items/Configuration_Settings", settings)).status, 200);
    await eventually(async () => {
      for (const path of paths) {
        const footer = await readFooter(path);
        assert.ok(footer.includes("Operated by Chaavi &amp; Sons"), path);
        assert.match(footer, /<a href="tel:04440001234"[^>]*>044 4000-1234<\/a>/);
        assert.match(footer, /<a href="mailto:help@chaavi.test"[^>]*>help@chaavi.test<\/a>/);
      }
    });
  });

  test(
    "are sent in the best accepted encoding",
    afterEvents(async () => {
      const plain = await get(listing);
      const brotli = await get(listing, { "accept-encoding": "gzip, br" });
      const gzipped = await get(listing, { "accept-encoding": "gzip, br;q=0" });
      assert.deepEqual(
        [plain, brotli, gzipped].map(({ headers }) => headers["content-encoding"]),
        [undefined, "br", "gzip"],
      );
      assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
      assert.equal(gunzipSync(gzipped.rawPayload).toString(), plain.body);
    }),
  );

  test("answer 304 while unchanged, and show a change of the branch at once", async () => {
    const etag = await eventually(async () => {
      const tag = String((await get(branchPath)).headers["etag"]);
      assert.equal((await get(branchPath, { "if-none-match": tag })).statusCode, 304);
      return tag;
    });
    const admin = await asUser(await make.user("admin", { branch }));
    assert.equal((await admin.patch(`/items/Branch/${branch.id}`, { amenities: ["Car wash"] })).status, 200);
    const changed = await waitForChange({ url: branchPath, etag });
    assert.ok(changed.includes("Car wash"));
  });
});

test("a branch page shows the vendor's questions and answers, in its text and its structured data", async () => {
  const manager = await asUser(await make.user("manager", { branch }));
  const questions = [{ question: "Is a <van> allowed?", answer: "Up to 2.1 m high & 5 m long." }];
  const etag = String((await get(branchPath)).headers["etag"]);
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { questions })).status, 200);
  const body = await waitForChange({ url: branchPath, etag });
  assert.ok(body.includes("Is a &lt;van&gt; allowed?") && body.includes("Up to 2.1 m high &amp; 5 m long."));
  const objects = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  assert.deepEqual(
    objects.map(([, json]): unknown => JSON.parse(json!)["@type"]),
    ["BreadcrumbList", ["ParkingFacility", "LocalBusiness"], "FAQPage"],
  );
  const repeated = { questions: [...questions, ...questions] };
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, repeated)).code, "FAILED_VALIDATION");
  const staff = await asUser(await make.user("staff", { branch }));
  assert.equal((await staff.patch(`/items/Branch/${branch.id}`, { questions: [] })).code, "FORBIDDEN");
});

test("a branch in another time zone reads and shows the times of its page in that zone", async () => {
  const company = await make.company({ slug: "gulf-parking" });
  await make.branch({ company: company.id, slug: "deira", rate: "20.00", time_zone: "Asia/Dubai" });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const read = async (from: string, until: string): Promise<string> =>
    (await get(`/gulf-parking/deira/parking/commercial/info?from=${from}&until=${until}`)).body;
  // What its form sends is shown again; a link from a listing says the same time in UTC.
  for (const [from, until] of [
    [`${day}T10:00`, `${day}T12:00`],
    [`${day}T06:00Z`, `${day}T08:00Z`],
  ] as const) {
    const body = await read(from, until);
    assert.ok(body.includes(`value="${day} 10:00"`) && body.includes(`value="${day} 12:00"`), from);
  }
});

/** The event of a change reaches the server after the answer to the write. */
function waitForChange({ url, etag }: { url: string; etag: string }): Promise<string> {
  return eventually(async () => {
    const { statusCode, body } = await get(url, { "if-none-match": etag });
    assert.equal(statusCode, 200, `${url} did not change`);
    return body;
  });
}

test("show the company's logo on its branches' pages and its listings, and pictures of vehicle types where they are chosen", async () => {
  const path = "/parking/commercial/tamil-nadu/hosur/bus-stand";
  const area = await make.row("Areas", { area_name: "Bus Stand", city: "Hosur", state: "Tamil Nadu" });
  const company = await make.company({ slug: "hosur-parking", name: "Hosur Parking" });
  await make.branch({ company: company.id, slug: "one", city: "Hosur", state: "Tamil Nadu", area: area.id });
  const pages = ["/hosur-parking/one/parking/commercial/info", `${path}/hosur-parking`];
  for (const page of pages) {
    const { statusCode, body } = await get(page);
    assert.equal(statusCode, 200, page);
    assert.ok(!body.includes("Logo of") && body.includes('<select class="'), page);
  }
  const addFile = async (): Promise<string> => {
    const file = await make.row("files", { filename_download: "a.png" }, { type: "image/png", filename_disk: "a.png" });
    return String(file.id);
  };
  const [logo, picture] = [await addFile(), await addFile()];
  await sql`update "Companies" set company_logo = ${logo} where id = ${company.id}`;
  const { id: type } = await make.row("Vehicle_Type", { name: "Hosur auto", vehicle_image: picture });
  try {
    // No page and no list of vehicle types is kept so long.
    clock.now = new Date(Date.now() + 61_000);
    const stay = "from=2026-11-30T10:00&until=2026-11-30T12:00";
    for (const page of pages) {
      const { body } = await get(`${page}?${stay}&vehicle=${type}`);
      assert.ok(
        body.includes(`<img src="/assets/${logo}?key=system-medium-contain" alt="Logo of Hosur Parking"`),
        page,
      );
      assert.ok(body.includes(`/assets/${picture}?key=system-medium-contain`), page);
      assert.match(body, new RegExp(`<input type="radio" name="vehicle" checked="" value="${type}"/>`));
    }
    assert.ok(!(await get(`${path}?${stay}`)).body.includes("Logo of"));
  } finally {
    clock.now = null;
    await sql`update "Vehicle_Type" set vehicle_image = null where id = ${type}`;
  }
});

describe("search engines", () => {
  test("robots.txt names the site map", async () => {
    const { body, headers } = await get("/robots.txt");
    assert.match(String(headers["content-type"]), /^text\/plain/);
    assert.match(body, /^User-agent: \*\nDisallow: \/items\/\n/);
    assert.match(body, /\nSitemap: https:\/\/chaavi\.test\/sitemap\.xml\n$/);
  });

  test("the site map lists published pages in parts, and every listed page exists", async () => {
    const index = (await get("/sitemap.xml")).body;
    const parts = [...index.matchAll(/<loc>https:\/\/chaavi\.test(.*?)<\/loc>/g)].map(([, path]) => path!);
    assert.deepEqual(parts, ["/sitemap-1.xml", "/sitemap-2.xml"]);
    const paths = [];
    for (const part of parts)
      paths.push(
        ...[...(await get(part)).body.matchAll(/<loc>https:\/\/chaavi\.test(.*?)<\/loc>/g)].map(([, path]) => path!),
      );
    assert.ok(paths.includes(branchPath) && paths.includes(listing), paths.join(" "));
    for (const path of paths) assert.equal((await get(path)).statusCode, 200, path);
    assert.equal((await get("/sitemap-3.xml")).statusCode, 404);
    assert.equal((await get("/sitemap-x.xml")).statusCode, 404);
  });
});

test("pages are whole for each of many readers, of whom some leave", async () => {
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const toLocal = (at: Date): string => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 16);
  const start = Math.ceil(Date.now() / 3_600_000);
  const read = async (url: string, signal: AbortSignal | null = null): Promise<string> => {
    const response = await fetch(address + url, { headers: { accept: "text/html" }, signal });
    return response.text();
  };
  // The free slots may be read anew between the two.
  const withoutAge = (page: string): string => page.replaceAll(/ data-at="[^"]*"|\d+ s ago|just now/g, "");
  const leave = async (url: string): Promise<void> => {
    const controller = new AbortController();
    const reading = read(url, controller.signal).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await reading;
  };
  const readStay = async (hour: number): Promise<number> => {
    const [from, until] = [hour, hour + 3].map((hours) => toLocal(new Date((start + hours) * 3_600_000)));
    const url = `${listing}?from=${from}&until=${until}`;
    const [page, again] = await Promise.all([read(url), read(url), leave(url)]);
    assert.match(page, /<\/html>$/);
    assert.ok(page.includes(`value="${from}"`) && page.includes(`value="${until}"`), from);
    assert.equal(withoutAge(again), withoutAge(page));
    return page.length;
  };
  // More than the cache takes, so that most are not cached, and their bytes are reused.
  let length = 0;
  for (let hour = 0; length < 20 * 1024 * 1024; hour += 40)
    length += (await Promise.all(Array.from({ length: 40 }, (_, index) => readStay(hour + index)))).reduce(
      (sum, size) => sum + size,
    );
});
