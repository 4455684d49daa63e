// A file is readable by the users its purpose is for: exports by their creator, onboarding documents by the admin and
// the verifier.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { createServices } from "#server/context.ts";
import { removeExpiredExports } from "#server/storage/remove-exports.ts";
import { testConfig } from "#tests/support/app.ts";
import { createBlob, carPhoto, createForm, startFilesFixture } from "#tests/support/files-fixture.ts";

const { sql, callers, client, upload, asset, branch, foreign, factories, as, counts } = await startFilesFixture();
const appServices = createServices({ sql, config: testConfig, clock: () => new Date() });
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
const otherPeople = ["admin", "manager", "staff", "colleague", "sister", "stranger", "customer", "nobody"];

/** The id of the newest export. */
async function exportAs(person: string, collection: string): Promise<string> {
  const response = await callers[person]!.post(`/utils/export/${collection}`, { format: "csv" });
  assert.equal(response.status, 204, response.text);
  const [file] = await sql<
    { id: string }[]
  >`select id from files where type = 'text/csv' order by date_created desc limit 1`;
  return file!.id;
}

/** What each interface of the API reveals of a file to one user. */
async function listReadAttempts(person: string, id: string): Promise<{ [way: string]: boolean }> {
  const caller = callers[person]!;
  const listed = await caller.get("/files?fields=id&limit=-1");
  const search = await caller.search("/files", { query: { fields: ["id"], filter: { id: { _eq: id } } } });
  const graphql = await caller.post("/graphql/system", { query: `{ files(filter: { id: { _eq: "${id}" } }) { id } }` });
  const count = await caller.get(`/files?aggregate[count]=id&filter[id][_eq]=${id}`);
  const before = await counts();
  const exported = await caller.post("/utils/export/files", {
    format: "json",
    query: { fields: ["id", "title"], filter: { id: { _eq: id } } },
  });
  let isExported = false;
  if (exported.status === 204 && (await counts()).rows > before.rows) {
    const [created] = await sql<{ id: string }[]>`select id from files order by date_created desc limit 1`;
    isExported = (await (await asset(created!.id, { person })).text()).includes(id);
    await sql`delete from files where id = ${created!.id}`;
  }
  return {
    record: (await caller.get(`/files/${id}`)).status === 200,
    bytes: (await asset(id, { person })).status === 200,
    "bytes under a name": (await asset(id, { person, query: "/any.csv" })).status === 200,
    list: listed.text.includes(id),
    search: search.text.includes(id),
    graphql: graphql.text.includes(id),
    aggregate: count.status === 200 && JSON.stringify(count.data).includes('"1"'),
    export: isExported,
  };
}

async function assertReads({ id, readers }: { id: string; readers: readonly string[] }): Promise<void> {
  for (const person of otherPeople)
    for (const [way, isRead] of Object.entries(await listReadAttempts(person, id)))
      assert.equal(isRead, readers.includes(person), `${person}, by ${way}`);
}

