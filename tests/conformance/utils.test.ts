// §7 /utils with the published SDK, and over plain HTTP where it has no call: random values, hashes, order, import,
// export and revert.
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
import { parseCsvRecords } from "#server/items/rest/csv.ts";
import { parseJsonItems } from "#server/features/utilities/json-list.ts";
import { createBlob, createForm, createImage } from "#tests/support/files-fixture.ts";
import { matchErrorCode } from "#tests/support/sdk.ts";
import { startSystemFixture } from "#tests/support/system-fixture.ts";

const { sql, factories, address, dataDir, branch, sister, foreign, people, callers, client } =
  await startSystemFixture();
// oxlint-disable-next-line typescript/no-explicit-any
type JsonAny = any;

const csv = (text: string): FormData => createForm(["file", createBlob(Buffer.from(text), "text/csv"), "rows.csv"]);
const json = (value: unknown): FormData =>
  createForm(["file", createBlob(Buffer.from(JSON.stringify(value)), "application/json"), "rows.json"]);
const importData = (person: string, collection: string, data: FormData) =>
  client(person).request(utilsImport(collection as never, data)) as Promise<JsonAny>;
const listBlocks = (person = "admin") =>
  client(person).request(
    readItems("Slot_Blocks", { fields: ["zone_or_block", "total_slots"], sort: ["id"], limit: -1 }),
  ) as Promise<JsonAny[]>;

describe("random and hash", () => {
  test("a random text has 32 characters or the requested length, and never repeats", async () => {
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

  test("a hash is salted argon2id and can be verified", async () => {
    const admin = callers["platform"]!;
    const { data: hash } = await admin.post("/utils/hash/generate", { string: "Monsoon@2026" });
    assert.match(hash, /^\$argon2id\$/);
    assert.notEqual((await admin.post("/utils/hash/generate", { string: "Monsoon@2026" })).data, hash);
    assert.equal((await admin.post("/utils/hash/verify", { string: "Monsoon@2026", hash })).data, true);
    assert.equal((await admin.post("/utils/hash/verify", { string: "other", hash })).data, false);
    const invalid = await admin.post("/utils/hash/verify", { string: "other", hash: "nonsense" });
    assert.equal(invalid.code, "INVALID_PAYLOAD");
  });

  test("hashing is restricted to the platform and to texts", async () => {
    for (const person of ["admin", "manager", "staff", "customer", "nobody"])
      assert.equal((await callers[person]!.post("/utils/hash/generate", { string: "x" })).code, "FORBIDDEN");
    for (const string of [undefined, "", 7, "x".repeat(1_001)])
      assert.equal((await callers["platform"]!.post("/utils/hash/generate", { string })).code, "INVALID_PAYLOAD");
  });
});

describe("sort", () => {
  const order = async (branchId: number): Promise<string[]> => {
    const rows = await sql<{ zone_or_block: string }[]>`
      select zone_or_block from "Slot_Blocks" where branch = ${branchId} and service = 'is_valet_and_parking' order by sort, id`;
    return rows.map((row) => row.zone_or_block);
  };
  const list = async (branchId: number, person: string): Promise<number[]> => {
    const rows = ["one", "two", "three", "four"].map((name) => ({
      branch: branchId,
      service: "is_valet_and_parking",
      zone_or_block: name,
      slot_prefix: name,
      total_slots: 1,
    }));
    const created = (await client(person).request(createItems("Slot_Blocks", rows))) as JsonAny[];
    return created.map(({ id }) => id);
  };

  test("moves a row to the position of another, down and up, and shifts the others", async () => {
    const [one, two, three, four] = await list(branch.id, "manager");
    await client("manager").request(utilitySort("Slot_Blocks" as never, one!, three!));
    assert.deepEqual(await order(branch.id), ["two", "three", "one", "four"]);
    await client("manager").request(utilitySort("Slot_Blocks" as never, four!, two!));
    assert.deepEqual(await order(branch.id), ["four", "two", "three", "one"]);
    await client("manager").request(utilitySort("Slot_Blocks" as never, four!, four!));
    assert.deepEqual(await order(branch.id), ["four", "two", "three", "one"]);
  });

  test("only within one list, and only with update permission", async () => {
    const [first] = await list(sister.id, "admin");
    const own = (await listBlockIds(branch.id))[0]!;
    const try_ = (person: string, item: number, to: number) =>
      client(person).request(utilitySort("Slot_Blocks" as never, item, to));
    await assert.rejects(try_("admin", first!, own), matchErrorCode("INVALID_PAYLOAD"));
    await assert.rejects(try_("staff", own, own), matchErrorCode("FORBIDDEN"));
    await assert.rejects(try_("manager", first!, first!), matchErrorCode("FORBIDDEN"));
    await assert.rejects(try_("stranger", own, own), matchErrorCode("FORBIDDEN"));
  });
  const listBlockIds = async (branchId: number): Promise<number[]> =>
    (
      await sql<
        { id: number }[]
      >`select id from "Slot_Blocks" where branch = ${branchId} and service = 'is_valet_and_parking'`
    ).map(({ id }) => id);

  test("rejects a collection without an order", async () => {
    await assert.rejects(
      client("admin").request(utilitySort("Branch" as never, branch.id, branch.id)),
      matchErrorCode("INVALID_QUERY"),
    );
    await assert.rejects(client("admin").request(utilitySort("Nothing" as never, 1, 2)), matchErrorCode("FORBIDDEN"));
  });

  test("concurrent moves leave an order without gaps or duplicates", async () => {
    const ids = await listBlockIds(branch.id);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client("manager").request(utilitySort("Slot_Blocks" as never, ids[index % 4]!, ids[(index * 3 + 1) % 4]!)),
      ),
    );
    const positions = await sql<
      { sort: number }[]
    >`select sort from "Slot_Blocks" where id = any(${ids}) order by sort`;
    assert.deepEqual(
      positions.map(({ sort }) => sort),
      [1, 2, 3, 4],
    );
  });
});

