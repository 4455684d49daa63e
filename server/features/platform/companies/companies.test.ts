// §1: companies at the platform's desk: search, figures, page, notes, and who may read them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { listCompanies } from "#server/features/platform/companies/list-companies.ts";
import { startApp } from "#tests/support/app.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { createGstin } from "#tests/support/registration-form.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const verifier = await asUser(await make.user("verifier"));
const list = (query: object) =>
  verifier.get(`/actions/platform/companies?${new URLSearchParams({ ...query }).toString()}`);
let company: number;
let branch: CreatedBranch;
let admin: CreatedUser;

before(async () => {
  company = (
    await make.company({ name: "Indira 100% Parking", pan: "AAACI1234F", registered_name: "Indira Stores LLP" })
  ).id;
  branch = await make.branch({
    company,
    name: "Mount Road",
    city: "Chennai",
    rate: "20.00",
    gstin: createGstin("AAACI1234F"),
  });
  admin = await make.user("admin", {
    branch,
    first_name: "Meena Kumari",
    contact_number: "9840012345",
    email: "meena@indira.example",
  });
  await make.user("staff", { branch, status: "suspended" });
  await make.user("staff", { branch });
  for (let number = 1; number <= 11; number += 1) await make.company({ name: `Zed ${number}`, status: "rejected" });
});

test("a search finds companies of every status, by each of its values and by nothing else", async () => {
  const rows: [search: string, isFound: boolean][] = [
    ["indira", true],
    ["DIRA 100%", true],
    ["stores llp", true],
    ["mount", true],
    ["aaaci1234f", true],
    ["CI12", true],
    ["33 aaaci", true],
    ["+91 98400 12345", true],
    ["40012", true],
    ["meena@indira", true],
    ["indra", false],
    ["100_", false],
    ["99999", false],
  ];
  for (const [search, isFound] of rows) {
    // The chosen status does not narrow a search.
    const { status, data, text } = await list({ search, status: "archived" });
    assert.equal(status, 200, text);
    assert.deepEqual(
      data.companies.map(({ id }: { id: number }) => id),
      isFound ? [company] : [],
      search,
    );
    assert.equal(data.count, isFound ? 1 : 0, search);
  }
});

test("without a search the list is paged by name and narrowed by status", async () => {
  const first = await list({ status: "rejected" });
  const second = await list({ status: "rejected", page: "2" });
  assert.deepEqual([first.data.count, first.data.companies.length, second.data.companies.length], [11, 10, 1]);
  const names = [...first.data.companies, ...second.data.companies].map(({ name }: { name: string }) => name);
  assert.deepEqual(names, names.toSorted());
  for (const query of [{ page: "0" }, { page: "x" }, { status: "open" }])
    assert.equal((await list(query)).code, "INVALID_QUERY");
});

test("a row has the branches, services, people, entries and money of the company", async () => {
  const gate = await asUser(admin);
  const vehicle = () => ({ vehicle_no: make.plate(), phone_no: "9840054321" });
  const [entry] = [
    await gate.post("/actions/parking/check-in", vehicle()),
    await gate.post("/actions/parking/check-in", vehicle()),
  ];
  const paid = await gate.post(`/actions/parking/${entry.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  const old = await gate.post("/actions/parking/check-in", vehicle());
  await sql`update "Parking_Information" set date_created = now() - interval '31 days' where id = ${old.data.id}`;
  // Entries of a set-up are not counted.
  const tried = await gate.post("/actions/parking/check-in", vehicle());
  await sql`update "Parking_Information" set is_test = true where id = ${tried.data.id}`;
  const { data } = await list({ search: "indira" });
  assert.deepEqual(data.companies, [
    {
      id: company,
      name: "Indira 100% Parking",
      company_type: "single_organization",
      status: "published",
      is_suspended: false,
      branches: 1,
      services: ["is_parking"],
      people: 2,
      entries: 2,
      received: 2_000,
    },
  ]);
  const { data: details } = await verifier.get(`/actions/platform/companies/${company}`);
  assert.deepEqual(
    details.branches.map(({ id, people, inside, entries, received }: { [name: string]: number }) => [
      id,
      people,
      inside,
      entries,
      received,
    ]),
    [[branch.id, 2, 2, 2, 2_000]],
  );
  assert.deepEqual(
    details.contacts.map(({ name, role, phone, email }: { [name: string]: string }) => [name, role, phone, email]),
    [["Meena Kumari", "Admin", "9840012345", "meena@indira.example"]],
  );
  assert.equal(details.company.pan, "AAACI1234F");
  assert.equal((await verifier.get("/actions/platform/companies/99999999")).code, "NO_MATCH_FOUND");
});

test("notes are read by the platform only, and cannot be changed", async () => {
  const { data, status, text } = await verifier.post("/items/Company_Notes", { company, note: "Wants a quote" });
  assert.equal(status, 200, text);
  assert.equal((await verifier.patch(`/items/Company_Notes/${data.id}`, { note: "Wants two" })).code, "FORBIDDEN");
  for (const user of [admin, await make.user("manager", { branch }), await make.user("customer")]) {
    const caller = await asUser(user);
    assert.equal((await caller.get("/items/Company_Notes")).code, "FORBIDDEN", user.role);
    assert.equal((await caller.get("/actions/platform/companies")).code, "FORBIDDEN", user.role);
    assert.equal((await caller.get(`/actions/platform/companies/${company}`)).code, "FORBIDDEN", user.role);
  }
});

test("a page takes the same statements for one company and for ten", async () => {
  const countFor = async (search: string): Promise<[statements: number, companies: number]> => {
    const { counted, count } = countStatements(sql);
    const services = { sql: counted, clock: () => new Date() };
    const { companies } = await listCompanies({ services, filter: { search, status: null, page: 1 } });
    return [count(), companies.length];
  };
  const [one, shownOne] = await countFor("indira");
  const [ten, shownTen] = await countFor("zed");
  assert.deepEqual([shownOne, shownTen], [1, 10]);
  assert.equal(ten, one);
});
