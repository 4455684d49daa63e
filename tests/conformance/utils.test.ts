// §7 /utils by the published SDK, and by plain HTTP where it has no call: chance, hashes, order, lists in and out, and back.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import {
  clearCache,
  createItems,
  randomString,
  readFiles,
  readItems,
  uploadFiles,
  utilitySort,
  utilsExport,
  utilsImport,
} from "@directus/sdk";
import fc from "fast-check";
import { csvRecords } from "#server/services/csv.ts";
import { jsonItems } from "#server/features/utils/json-list.ts";
import { blob, form, picture } from "#tests/support/files-world.ts";
import { withCode } from "#tests/support/sdk.ts";
import { startSystemWorld } from "#tests/support/system-world.ts";

const { sql, make, address, dataDir, branch, sister, foreign, people, callers, client } = await startSystemWorld();
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;

const csv = (text: string): FormData => form(["file", blob(Buffer.from(text), "text/csv"), "rows.csv"]);
const json = (value: unknown): FormData =>
  form(["file", blob(Buffer.from(JSON.stringify(value)), "application/json"), "rows.json"]);
const take = (person: string, collection: string, data: FormData) =>
  client(person).request(utilsImport(collection as never, data)) as Promise<Any>;
const blocks = (person = "admin") =>
  client(person).request(
    readItems("Slot_Blocks", { fields: ["zone_or_block", "total_slots"], sort: ["id"], limit: -1 }),
  ) as Promise<Any[]>;

describe("random and hash", () => {
  test("a random text of 32, or as long as is asked, never the same", async () => {
    const one = await client("nobody").request(randomString());
    assert.match(one, /^[\w-]{32}$/);
    assert.notEqual(await client("nobody").request(randomString()), one);
    assert.equal((await client("nobody").request(randomString(500))).length, 500);
    for (const length of ["0", "501", "-1", "abc", "1e2"])
      assert.equal(
        (await callers["nobody"]!.get(`/utils/random/string?length=${length}`)).code,
        "INVALID_QUERY",
        length,
      );
  });

  test("a hash is argon2id, another each time, and verified", async () => {
    const admin = callers["admin"]!;
    const { data: hash } = await admin.post("/utils/hash/generate", { string: "Monsoon@2026" });
    assert.match(hash, /^\$argon2id\$/);
    assert.notEqual((await admin.post("/utils/hash/generate", { string: "Monsoon@2026" })).data, hash);
    assert.equal((await admin.post("/utils/hash/verify", { string: "Monsoon@2026", hash })).data, true);
    assert.equal((await admin.post("/utils/hash/verify", { string: "other", hash })).data, false);
    assert.equal((await admin.post("/utils/hash/verify", { string: "other", hash: "nonsense" })).data, false);
  });

  test("hashing is for admins, and for texts", async () => {
    for (const person of ["staff", "customer", "nobody"])
      assert.equal((await callers[person]!.post("/utils/hash/generate", { string: "x" })).code, "FORBIDDEN");
    for (const string of [undefined, "", 7, "x".repeat(1_001)])
      assert.equal((await callers["admin"]!.post("/utils/hash/generate", { string })).code, "INVALID_PAYLOAD");
  });
});

