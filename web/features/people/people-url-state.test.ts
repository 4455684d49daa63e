import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { toPeopleFilter, parsePeopleUrlState, serializePeopleUrlState } from "#web/features/people/people-url-state.ts";

const parse = (query: string) => parsePeopleUrlState({ parameters: new URLSearchParams(query), kind: "users" });
const personId = "11111111-2222-4333-8444-555555555555";

test("parses URL parameters and drops invalid ones", () => {
  const rows: [string, string][] = [
    ["", ""],
    [
      `page=3&role=admin&search=ravi&status=invited&present=yes&person=${personId}`,
      `search=ravi&status=invited&present=yes&role=admin&page=3&person=${personId}`,
    ],
    ["status=draft&role=staff&page=0&person=7&present=maybe", ""],
    ["view=import", "view=import"],
  ];
  for (const [query, expected] of rows) assert.equal(serializePeopleUrlState(parse(query)).toString(), expected);
});

test("every filter is limited to the branch, the roles of the kind, and real users", () => {
  const ids = [roles.admin.id, roles.manager.id, roles.approver.id];
  const base = [{ default_branch: { _eq: 7 } }, { role: { _in: ids } }, { integration: { _null: true } }];
  assert.deepEqual(toPeopleFilter({ urlState: parse(""), kind: "users", branch: 7 }), { _and: base });
  const { _and: parts } = toPeopleFilter({ urlState: parse("search=98400&status=active"), kind: "users", branch: 7 });
  assert.equal((parts as unknown[]).length, 5);
});
