// §7: the OpenAPI document is valid, specific to its user, and every operation in it responds as documented.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createDirectus, readGraphqlSdl, readOpenApiSpec, rest, staticToken } from "@directus/sdk";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { buildSchema } from "graphql";
import { findAccessRule } from "#domain/access/access-rule.ts";
import { collections } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import type { Operation } from "#domain/schema/collection.ts";
import type { Contract } from "#domain/schema/contract.ts";
import { roleNames, type Role } from "#domain/access/roles.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { listRoutes, normalizeRoute } from "#tests/support/routes.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
let branch: CreatedBranch;
const callers = new Map<Role, TestClient>();

// Documents are searched at any depth.
// oxlint-disable-next-line typescript/no-explicit-any
type JsonAny = any;

before(async () => {
  branch = await factories.branch({ slots: 50, rate: "20.00" });
  for (const role of roleNames) {
    const location = ["public", "platform", "verifier", "customer"].includes(role) ? {} : { branch };
    callers.set(role, role === "public" ? await asUser() : await asUser(await factories.user(role, location)));
  }
  const staff = callers.get("staff")!;
  const checkInResponse = await staff.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  assert.equal(checkInResponse.status, 200, checkInResponse.text);
});

async function readDocument(role: Role): Promise<JsonAny> {
  const response = await callers.get(role)!.get("/server/specs/oas");
  assert.equal(response.status, 200, response.text);
  return JSON.parse(response.text);
}

for (const role of roleNames)
  test(`the document of ${role} is valid OpenAPI 3.1`, async () => {
    const found = await new Validator().validate(await readDocument(role));
    assert.equal(found.valid, true, JSON.stringify(found.errors?.slice(0, 3)));
  });

test("every operation has a unique name, a summary, and a listed tag", async () => {
  const document = await readDocument("platform");
  const tags = new Set(document.tags.map(({ name }: JsonAny) => name));
  const names = new Set<string>();
  for (const { operation, path } of listOperations(document)) {
    assert.ok(operation.summary, path);
    assert.ok(!names.has(operation.operationId), operation.operationId);
    names.add(operation.operationId);
    for (const tag of operation.tags) assert.ok(tags.has(tag), tag);
  }
  assert.ok(names.size > 100);
});

const methods = ["get", "post", "patch", "delete"] as const;
function listOperations(document: JsonAny): { path: string; method: (typeof methods)[number]; operation: JsonAny }[] {
  return Object.entries<JsonAny>(document.paths).flatMap(([path, operations]) =>
    methods.filter((method) => operations[method]).map((method) => ({ path, method, operation: operations[method] })),
  );
}

test("an operation without security needs no session", async () => {
  const operations = listOperations(await readDocument("platform"));
  const anonymous = callers.get("public")!;
  const needsSession = async ({ method, path }: { method: (typeof methods)[number]; path: string }) => {
    const url = path.replaceAll(/\{\w+\}/g, "1");
    // Those with a link check its token, which is another error.
    const { code } = await (method === "get" ? anonymous.get(url) : anonymous[method](url, {}));
    return code === "FORBIDDEN";
  };
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  assert.ok(open.some(({ path }) => path === "/auth/login"));
  assert.ok(open.some(({ path }) => path.startsWith("/actions/")));
  for (const one of open) assert.equal(await needsSession(one), false, one.path);
  assert.ok(await needsSession(operations.find(({ path }) => path === "/actions/parking/check-in")!));
});

const operationsByMethod: { [method: string]: Operation } = {
  get: "read",
  post: "create",
  patch: "update",
  delete: "delete",
};

for (const role of roleNames)
  test(`the document of ${role} contains exactly the collections, operations and fields of ${role}`, async () => {
    const document = await readDocument(role);
    for (const collection of collections) {
      const { name } = collection;
      const base = collection.isSystem ? `/${name}` : `/items/${name}`;
      const type = collection.isSystem ? `directus_${name}` : name;
      for (const method of methods) {
        if (name === "files" && method === "post") continue;
        const operation = operationsByMethod[method]!;
        const isThere = document.paths[base]?.[method] !== undefined;
        const rule = findAccessRule({ rules: collection.access[operation], actor: { role } });
        const isTracked = operation === "read" || (collection.isAudited === true && !collection.isStatic);
        const isDeclared = isTracked && (role === "platform" || (rule !== undefined && rule !== false));
        if (isThere) assert.ok(isDeclared, `${role} ${method} ${base} is not expected`);
        const isCertain = role === "platform" || rule === true || (typeof rule === "object" && rule.rows === true);
        const isPossible = !collection.isSingleton || operation === "read" || operation === "update";
        if (isTracked && isCertain && isPossible) assert.ok(isThere, `${role} ${method} ${base} is missing`);
      }
      const rule = findAccessRule({ rules: collection.access.read, actor: { role } });
      const visible = Object.keys(document.components.schemas[type]?.properties ?? {});
      if (typeof rule === "object" && rule.fields && role !== "platform")
        for (const field of visible)
          assert.ok(field === "id" || rule.fields.includes(field), `${role} ${type}.${field}`);
    }
  });

test("every reference of a document resolves", async () => {
  for (const role of roleNames) {
    const document = await readDocument(role);
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path] of references) {
      const found = path!.split("/").reduce<JsonAny>((here, part) => here?.[part], document);
      assert.ok(found !== undefined, `${role}: ${path}`);
    }
  }
});

