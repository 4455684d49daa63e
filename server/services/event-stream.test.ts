// §7 live: a stream to a reader who has already gone ends there and then; a beat for nobody would keep the process awake.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import fastify from "fastify";
import { openEventStream, type EventStream } from "#server/services/event-stream.ts";

const app = fastify();
let opened: (stream: EventStream) => void;
app.get("/late", async (request, reply) => {
  await once(request.raw.socket, "close");
  opened(openEventStream(reply));
});
app.get("/", async (_request, reply) => opened(openEventStream(reply)));
const address = await app.listen({ port: 0, host: "127.0.0.1" });
after(() => app.close());

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
const nextStream = (): Promise<EventStream> => new Promise((resolve) => (opened = resolve));
const over = (stream: EventStream): Promise<void> => new Promise((resolve) => stream.whenOver(resolve));

test("a reader who stays is told, and is over when they leave", async () => {
  const [before, begun, leaving] = [timers(), nextStream(), new AbortController()];
  const answer = await fetch(`${address}/`, { signal: leaving.signal });
  const stream = await begun;
  stream.write("data: 1\n\n");
  const reader = answer.body!.getReader();
  let text = "";
  while (!text.includes("data: 1")) text += new TextDecoder().decode((await reader.read()).value);
  assert.equal(text, "retry: 1000\n\ndata: 1\n\n");
  assert.equal(timers(), before + 1, "the beat");
  leaving.abort();
  await over(stream);
  assert.deepEqual([stream.isOpen(), timers()], [false, before]);
});

test("a reader who left before the answer leaves nothing behind", async () => {
  const [before, begun] = [timers(), nextStream()];
  const leaving = AbortSignal.timeout(50);
  await assert.rejects(fetch(`${address}/late`, { signal: leaving }));
  const stream = await begun;
  await over(stream);
  stream.write("data: nobody\n\n");
  assert.deepEqual([stream.isOpen(), timers()], [false, before]);
});
