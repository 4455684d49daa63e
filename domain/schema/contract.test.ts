import assert from "node:assert/strict";
import { test } from "node:test";
import { contracts } from "#domain/contracts.ts";
import { callProperties, type ContractRoute, contract, listPathNames } from "#domain/schema/contract.ts";

const options = { area: "test", summary: "test", errors: [] };

test("a parameter of a route cannot be named like a property of its calls", () => {
  for (const name of callProperties) {
    const route: ContractRoute = `GET /actions/test/:${name}/details`;
    assert.throws(() => contract(route, options), new RegExp(`:${name}`));
  }
  // @ts-expect-error the session of a call cannot come from its address
  assert.throws(() => contract("GET /actions/test/:session", options));
  // @ts-expect-error neither can its user, also next to another parameter
  assert.throws(() => contract("POST /actions/test/:id/:userId/end", options));
});

test("other names are accepted, also those that contain a reserved one", () => {
  assert.equal(contract("GET /actions/test/:session_id", options).route, "GET /actions/test/:session_id");
  assert.deepEqual(listPathNames("POST /actions/test/:id/users/:user_id"), ["id", "user_id"]);
  assert.ok(contracts.some(({ route }) => listPathNames(route).length > 0));
});
