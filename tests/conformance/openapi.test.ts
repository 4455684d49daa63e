// §7: the OpenAPI document is valid, true for who asks, and every address in it answers as it says.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createDirectus, readGraphqlSdl, readOpenApiSpec, rest, staticToken } from "@directus/sdk";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { buildSchema } from "graphql";
import { collections } from "#domain/collections/all.ts";
import type { Operation } from "#domain/collection.ts";
import { roleNames, type Role } from "#domain/roles.ts";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
let branch: MadeBranch;
const callers = new Map<Role, Caller>();

// A document is looked into as deep as it goes.
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;

before(async () => {
  branch = await make.branch({ slots: 50, rate: "20.00" });
  for (const role of roleNames) {
    const at = ["public", "platform", "verifier", "customer"].includes(role) ? {} : { branch };
    callers.set(role, role === "public" ? await as() : await as(await make.user(role, at)));
  }
  const staff = callers.get("staff")!;
  const entered = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  assert.equal(entered.status, 200, entered.text);
});

async function documentOf(role: Role): Promise<Any> {
  const answer = await callers.get(role)!.get("/server/specs/oas");
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

for (const role of roleNames)
  test(`the document of ${role} is valid OpenAPI 3.1`, async () => {
    const found = await new Validator().validate(await documentOf(role));
    assert.equal(found.valid, true, JSON.stringify(found.errors?.slice(0, 3)));
  });

test("every operation has a name of its own, a summary, and a tag that is listed", async () => {
  const document = await documentOf("platform");
  const tags = new Set(document.tags.map(({ name }: Any) => name));
  const names = new Set<string>();
  for (const { operation, path } of operationsOf(document)) {
    assert.ok(operation.summary, path);
    assert.ok(!names.has(operation.operationId), operation.operationId);
    names.add(operation.operationId);
    for (const tag of operation.tags) assert.ok(tags.has(tag), tag);
  }
  assert.ok(names.size > 100);
});

const methods = ["get", "post", "patch", "delete"] as const;
function operationsOf(document: Any): { path: string; method: (typeof methods)[number]; operation: Any }[] {
  return Object.entries<Any>(document.paths).flatMap(([path, operations]) =>
    methods.filter((method) => operations[method]).map((method) => ({ path, method, operation: operations[method] })),
  );
}

const operationOf: { [method: string]: Operation } = { get: "read", post: "create", patch: "update", delete: "delete" };

for (const role of roleNames)
  test(`the document of ${role} holds the collections, operations and fields ${role} has, and no others`, async () => {
    const document = await documentOf(role);
    for (const collection of collections) {
      const { name } = collection;
      const base = collection.system ? `/${name}` : `/items/${name}`;
      const type = collection.system ? `directus_${name}` : name;
      for (const method of methods) {
        if (name === "files" && method === "post") continue;
        const operation = operationOf[method]!;
        const isThere = document.paths[base]?.[method] !== undefined;
        const rule = collection.access[operation]?.[role];
        const isTracked = operation === "read" || (collection.tracked === true && !collection.isDeclared);
        const isDeclared = isTracked && (role === "platform" || (rule !== undefined && rule !== false));
        if (isThere) assert.ok(isDeclared, `${role} ${method} ${base} should not be there`);
        const isCertain = role === "platform" || rule === true || (typeof rule === "object" && rule.rows === true);
        const isPossible = !collection.singleton || operation === "read" || operation === "update";
        if (isTracked && isCertain && isPossible) assert.ok(isThere, `${role} ${method} ${base} is missing`);
      }
      const rule = collection.access.read?.[role];
      const shown = Object.keys(document.components.schemas[type]?.properties ?? {});
      if (typeof rule === "object" && role !== "platform")
        for (const field of shown) assert.ok(field === "id" || rule.fields.includes(field), `${role} ${type}.${field}`);
    }
  });

test("every reference of a document leads somewhere", async () => {
  for (const role of roleNames) {
    const document = await documentOf(role);
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path] of references) {
      const found = path!.split("/").reduce<Any>((here, part) => here?.[part], document);
      assert.ok(found !== undefined, `${role}: ${path}`);
    }
  }
});

