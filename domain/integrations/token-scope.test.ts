// §7: scopes of API tokens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { collections } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { tokenAreaNames } from "#domain/integrations/token-areas.ts";
import { isCollectionInScope, isRouteInScope, toTokenScope } from "#domain/integrations/token-scope.ts";

const names = collections.map(({ name }) => name);

test("names existing collections and contracts only, and each area has both", () => {
  for (const area of tokenAreaNames) {
    const scope = { isReadOnly: false, areas: [area] };
    const writable = names.filter((collection) => isCollectionInScope({ scope, collection, operation: "update" }));
    assert.ok(writable.length > 0, area);
    const routes = contracts.filter(({ route }) => {
      const [method = "", path = ""] = route.split(" ");
      return isRouteInScope({ scope, method, route: path });
    });
    assert.ok(routes.length > 0, area);
    assert.ok(routes.length < contracts.length / 2, area);
  }
});

test("reading never allows an operation or method that writes", () => {
  const scope = { isReadOnly: true, areas: null };
  for (const operation of ["create", "update", "delete"] as const)
    assert.deepEqual(
      names.filter((collection) => isCollectionInScope({ scope, collection, operation })),
      [],
    );
  for (const method of ["POST", "PATCH", "PUT", "DELETE"])
    assert.equal(isRouteInScope({ scope, method, route: "/items/:collection" }), false);
});

test("people, tokens, messages and logs belong to no area", () => {
  const scope = { isReadOnly: false, areas: tokenAreaNames };
  for (const collection of [
    "users",
    "Integration_Tokens",
    "Webhook_Endpoints",
    "Outbox",
    "activity",
    "Security_Events",
  ])
    assert.equal(isCollectionInScope({ scope, collection, operation: "read" }), false, collection);
  for (const route of ["/users", "/files", "/utils/import/:collection", "/activity", ""])
    assert.equal(isRouteInScope({ scope, method: "GET", route }), false, route);
});

test("a token without a scope has none, and an unknown area grants nothing", () => {
  assert.equal(toTokenScope(null), undefined);
  assert.equal(toTokenScope({ isReadOnly: false, areas: null }), undefined);
  assert.deepEqual(toTokenScope({ isReadOnly: false, areas: ["later"] }), { isReadOnly: false, areas: [] });
  assert.deepEqual(toTokenScope({ isReadOnly: true, areas: null }), { isReadOnly: true, areas: null });
});
