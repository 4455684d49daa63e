import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import fastify from "fastify";
import { abortSlowBodies, requestTimeouts } from "#server/http/request-timeouts.ts";

test("leaves no timer behind for an injected request that is rejected before its body is read", async () => {
  const app = fastify();
  abortSlowBodies(app, { ...requestTimeouts, bodyGrace: 1 });
  app.addHook("onRequest", (_request, reply) => reply.code(401).send({}));
  app.post("/", () => ({}));
  const warning = once(process, "warning", { signal: AbortSignal.timeout(200) });
  assert.equal((await app.inject({ method: "POST", url: "/", payload: { any: 1 } })).statusCode, 401);
  await assert.rejects(warning, { name: "AbortError" });
});
