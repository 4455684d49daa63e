// Optional traces: a collector receives a span for each request, with its declared route and without its contents.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { startApp, testConfig } from "#tests/support/app.ts";

interface Span {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const bodies: string[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    if (request.url === "/v1/traces") bodies.push(body);
    response.end("{}");
  });
});
await once(collector.listen(0, "127.0.0.1"), "listening");
after(() => collector.close());
const tracesEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

test("a request is one span, which continues its caller's trace and contains no secret", async () => {
  const fixture = await startApp({ config: { observability: { ...testConfig.observability, tracesEndpoint } } });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const response = await fixture.app.inject({
    url: "/items/Areas?search=9840012345",
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, authorization: "Bearer chv_secret-of-a-token" },
  });
  assert.equal(response.statusCode, 401);
  await fixture.app.close();
  const text = bodies.join("");
  const sent = JSON.parse(bodies[0]!) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  const [span] = sent.resourceSpans[0]!.scopeSpans[0]!.spans;
  assert.equal(span!.name, "GET /items/:collection");
  assert.equal(span!.traceId, traceId);
  assert.equal(span!.parentSpanId, "b7ad6b7169203331");
  const values = Object.fromEntries(
    span!.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
  assert.deepEqual(values, {
    "http.request.method": "GET",
    "http.route": "/items/:collection",
    "http.response.status_code": 401,
    "chaavi.request_id": response.headers["x-request-id"],
    "error.type": "INVALID_CREDENTIALS",
  });
  for (const secret of ["9840012345", "chv_"]) assert.ok(!text.includes(secret), secret);
});