test("every action of the server is in the document, for the platform or for who it is made for", async () => {
  const routes = app.printRoutes({ commonPrefix: false });
  const documents = await Promise.all(roleNames.map(documentOf));
  const told = new Set(documents.flatMap((document) => Object.keys(document.paths)));
  assert.match(routes, /actions/);
  for (const path of ["/actions/parking/check-in", "/actions/valet/{id}/hand-over", "/actions/approvals/{id}/approve"])
    assert.ok(told.has(path), path);
  assert.ok((await documentOf("staff")).paths["/actions/parking/check-in"]);
  assert.equal((await documentOf("customer")).paths["/actions/parking/check-in"], undefined);
  assert.equal((await documentOf("public")).paths["/actions/passes"], undefined);
});

/** The answers of one document, each checked by the schema it is documented with. */
function checkers(document: Any): (schema: Any) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // Each component is compiled once, however many answers lead to it.
  const at = "https://chaavi.test/document";
  ajv.addSchema({ $id: at, components: document.components });
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const made = known.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/components/', `"${at}#/components/`)));
    known.set(key, made);
    return made;
  };
}

function responseOf({ document, operation, status }: { document: Any; operation: Any; status: number }): Any {
  const response = operation.responses[String(status)] ?? (status >= 400 ? operation.responses.default : undefined);
  return response?.$ref ? document.components.responses[response.$ref.split("/").at(-1)] : response;
}

/** The key of no row. */
const gone = 999_999;

/** A body that is no good: what is refused must be refused as documented. */
const nonsense = { nothing_of_the_kind: true };

for (const role of roleNames)
  test(`every address in the document of ${role} answers as documented`, async () => {
    const document = await documentOf(role);
    const caller = callers.get(role)!;
    const check = checkers(document);
    let count = 0;
    for (const { path, method, operation } of operationsOf(document)) {
      // One role sends everything; of the others it is enough to read, and to be refused an action.
      if (role !== "manager" && method !== "get" && !path.startsWith("/actions/")) continue;
      if (path.includes("live") || path.startsWith("/auth/refresh") || path.startsWith("/auth/logout")) continue;
      // What is there is not removed under the feet of those that come after.
      const isGone = method === "delete";
      const first = isGone
        ? gone
        : path.startsWith("/items/") || path.split("/").length === 3
          ? await firstKey({ caller, path })
          : 1;
      const address = path.replace("{id}", String(first)).replaceAll(/\{\w+\}/g, "1");
      const isRead = method === "get";
      const answer = isRead ? await caller.get(address) : await caller[method](address, nonsense);
      const told = `${role} ${method} ${address}: ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.ok(answer.status < 500, told);
      const response = responseOf({ document, operation, status: answer.status });
      assert.ok(response, `not documented: ${told}`);
      const content = response.content?.["application/json"];
      if (content && String(answer.headers["content-type"]).includes("application/json")) {
        const fits = check(content.schema);
        assert.ok(fits(JSON.parse(answer.text)), `${told} ${JSON.stringify(fits.errors?.slice(0, 2))}`);
        count += 1;
      }
    }
    assert.ok(count > 5, `${count} answers were compared`);
  });

async function firstKey({ caller, path }: { caller: Caller; path: string }): Promise<unknown> {
  if (!path.endsWith("/{id}")) return 1;
  const rows = await caller.get(`${path.slice(0, -"/{id}".length)}?fields=id&limit=1`);
  return Array.isArray(rows.data) ? (rows.data[0]?.id ?? 1) : 1;
}

test("the SDK reads the document and the GraphQL schemas", async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const client = createDirectus(address)
    .with(staticToken(callers.get("manager")!.token!))
    .with(rest());
  const document = (await client.request(readOpenApiSpec())) as Any;
  assert.equal(document.openapi, "3.1.0");
  assert.ok(document.paths["/items/Parking_Information"]);
  for (const scope of ["item", "system"] as const) {
    const text = (await client.request(readGraphqlSdl(scope))) as unknown as string;
    assert.ok(buildSchema(text).getQueryType());
  }
});

test("a row that others point to is not removed, and that is no fault of the server", async () => {
  const platform = callers.get("platform")!;
  // The status of the visit that came in.
  const answer = await platform.delete("/items/Parking_Status/1");
  assert.deepEqual([answer.status, answer.code], [400, "INVALID_FOREIGN_KEY"]);
});