describe("an export", () => {
  test("of a manager is readable by that manager only, through any interface", async () => {
    await assertReads({ id: await exportAs("manager", "users"), readers: ["manager"] });
  });

  test("of an admin is not readable by the manager, staff or another admin of the company", async () => {
    const id = await exportAs("admin", "activity");
    await assertReads({ id, readers: ["admin"] });
    const other = await as(await factories.user("admin", { branch }));
    assert.equal((await other.get(`/files/${id}`)).code, "FORBIDDEN");
    assert.equal((await other.get(`/assets/${id}`)).code, "FORBIDDEN");
  });

  test("cannot be renamed or deleted by a colleague", async () => {
    const id = await exportAs("manager", "users");
    for (const person of ["admin", "staff"]) {
      assert.equal((await callers[person]!.patch(`/files/${id}`, { title: "x" })).code, "FORBIDDEN");
      assert.equal((await callers[person]!.delete(`/files/${id}`)).code, "FORBIDDEN");
    }
    assert.equal((await callers["manager"]!.delete(`/files/${id}`)).status, 204);
  });

  test("does not become readable by attaching it as an entry's image or a banner", async () => {
    const id = await exportAs("manager", "users");
    const checkInResponse = await callers["staff"]!.post("/actions/parking/check-in", {
      vehicle_no: factories.plate(),
      phone_no: "9840012345",
      entry_images: [id],
    });
    assert.equal(checkInResponse.status, 404, checkInResponse.text);
    const banner = await callers["manager"]!.post("/items/Branch_Banner_Images", { branch: branch.id, image: id });
    assert.ok(banner.status >= 400, banner.text);
    assert.equal((await asset(id, { person: "staff" })).status, 403);
  });

  test("expires after 24 hours: its bytes are rejected at once, record and bytes are deleted by the job", async () => {
    const id = await exportAs("manager", "users");
    const image = await upload("manager");
    const older = (hours: number) => sql`
      update files set date_created = date_created - ${hours} * interval '1 hour' where id in (${id}, ${image.id})`;
    await older(23);
    assert.equal(await removeExpiredExports({ services: appServices }), 0);
    assert.equal((await asset(id, { person: "manager" })).status, 200);
    await older(2);
    for (const person of ["manager", "platform"]) assert.equal((await asset(id, { person })).status, 403, person);
    assert.equal(await removeExpiredExports({ services: appServices }), 1);
    assert.equal((await sql`select 1 from files where id = ${id}`).length, 0);
    const [bytes] = await sql`select count(*)::int as n from loose_files where due_at <= now()`;
    assert.ok(bytes!["n"] >= 1);
    assert.equal((await asset(image.id, { person: "manager" })).status, 200);
  });
});

describe("an onboarding document", () => {
  async function createDocument(position: typeof branch, person = "admin"): Promise<string> {
    const sent = (await upload(person, pdf, "pan.pdf")) as { id: string };
    await factories.row("Onboarding_Documents", {
      company: position.company,
      branch: position.id,
      kind: "pan_card",
      file: sent.id,
    });
    await sql`update files set branch = ${position.id} where id = ${sent.id}`;
    return sent.id;
  }

  test("is readable by the company's admins and the verifier, and not at the gate", async () => {
    const id = await createDocument(branch);
    await assertReads({ id, readers: ["admin"] });
    const [colleague, verifier, approver] = [
      await as(await factories.user("admin", { branch })),
      await as(await factories.user("verifier")),
      await as(await factories.user("approver", { branch })),
    ];
    assert.equal((await colleague.get(`/assets/${id}`)).status, 200);
    assert.equal((await verifier.get(`/assets/${id}`)).status, 200);
    assert.equal((await approver.get(`/assets/${id}`)).code, "FORBIDDEN");
    const relatedPath = "/items/Onboarding_Documents?fields=file.id,file.filename_download";
    assert.ok((await callers["admin"]!.get(relatedPath)).text.includes(id));
    assert.equal((await callers["manager"]!.get(relatedPath)).code, "FORBIDDEN");
    const theirs = await createDocument(foreign, "stranger");
    assert.equal((await callers["admin"]!.get(`/assets/${theirs}`)).code, "FORBIDDEN");
  });

  test("cannot become a public logo or banner", async () => {
    const sent = await upload("admin", carPhoto, "pan.jpg");
    await factories.row("Onboarding_Documents", {
      company: branch.company,
      branch: branch.id,
      kind: "pan_card",
      file: sent.id,
    });
    const logo = await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: sent.id });
    assert.equal(logo.code, "NO_MATCH_FOUND");
    assert.equal((await asset(sent.id, { person: "nobody" })).status, 403);
  });

  test("uploaded by an admin and not yet submitted is that admin's only", async () => {
    const sent = await upload("admin", pdf, "pan.pdf");
    await assertReads({ id: sent.id, readers: ["admin"] });
    const other = await as(await factories.user("admin", { branch }));
    assert.equal((await other.get(`/files/${sent.id}`)).code, "FORBIDDEN");
  });
});

