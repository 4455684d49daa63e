import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCurlCommand, type ApiDocument, type OperationRef } from "#web/features/reference/openapi-document.ts";

const document: ApiDocument = {
  tags: [],
  paths: {},
  components: {
    schemas: {},
    parameters: { key: { name: "Idempotency-Key", in: "header" } },
  },
};
const operation: OperationRef = {
  method: "POST",
  path: "/actions/valet/customer/request-pickup",
  summary: "Request pickup",
  tags: [],
  responses: {},
};

const format = (changes: Partial<OperationRef>) =>
  formatCurlCommand({ document, operation: { ...operation, ...changes }, origin: "https://chaavi.example" }).split(
    " \\\n  ",
  );

test("a curl command has a token unless the operation needs no session, and the required headers", () => {
  const call = 'curl -X POST "https://chaavi.example/actions/valet/customer/request-pickup"';
  const token = '-H "Authorization: Bearer $TOKEN"';
  assert.deepEqual(format({}), [call, token]);
  assert.deepEqual(format({ security: [] }), [call]);
  const parameters = [{ $ref: "#/components/parameters/key", name: "", in: "" }];
  assert.deepEqual(format({ parameters }), [call, token]);
  const link = { name: "x-ticket", in: "header", required: true };
  assert.deepEqual(format({ security: [], parameters: [link] }), [call, '-H "x-ticket: …"']);
});

test("a curl command sends the required properties of a body, or the first two", () => {
  const properties = { stars: { type: "integer", minimum: 1 }, words: { type: "string" }, name: { type: "string" } };
  const getBody = (required?: string[]) =>
    format({
      requestBody: { content: { "application/json": { schema: { properties, ...(required ? { required } : {}) } } } },
    }).at(-1);
  assert.equal(getBody(["stars"]), `-d '{"stars":1}'`);
  assert.equal(getBody(), `-d '{"stars":1,"words":"…"}'`);
});