describe("import", () => {
  const head = "branch,service,zone_or_block,slot_prefix,total_slots";
  const line = (name: string, slots: number | string = 5) => `${branch.id},is_parking,"${name}, east",${name},${slots}`;

  test("a CSV with quotes, commas, Windows line ends and empty lines", async () => {
    const response = await importData(
      "manager",
      "Slot_Blocks",
      csv(`\uFEFF${head}\r\n${line("CA")}\r\n\r\n${line("CB", 7)}\r\n`),
    );
    assert.deepEqual(response, { created: 2, updated: 0 });
    const rows = await listBlocks();
    assert.deepEqual(rows.slice(-2), [
      { zone_or_block: "CA, east", total_slots: 5 },
      { zone_or_block: "CB, east", total_slots: 7 },
    ]);
  });

  test("a JSON list, in which rows with a key are updated", async () => {
    const [row] = (await client("manager").request(
      readItems("Slot_Blocks", { sort: ["-id"], limit: 1, fields: ["id"] }),
    )) as JsonAny[];
    const created = { branch: branch.id, service: "is_parking", zone_or_block: "J", slot_prefix: "J", total_slots: 1 };
    assert.deepEqual(await importData("manager", "Slot_Blocks", json([{ id: row.id, total_slots: 9 }, created])), {
      created: 1,
      updated: 1,
    });
    assert.equal((await listBlocks()).at(-2).total_slots, 9);
  });

  test("rows pass the rules and add activity like any others", async () => {
    const filter = "filter[collection][_eq]=Slot_Blocks&filter[action][_eq]=create&meta=filter_count&limit=1";
    const previous = (await callers["admin"]!.get(`/activity?${filter}`)).meta!.filter_count!;
    await importData("manager", "Slot_Blocks", csv(`${head}\n${line("RA")}`));
    assert.equal((await callers["admin"]!.get(`/activity?${filter}`)).meta!.filter_count, previous + 1);
    const entry = { branch: branch.id, phone_no: "9840012345", vehicle_no: factories.plate(), parking_status_id: 2 };
    await assert.rejects(importData("staff", "Parking_Main_Information", json([entry])));
  });

  test("is atomic, with an error for each invalid row", async () => {
    const previous = await listBlocks();
    const file = csv(
      [head, line("EA"), line("EB", "many"), line("EC"), line("EA"), `${foreign.id},is_parking,x,ED,1`].join("\n"),
    );
    await assert.rejects(importData("manager", "Slot_Blocks", file), (error: JsonAny) => {
      const reported = error.errors.map(({ extensions }: JsonAny) => [extensions.row, extensions.code]);
      assert.deepEqual(reported, [
        [2, "FAILED_VALIDATION"],
        [4, "SLOT_EXIST"],
        [5, "FORBIDDEN"],
      ]);
      return true;
    });
    assert.deepEqual(await listBlocks(), previous);
  });

  test("reports twenty of a thousand invalid rows", async () => {
    const rows = Array.from({ length: 1_000 }, () => ({ branch: branch.id, total_slots: "x" }));
    await assert.rejects(importData("manager", "Slot_Blocks", json(rows)), (error: JsonAny) => {
      assert.equal(error.errors.length, 20);
      return true;
    });
  });

  test("rejects fields and collections without write permission", async () => {
    await assert.rejects(
      importData("manager", "Slot_Blocks", csv(`${head},user_created\n${line("FA")},${people["admin"]!.id}`)),
      matchErrorCode("FORBIDDEN"),
    );
    for (const [person, name] of [
      ["staff", "Slot_Blocks"],
      ["nobody", "Slot_Blocks"],
      ["platform", "activity"],
      ["platform", "roles"],
      ["platform", "Nothing"],
    ] as const)
      await assert.rejects(
        importData(person, name, json([{ name: "x" }])),
        matchErrorCode("FORBIDDEN"),
        `${person} ${name}`,
      );
  });

  const unreadable: [string, FormData, string][] = [
    ["an image", createForm(["file", createBlob(Buffer.from("x"), "image/png"), "a.png"]), "UNSUPPORTED_MEDIA_TYPE"],
    [
      "an unknown extension",
      createForm(["file", createBlob(Buffer.from("x"), "application/octet-stream"), "a.xlsx"]),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a line with an extra value", csv("branch,total_slots\n1,2,3"), "INVALID_PAYLOAD"],
    ["a duplicate column", csv("branch,branch\n1,2"), "INVALID_PAYLOAD"],
    ["columns separated by semicolons", csv("branch;total_slots\n1;2"), "INVALID_PAYLOAD"],
    ["an unclosed quote", csv('branch,total_slots\n1,"2'), "INVALID_PAYLOAD"],
    ["a heading without rows", csv("branch,total_slots\n"), "INVALID_PAYLOAD"],
    [
      "bytes that are not UTF-8",
      createForm(["file", createBlob(Buffer.from([0x61, 0x0a, 0xff, 0xfe]), "text/csv"), "a.csv"]),
      "INVALID_PAYLOAD",
    ],
    ["JSON that is one object", json({ branch: 1 }), "INVALID_PAYLOAD"],
    ["a list of numbers", json([1, 2]), "INVALID_PAYLOAD"],
    [
      "a truncated list",
      createForm(["file", createBlob(Buffer.from('[{"branch":1}'), "application/json"), "a.json"]),
      "INVALID_PAYLOAD",
    ],
    ["a form without a file", createForm(["title", "x"]), "INVALID_PAYLOAD"],
    ["too many rows", csv(`branch\n${"1\n".repeat(5_001)}`), "CONTENT_TOO_LARGE"],
    ["too many bytes", csv(`branch\n${"x".repeat(11 * 1024 * 1024)}\n`), "CONTENT_TOO_LARGE"],
  ];
  for (const [name, data, code] of unreadable)
    test(`${name} is rejected`, async () =>
      assert.rejects(importData("manager", "Slot_Blocks", data), matchErrorCode(code)));

  test("a CSV is parsed the same in chunks of any size", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ஏ", "🚗") });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
        assert.deepEqual(await all(parseCsvRecords(splitText(`${text}\r\n`, size))), rows);
      }),
    );
  });

  test("and so is a JSON list", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (items, size) => {
          const text = JSON.stringify(items, null, 1);
          assert.deepEqual(await all(parseJsonItems(splitText(text, size))), JSON.parse(text));
        },
      ),
    );
  });
});

