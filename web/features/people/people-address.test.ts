import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "#domain/roles.ts";
import { peopleFilter, readPeople, writePeople } from "#web/features/people/people-address.ts";

const read = (query: string) => readPeople({ parameters: new URLSearchParams(query), kind: "users" });
const person = "11111111-2222-4333-8444-555555555555";

test("the address is read, and what cannot be is left out", () => {
  const rows: [string, string][] = [
    ["", ""],
    [
      `page=3&role=admin&search=ravi&status=invited&present=yes&person=${person}`,
      `search=ravi&status=invited&present=yes&role=admin&page=3&person=${person}`,
    ],
    ["status=draft&role=staff&page=0&person=7&present=maybe", ""],
    ["view=import", "view=import"],
  ];
  for (const [query, written] of rows) assert.equal(writePeople(read(query)).toString(), written);
});

test("a list is of one branch, of people alone, and of the roles of its kind", () => {
  const ids = [roles.admin.id, roles.manager.id, roles.approver.id];
  const base = [{ default_branch: { _eq: 7 } }, { role: { _in: ids } }, { integration: { _null: true } }];
  assert.deepEqual(peopleFilter({ address: read(""), kind: "users", branch: 7 }), { _and: base });
  const { _and: parts } = peopleFilter({ address: read("search=98400&status=active"), kind: "users", branch: 7 });
  assert.equal((parts as unknown[]).length, 5);
});