describe("what the screens need", () => {
  test("an entry's image is readable at the gate, whoever uploaded it", async () => {
    const sent = await upload("admin");
    assert.equal((await asset(sent.id, { person: "staff" })).status, 403);
    const checkInResponse = await callers["admin"]!.post("/actions/parking/check-in", {
      vehicle_no: factories.plate(),
      phone_no: "9840012346",
      entry_images: [sent.id],
    });
    assert.equal(checkInResponse.status, 200, checkInResponse.text);
    for (const person of ["staff", "colleague", "manager", "admin"])
      assert.equal((await asset(sent.id, { person })).status, 200, person);
    for (const person of ["sister", "stranger", "customer", "nobody"])
      assert.equal((await asset(sent.id, { person })).status, 403, person);
    assert.equal((await callers["admin"]!.get(`/files/${sent.id}?fields=purpose`)).data.purpose, "vehicle_image");
  });

  test("a logo, a banner and the image of a vehicle type have their purposes", async () => {
    const [logo, banner] = [await upload("admin"), await upload("manager")];
    await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: logo.id });
    await callers["manager"]!.post("/items/Branch_Banner_Images", { branch: branch.id, image: banner.id });
    const type = await upload("platform");
    const created = await callers["platform"]!.post("/items/Vehicle_Type", { name: "Tractor", vehicle_image: type.id });
    assert.equal(created.status, 200, created.text);
    const purposes = await sql<{ purpose: string }[]>`
      select purpose from files where id in (${logo.id}, ${banner.id}, ${type.id})`;
    assert.deepEqual(purposes.map(({ purpose }) => purpose).toSorted(), ["banner", "logo", "vehicle_type_image"]);
  });

  test("callers cannot set a purpose", async () => {
    const sent = await upload("staff");
    for (const person of ["staff", "manager", "admin"])
      assert.equal((await callers[person]!.patch(`/files/${sent.id}`, { purpose: "logo" })).code, "FORBIDDEN");
    const withPurpose = (await client("manager").request(() => ({
      path: "/files",
      method: "POST",
      body: createForm(["purpose", "export"], ["file", createBlob(carPhoto), "a.jpg"]),
      headers: { "Content-Type": "multipart/form-data" },
    }))) as { purpose: string };
    assert.equal(withPurpose.purpose, "branch_file");
  });
});

describe("files older than purposes", () => {
  test("are classified by the records that refer to them, unreferenced ones by their creator", async () => {
    const id = async (person: string, bytes: Uint8Array = carPhoto) => (await upload(person, bytes)).id;
    const plate = { vehicle_no: factories.plate(), phone_no: "9840012347" };
    const files = {
      logo: await id("admin"),
      onboarding_document: await id("admin", pdf),
      export: await exportAs("manager", "users"),
      vehicle_image: await id("staff"),
      branch_file: await id("staff"),
      unassigned: await id("manager", pdf),
    };
    await callers["admin"]!.patch(`/items/Companies/${branch.company}`, { company_logo: files.logo });
    const position = { company: branch.company, branch: branch.id };
    await factories.row("Onboarding_Documents", { ...position, kind: "pan_card", file: files.onboarding_document });
    const checkInResponse = await callers["staff"]!.post("/actions/parking/check-in", {
      ...plate,
      entry_images: [files.vehicle_image],
    });
    assert.equal(checkInResponse.status, 200, checkInResponse.text);
    const migration = readFileSync("server/db/migrations/0022-file-purpose.sql", "utf8");
    const rolledBack = new Error("rolled back");
    const found: { [purpose: string]: string } = {};
    await assert.rejects(
      sql.begin(async (tx) => {
        await tx`alter table files drop column purpose`;
        await tx.unsafe(migration);
        for (const row of await tx<{ id: string; purpose: string }[]>`
          select id, purpose from files where id = any(${Object.values(files)})`)
          found[row.purpose] = row.id;
        throw rolledBack;
      }),
      rolledBack,
    );
    assert.deepEqual(found, files);
  });
});