describe("sort", () => {
  const order = async (at: number): Promise<string[]> => {
    const rows = await sql<{ zone_or_block: string }[]>`
      select zone_or_block from "Slot_Blocks" where branch = ${at} and service = 'is_valet_and_parking' order by sort, id`;
    return rows.map((row) => row.zone_or_block);
  };
  const list = async (at: number, person: string): Promise<number[]> => {
    const rows = ["one", "two", "three", "four"].map((name) => ({
      branch: at,
      service: "is_valet_and_parking",
      zone_or_block: name,
      slot_prefix: name,
      total_slots: 1,
    }));
    const made = (await client(person).request(createItems("Slot_Blocks", rows))) as Any[];
    return made.map(({ id }) => id);
  };

  test("a row is put where another is, down and up, and the others move along", async () => {
    const [one, two, three, four] = await list(branch.id, "manager");
    await client("manager").request(utilitySort("Slot_Blocks" as never, one!, three!));
    assert.deepEqual(await order(branch.id), ["two", "three", "one", "four"]);
    await client("manager").request(utilitySort("Slot_Blocks" as never, four!, two!));
    assert.deepEqual(await order(branch.id), ["four", "two", "three", "one"]);
    await client("manager").request(utilitySort("Slot_Blocks" as never, four!, four!));
    assert.deepEqual(await order(branch.id), ["four", "two", "three", "one"]);
  });

  test("only within one list, and only by who may change it", async () => {
    const [first] = await list(sister.id, "admin");
    const mine = (await blocksOf(branch.id))[0]!;
    const try_ = (person: string, item: number, to: number) =>
      client(person).request(utilitySort("Slot_Blocks" as never, item, to));
    await assert.rejects(try_("admin", first!, mine), withCode("INVALID_PAYLOAD"));
    await assert.rejects(try_("staff", mine, mine), withCode("FORBIDDEN"));
    await assert.rejects(try_("manager", first!, first!), withCode("FORBIDDEN"));
    await assert.rejects(try_("stranger", mine, mine), withCode("FORBIDDEN"));
  });
  const blocksOf = async (at: number): Promise<number[]> =>
    (
      await sql<
        { id: number }[]
      >`select id from "Slot_Blocks" where branch = ${at} and service = 'is_valet_and_parking'`
    ).map(({ id }) => id);

  test("a collection without an order has none to change", async () => {
    await assert.rejects(
      client("admin").request(utilitySort("Branch" as never, branch.id, branch.id)),
      withCode("INVALID_QUERY"),
    );
    await assert.rejects(client("admin").request(utilitySort("Nothing" as never, 1, 2)), withCode("FORBIDDEN"));
  });

  test("many at once leave an order without gaps or doubles", async () => {
    const ids = await blocksOf(branch.id);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client("manager").request(utilitySort("Slot_Blocks" as never, ids[index % 4]!, ids[(index * 3 + 1) % 4]!)),
      ),
    );
    const places = await sql<{ sort: number }[]>`select sort from "Slot_Blocks" where id = any(${ids}) order by sort`;
    assert.deepEqual(
      places.map(({ sort }) => sort),
      [1, 2, 3, 4],
    );
  });
});