test("every action has a contract, and is documented for those it is visible to", async () => {
  const mounted = listRoutes(app).filter((route) => route.includes(" /actions/"));
  assert.deepEqual(mounted, contracts.map(({ route }) => normalizeRoute(route)).toSorted());
  const documents = await Promise.all(roleNames.map(readDocument));
  const reported = new Set(
    documents
      .flatMap(listOperations)
      .map(({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ":")}`),
  );
  assert.deepEqual(
    mounted.filter((route) => !reported.has(route)),
    [],
  );
  assert.ok((await readDocument("staff")).paths["/actions/parking/check-in"]);
  assert.equal((await readDocument("customer")).paths["/actions/parking/check-in"], undefined);
  assert.equal((await readDocument("public")).paths["/actions/passes"], undefined);
});

/** The responses of one document, each validated with its documented schema. */
function createValidators(document: JsonAny): (schema: JsonAny) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // Each component is compiled once, whatever the number of responses that use it.
  const documentUrl = "https://chaavi.test/document";
  ajv.addSchema({ $id: documentUrl, components: document.components });
  const cached = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validate =
      cached.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/components/', `"${documentUrl}#/components/`)));
    cached.set(key, validate);
    return validate;
  };
}

function getResponseSchema({
  document,
  operation,
  status,
}: {
  document: JsonAny;
  operation: JsonAny;
  status: number;
}): JsonAny {
  const response = operation.responses[String(status)] ?? (status >= 400 ? operation.responses.default : undefined);
  return response?.$ref ? document.components.responses[response.$ref.split("/").at(-1)] : response;
}

/** A key without a row. */
const missingId = 999_999;

/** An invalid body: rejections must be documented too. */
const invalidBody = { nothing_of_the_kind: true };

for (const role of roleNames)
  test(`every operation in the document of ${role} responds as documented`, async () => {
    const document = await readDocument(role);
    const caller = callers.get(role)!;
    const check = createValidators(document);
    let count = 0;
    for (const { path, method, operation } of listOperations(document)) {
      // One role sends every request; the others only read and check that actions are rejected.
      if (role !== "manager" && method !== "get" && !path.startsWith("/actions/")) continue;
      if (path.includes("live") || path.startsWith("/auth/refresh") || path.startsWith("/auth/logout")) continue;
      // Existing rows are not deleted, because later requests need them.
      const isGone = method === "delete";
      const first = isGone
        ? missingId
        : path.startsWith("/items/") || path.split("/").length === 3
          ? await findFirstKey({ caller, path })
          : 1;
      const address = path.replace("{id}", String(first)).replaceAll(/\{\w+\}/g, "1");
      const isRead = method === "get";
      const answer = isRead ? await caller.get(address) : await caller[method](address, invalidBody);
      const reported = `${role} ${method} ${address}: ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.ok(answer.status < 500, reported);
      const response = getResponseSchema({ document, operation, status: answer.status });
      assert.ok(response, `not documented: ${reported}`);
      const content = response.content?.["application/json"];
      if (content && String(answer.headers["content-type"]).includes("application/json")) {
        const fits = check(content.schema);
        assert.ok(fits(JSON.parse(answer.text)), `${reported} ${JSON.stringify(fits.errors?.slice(0, 2))}`);
        count += 1;
      }
    }
    assert.ok(count > 5, `${count} responses compared`);
  });

test("a parameter that is documented as required is: the call without it is refused", async () => {
  const document = await readDocument("admin");
  const manager = callers.get("manager")!;
  const declared: readonly Contract[] = contracts;
  const required = declared.flatMap(({ route, requiredQuery }) => (requiredQuery ? [route] : []));
  assert.ok(required.length >= 6);
  for (const route of required) {
    const path = route.replace("GET ", "").replace(":report", "stays");
    const refused = await manager.get(path);
    assert.equal(refused.status, 400, `${route}: ${refused.text}`);
    const { parameters } = document.paths[route.replace("GET ", "").replace(":report", "{report}")].get;
    assert.ok(parameters.some(({ in: place, required: isRequired }: JsonAny) => place === "query" && isRequired));
  }
});

async function findFirstKey({ caller, path }: { caller: TestClient; path: string }): Promise<unknown> {
  if (!path.endsWith("/{id}")) return 1;
  const rows = await caller.get(`${path.slice(0, -"/{id}".length)}?fields=id&limit=1`);
  return Array.isArray(rows.data) ? (rows.data[0]?.id ?? 1) : 1;
}

test("the SDK reads the document and the GraphQL schemas", async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const client = createDirectus(address)
    .with(staticToken(callers.get("manager")!.token!))
    .with(rest());
  const document = (await client.request(readOpenApiSpec())) as JsonAny;
  assert.equal(document.openapi, "3.1.0");
  assert.ok(document.paths["/items/Parking_Information"]);
  for (const scope of ["item", "system"] as const) {
    const text = (await client.request(readGraphqlSdl(scope))) as unknown as string;
    assert.ok(buildSchema(text).getQueryType());
  }
});

test("deleting a referenced row is rejected and is not a server error", async () => {
  const platform = callers.get("platform")!;
  // The status of the entry that was checked in.
  const response = await platform.delete("/items/Parking_Status/1");
  assert.deepEqual([response.status, response.code], [400, "INVALID_FOREIGN_KEY"]);
});