async function* splitText(text: string, size: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let index = 0; index < characters.length; index += size) yield characters.slice(index, index + size).join("");
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
      readFiles({ filter: { title: { _eq: `As ${format}` } }, sort: ["-uploaded_on"] } as JsonAny),
    )) as JsonAny[];
    assert.match(file.filename_download, new RegExp(`^Slot_Blocks \\d{4}-\\d\\d-\\d\\d at [\\d.]+\\.${format}$`));
    const bytes = await fetch(`${address}/assets/${file.id}?access_token=${callers[person]!.token}`);
    assert.match(bytes.headers.get("content-disposition")!, /^attachment/);
    return bytes.text();
  };
  const query = { fields: ["zone_or_block", "total_slots"], filter: { zone_or_block: { _eq: "CB, east" } } };

  test("a list becomes a file in each format", async () => {
    assert.equal(await exported("manager", "csv", query), 'zone_or_block,total_slots\n"CB, east",9');
    assert.deepEqual(JSON.parse(await exported("manager", "json", query)), [
      { zone_or_block: "CB, east", total_slots: 9 },
    ]);
    assert.match(await exported("manager", "xml", query), /<zone_or_block>CB, east<\/zone_or_block>/);
    assert.match(await exported("manager", "yaml", query), /zone_or_block: "CB, east"/);
  });

  test("contains all rows its user may read and nothing else", async () => {
    const reported = JSON.parse(await exported("staff", "json", { fields: ["branch"] })) as JsonAny[];
    const [{ count }] =
      (await sql`select count(*)::int as count from "Slot_Blocks" where branch = ${branch.id}`) as JsonAny;
    assert.deepEqual([reported.length, new Set(reported.map((row) => row.branch))], [count, new Set([branch.id])]);
    const bad = (fields: string[]) =>
      client("staff").request(utilsExport("users" as never, "csv", { fields } as JsonAny, {} as never));
    await assert.rejects(bad(["email"]), matchErrorCode("FORBIDDEN"));
    await assert.rejects(bad(["password"]), matchErrorCode("FORBIDDEN"));
  });

  test("an export can be imported again", async () => {
    const fields = ["id", "total_slots"];
    const text = await exported("manager", "csv", { fields });
    const previous = await listBlocks("manager");
    const response = await importData("manager", "Slot_Blocks", csv(text));
    assert.deepEqual(response, { created: 0, updated: previous.length });
    assert.deepEqual(await listBlocks("manager"), previous);
  });

  test("rejects an unknown format, an unreadable list, and a user who may not upload files", async () => {
    const exportList = (person: string, name: string, format: string) =>
      client(person).request(utilsExport(name as never, format as never, {}, {} as never));
    await assert.rejects(exportList("admin", "Slot_Blocks", "pdf"), matchErrorCode("INVALID_PAYLOAD"));
    await assert.rejects(exportList("staff", "activity", "csv"), matchErrorCode("FORBIDDEN"));
    await assert.rejects(exportList("customer", "Vehicle_Type", "csv"), matchErrorCode("FORBIDDEN"));
    await assert.rejects(exportList("nobody", "Vehicle_Type", "csv"), matchErrorCode("FORBIDDEN"));
  });
});