describe("import", () => {
  const head = "branch,service,zone_or_block,slot_prefix,total_slots";
  const line = (name: string, slots: number | string = 5) => `${branch.id},is_parking,"${name}, east",${name},${slots}`;

  test("a CSV with quotes, commas, line ends of Windows and empty lines", async () => {
    const answer = await take(
      "manager",
      "Slot_Blocks",
      csv(`\uFEFF${head}\r\n${line("CA")}\r\n\r\n${line("CB", 7)}\r\n`),
    );
    assert.deepEqual(answer, { created: 2, updated: 0 });
    const rows = await blocks();
    assert.deepEqual(rows.slice(-2), [
      { zone_or_block: "CA, east", total_slots: 5 },
      { zone_or_block: "CB, east", total_slots: 7 },
    ]);
  });

  test("a JSON list, where rows with a key change what there is", async () => {
    const [row] = (await client("manager").request(
      readItems("Slot_Blocks", { sort: ["-id"], limit: 1, fields: ["id"] }),
    )) as Any[];
    const made = { branch: branch.id, service: "is_parking", zone_or_block: "J", slot_prefix: "J", total_slots: 1 };
    assert.deepEqual(await take("manager", "Slot_Blocks", json([{ id: row.id, total_slots: 9 }, made])), {
      created: 1,
      updated: 1,
    });
    assert.equal((await blocks()).at(-2).total_slots, 9);
  });

  test("rows go through the rules and leave activity like any others", async () => {
    const filter = "filter[collection][_eq]=Slot_Blocks&filter[action][_eq]=create&meta=filter_count&limit=1";
    const had = (await callers["admin"]!.get(`/activity?${filter}`)).meta!.filter_count!;
    await take("manager", "Slot_Blocks", csv(`${head}\n${line("RA")}`));
    assert.equal((await callers["admin"]!.get(`/activity?${filter}`)).meta!.filter_count, had + 1);
    const entry = { branch: branch.id, phone_no: "9840012345", vehicle_no: make.plate(), parking_status_id: 2 };
    await assert.rejects(take("staff", "Parking_Main_Information", json([entry])));
  });

  test("all or nothing, with an error for each row that cannot be taken", async () => {
    const had = await blocks();
    const file = csv(
      [head, line("EA"), line("EB", "many"), line("EC"), line("EA"), `${foreign.id},is_parking,x,ED,1`].join("\n"),
    );
    await assert.rejects(take("manager", "Slot_Blocks", file), (error: Any) => {
      const told = error.errors.map(({ extensions }: Any) => [extensions.row, extensions.code]);
      assert.deepEqual(told, [
        [2, "FAILED_VALIDATION"],
        [4, "SLOT_EXIST"],
        [5, "FORBIDDEN"],
      ]);
      return true;
    });
    assert.deepEqual(await blocks(), had);
  });

  test("of a thousand bad rows twenty are told", async () => {
    const rows = Array.from({ length: 1_000 }, () => ({ branch: branch.id, total_slots: "x" }));
    await assert.rejects(take("manager", "Slot_Blocks", json(rows)), (error: Any) => {
      assert.equal(error.errors.length, 20);
      return true;
    });
  });

  test("fields one may not set, and collections one may not write", async () => {
    await assert.rejects(
      take("manager", "Slot_Blocks", csv(`${head},user_created\n${line("FA")},${people["admin"]!.id}`)),
      withCode("FORBIDDEN"),
    );
    for (const [person, name] of [
      ["staff", "Slot_Blocks"],
      ["nobody", "Slot_Blocks"],
      ["platform", "activity"],
      ["platform", "roles"],
      ["platform", "Nothing"],
    ] as const)
      await assert.rejects(take(person, name, json([{ name: "x" }])), withCode("FORBIDDEN"), `${person} ${name}`);
  });

  const unreadable: [string, FormData, string][] = [
    ["a picture", form(["file", blob(Buffer.from("x"), "image/png"), "a.png"]), "UNSUPPORTED_MEDIA_TYPE"],
    [
      "an ending nobody knows",
      form(["file", blob(Buffer.from("x"), "application/octet-stream"), "a.xlsx"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a line with a value too many", csv("branch,total_slots\n1,2,3"), "INVALID_PAYLOAD"],
    ["a column twice", csv("branch,branch\n1,2"), "INVALID_PAYLOAD"],
    ["a quote that is never closed", csv('branch,total_slots\n1,"2'), "INVALID_PAYLOAD"],
    ["a heading alone", csv("branch,total_slots\n"), "INVALID_PAYLOAD"],
    [
      "bytes that are no UTF-8",
      form(["file", blob(Buffer.from([0x61, 0x0a, 0xff, 0xfe]), "text/csv"), "a.csv"]),
      "INVALID_PAYLOAD",
    ],
    ["JSON that is one object", json({ branch: 1 }), "INVALID_PAYLOAD"],
    ["a list of numbers", json([1, 2]), "INVALID_PAYLOAD"],
    [
      "half a list",
      form(["file", blob(Buffer.from('[{"branch":1}'), "application/json"), "a.json"]),
      "INVALID_PAYLOAD",
    ],
    ["a form without a file", form(["title", "x"]), "INVALID_PAYLOAD"],
    ["too many rows", csv(`branch\n${"1\n".repeat(5_001)}`), "CONTENT_TOO_LARGE"],
    ["too many bytes", csv(`branch\n${"x".repeat(11 * 1024 * 1024)}\n`), "CONTENT_TOO_LARGE"],
  ];
  for (const [name, data, code] of unreadable)
    test(`${name} is refused`, async () => assert.rejects(take("manager", "Slot_Blocks", data), withCode(code)));

  test("a CSV is read the same however it comes in pieces", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ஏ", "🚗") });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
        assert.deepEqual(await all(csvRecords(inPieces(`${text}\r\n`, size))), rows);
      }),
    );
  });

  test("and a JSON list too", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (items, size) => {
          const text = JSON.stringify(items, null, 1);
          assert.deepEqual(await all(jsonItems(inPieces(text, size))), JSON.parse(text));
        },
      ),
    );
  });
});

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let place = 0; place < characters.length; place += size) yield characters.slice(place, place + size).join("");
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("export", () => {
  const exported = async (person: string, format: string, query: object): Promise<string> => {
    await client(person).request(
      utilsExport("Slot_Blocks" as never, format as never, query, { title: `As ${format}` } as never),
    );
    const [file] = (await client(person).request(
      readFiles({ filter: { title: { _eq: `As ${format}` } }, sort: ["-uploaded_on"] } as Any),
    )) as Any[];
    assert.match(file.filename_download, new RegExp(`^Slot_Blocks \\d{4}-\\d\\d-\\d\\d at [\\d.]+\\.${format}$`));
    const bytes = await fetch(`${address}/assets/${file.id}?access_token=${callers[person]!.token}`);
    assert.match(bytes.headers.get("content-disposition")!, /^attachment/);
    return bytes.text();
  };
  const query = { fields: ["zone_or_block", "total_slots"], filter: { zone_or_block: { _eq: "CB, east" } } };

  test("a list becomes a file, in each format", async () => {
    assert.equal(await exported("manager", "csv", query), 'zone_or_block,total_slots\n"CB, east",9');
    assert.deepEqual(JSON.parse(await exported("manager", "json", query)), [
      { zone_or_block: "CB, east", total_slots: 9 },
    ]);
    assert.match(await exported("manager", "xml", query), /<zone_or_block>CB, east<\/zone_or_block>/);
    assert.match(await exported("manager", "yaml", query), /zone_or_block: "CB, east"/);
  });

  test("holds what its reader may see, all of it, and nothing else", async () => {
    const told = JSON.parse(await exported("staff", "json", { fields: ["branch"] })) as Any[];
    const [{ count }] =
      (await sql`select count(*)::int as count from "Slot_Blocks" where branch = ${branch.id}`) as Any;
    assert.deepEqual([told.length, new Set(told.map((row) => row.branch))], [count, new Set([branch.id])]);
    const bad = (fields: string[]) =>
      client("staff").request(utilsExport("users" as never, "csv", { fields } as Any, {} as never));
    await assert.rejects(bad(["email"]), withCode("FORBIDDEN"));
    await assert.rejects(bad(["password"]), withCode("FORBIDDEN"));
  });

  test("what is exported can be imported again", async () => {
    const fields = ["id", "total_slots"];
    const text = await exported("manager", "csv", { fields });
    const had = await blocks("manager");
    const answer = await take("manager", "Slot_Blocks", csv(text));
    assert.deepEqual(answer, { created: 0, updated: had.length });
    assert.deepEqual(await blocks("manager"), had);
  });

  test("an unknown format, a list one may not read, and a reader who keeps no files", async () => {
    const out = (person: string, name: string, format: string) =>
      client(person).request(utilsExport(name as never, format as never, {}, {} as never));
    await assert.rejects(out("admin", "Slot_Blocks", "pdf"), withCode("INVALID_PAYLOAD"));
    await assert.rejects(out("staff", "activity", "csv"), withCode("FORBIDDEN"));
    await assert.rejects(out("customer", "Vehicle_Type", "csv"), withCode("FORBIDDEN"));
    await assert.rejects(out("nobody", "Vehicle_Type", "csv"), withCode("FORBIDDEN"));
  });
});