describe("revert", () => {
  const listRevisions = async (collection: string, item: string | number) =>
    sql<
      { id: number }[]
    >`select id from revisions where collection = ${collection} and item = ${String(item)} order by id`;
  const revert = (person: string, revision: number | string) => callers[person]!.post(`/utils/revert/${revision}`);

  test("restores a row by an ordinary change", async () => {
    const { data: block } = await callers["manager"]!.post("/items/Slot_Blocks", {
      branch: branch.id,
      service: "is_parking",
      zone_or_block: "First",
      slot_prefix: "RV",
      total_slots: 3,
    });
    await callers["manager"]!.patch(`/items/Slot_Blocks/${block.id}`, { zone_or_block: "Second", total_slots: 4 });
    const [first] = await listRevisions("Slot_Blocks", block.id);
    assert.equal((await revert("admin", first!.id)).status, 204);
    const now = (await callers["manager"]!.get(`/items/Slot_Blocks/${block.id}`)).data;
    assert.deepEqual([now.zone_or_block, now.total_slots, now.user_updated], ["First", 3, people["admin"]!.id]);
    assert.equal((await listRevisions("Slot_Blocks", block.id)).length, 3);
    assert.equal((await revert("admin", first!.id)).status, 204);
    assert.equal((await listRevisions("Slot_Blocks", block.id)).length, 3);
  });

  test("cannot do what the rules now forbid: a status does not go back", async () => {
    const checkInResponse = await callers["staff"]!.post("/actions/parking/check-in", {
      vehicle_no: factories.plate(),
      phone_no: "9840012345",
    });
    const { id } = checkInResponse.data;
    const [first] = await listRevisions("Parking_Information", id);
    assert.equal((await callers["staff"]!.post(`/actions/parking/${id}/check-out`, {})).status, 200);
    const response = await revert("admin", first!.id);
    assert.equal(response.code, "NO_NEXT_STATUS", response.text);
  });

  test("leaves secrets and fields set by the server unchanged", async () => {
    const user = await factories.user("staff", { branch, designation: "Gate 1" });
    await callers["admin"]!.patch(`/users/${user.id}`, { designation: "Gate 2" });
    const [stored] = await sql`select password, auth_version from users where id = ${user.id}`;
    const [first] = await listRevisions("users", user.id);
    assert.equal((await revert("admin", first!.id)).status, 204);
    const [now] = await sql`select designation, password, auth_version from users where id = ${user.id}`;
    assert.deepEqual({ ...now }, { designation: "Gate 1", ...stored });
  });

  test("empties a field that was filled in since the row was created", async () => {
    const user = await factories.user("staff", { branch });
    await callers["admin"]!.patch(`/users/${user.id}`, { designation: "Gate 2" });
    const [first] = await listRevisions("users", user.id);
    assert.equal((await revert("admin", first!.id)).status, 204);
    const [now] = await sql`select designation from users where id = ${user.id}`;
    assert.equal(now!["designation"], null);
  });

  test("does not set fields the user may not set", async () => {
    const before = await listRevisions("Companies", branch.company);
    await callers["platform"]!.patch(`/items/Companies/${branch.company}`, {
      name: "Renamed",
      registered_name: "Legal",
    });
    const response = await revert("admin", before[0]!.id);
    assert.equal(response.code, "FORBIDDEN");
    assert.equal((await callers["admin"]!.get(`/items/Companies/${branch.company}`)).data.name, "Renamed");
    assert.equal((await revert("platform", before[0]!.id)).status, 204);
  });

  test("rejects rows that are missing or belong to others", async () => {
    const [first] = await listRevisions("Companies", branch.company);
    for (const person of ["stranger", "manager", "staff", "customer", "nobody"])
      assert.equal((await revert(person, first!.id)).code, "FORBIDDEN", person);
    for (const revision of [999_999, "nope", "-1"])
      assert.equal((await revert("platform", revision)).code, "FORBIDDEN");
    const { data: tag } = await callers["platform"]!.post("/items/Tags_Category", { Name: "Short-lived" });
    const [created] = await listRevisions("Tags_Category", tag.id);
    await callers["platform"]!.delete(`/items/Tags_Category/${tag.id}`);
    assert.equal((await revert("platform", created!.id)).code, "FORBIDDEN");
  });
});

test("the cache can be cleared by the platform only, and images are created again", async () => {
  const bytes = await createImage(40, 20).png().toBuffer();
  const file = (await client("staff").request(
    uploadFiles(createForm(["file", createBlob(bytes, "image/png"), "a.png"])),
  )) as JsonAny;
  const small = () => fetch(`${address}/assets/${file.id}?width=10&access_token=${callers["staff"]!.token}`);
  const cached = () => readdirSync(path.join(dataDir, "asset-cache")).length;
  assert.equal((await small()).status, 200);
  assert.equal(cached(), 1);
  await client("platform").request(clearCache());
  assert.throws(cached, { code: "ENOENT" });
  assert.equal((await small()).status, 200);
  assert.equal(cached(), 1);
  for (const person of ["admin", "staff", "nobody"])
    await assert.rejects(client(person).request(clearCache()), matchErrorCode("FORBIDDEN"));
});