describe("revert", () => {
  const revisionsOf = async (collection: string, item: string | number) =>
    sql<
      { id: number }[]
    >`select id from revisions where collection = ${collection} and item = ${String(item)} order by id`;
  const put = (person: string, revision: number | string) => callers[person]!.post(`/utils/revert/${revision}`);

  test("a row is as it was, by a change like any other", async () => {
    const { data: block } = await callers["manager"]!.post("/items/Slot_Blocks", {
      branch: branch.id,
      service: "is_parking",
      zone_or_block: "First",
      slot_prefix: "RV",
      total_slots: 3,
    });
    await callers["manager"]!.patch(`/items/Slot_Blocks/${block.id}`, { zone_or_block: "Second", total_slots: 4 });
    const [first] = await revisionsOf("Slot_Blocks", block.id);
    assert.equal((await put("admin", first!.id)).status, 204);
    const now = (await callers["manager"]!.get(`/items/Slot_Blocks/${block.id}`)).data;
    assert.deepEqual([now.zone_or_block, now.total_slots, now.user_updated], ["First", 3, people["admin"]!.id]);
    assert.equal((await revisionsOf("Slot_Blocks", block.id)).length, 3);
    assert.equal((await put("admin", first!.id)).status, 204);
    assert.equal((await revisionsOf("Slot_Blocks", block.id)).length, 3);
  });

  test("what the rules forbid now stays forbidden: a status does not go back", async () => {
    const entered = await callers["staff"]!.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
    });
    const { id } = entered.data;
    const [first] = await revisionsOf("Parking_Information", id);
    assert.equal((await callers["staff"]!.post(`/actions/parking/${id}/check-out`, {})).status, 200);
    const answer = await put("admin", first!.id);
    assert.equal(answer.code, "NO_NEXT_STATUS", answer.text);
  });

  test("secrets and what the server sets stay as they are", async () => {
    const user = await make.user("staff", { branch, designation: "Gate 1" });
    await callers["admin"]!.patch(`/users/${user.id}`, { designation: "Gate 2" });
    const [kept] = await sql`select password, auth_version from users where id = ${user.id}`;
    const [first] = await revisionsOf("users", user.id);
    assert.equal((await put("admin", first!.id)).status, 204);
    const [now] = await sql`select designation, password, auth_version from users where id = ${user.id}`;
    assert.deepEqual({ ...now }, { designation: "Gate 1", ...kept });
  });

  test("a field that is not the caller's to set is not set by going back", async () => {
    const before = await revisionsOf("Companies", branch.company);
    await callers["platform"]!.patch(`/items/Companies/${branch.company}`, {
      name: "Renamed",
      registered_name: "Legal",
    });
    const answer = await put("admin", before[0]!.id);
    assert.equal(answer.code, "FORBIDDEN");
    assert.equal((await callers["admin"]!.get(`/items/Companies/${branch.company}`)).data.name, "Renamed");
    assert.equal((await put("platform", before[0]!.id)).status, 204);
  });

  test("nobody goes back in what is not theirs, or not there", async () => {
    const [first] = await revisionsOf("Companies", branch.company);
    for (const person of ["stranger", "manager", "staff", "customer", "nobody"])
      assert.equal((await put(person, first!.id)).code, "FORBIDDEN", person);
    for (const revision of [999_999, "nope", "-1"]) assert.equal((await put("platform", revision)).code, "FORBIDDEN");
    const { data: tag } = await callers["platform"]!.post("/items/Tags_Category", { Name: "Short-lived" });
    const [made] = await revisionsOf("Tags_Category", tag.id);
    await callers["platform"]!.delete(`/items/Tags_Category/${tag.id}`);
    assert.equal((await put("platform", made!.id)).code, "FORBIDDEN");
  });
});

test("the cache is cleared by the platform alone, and pictures are made anew", async () => {
  const bytes = await picture(40, 20).png().toBuffer();
  const kept = (await client("staff").request(uploadFiles(form(["file", blob(bytes, "image/png"), "a.png"])))) as Any;
  const small = () => fetch(`${address}/assets/${kept.id}?width=10&access_token=${callers["staff"]!.token}`);
  const cached = () => readdirSync(path.join(dataDir, "asset-cache")).length;
  assert.equal((await small()).status, 200);
  assert.equal(cached(), 1);
  await client("platform").request(clearCache());
  assert.throws(cached, { code: "ENOENT" });
  assert.equal((await small()).status, 200);
  assert.equal(cached(), 1);
  for (const person of ["admin", "staff", "nobody"])
    await assert.rejects(client(person).request(clearCache()), withCode("FORBIDDEN"));
});
