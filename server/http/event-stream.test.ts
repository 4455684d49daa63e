// §7 live: a stream to a client that has already disconnected ends immediately; a remaining heartbeat would keep the
// process alive.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import fastify from "fastify";
import { openEventStream, type EventStream } from "#server/http/event-stream.ts";

const app = fastify();
let onStreamOpened: (stream: EventStream) => void;
let onLateRequest: () => void;
app.get("/late", async (request, reply) => {
  onLateRequest();
  await once(request.raw.socket, "close");
  onStreamOpened(openEventStream(reply));
});
app.get("/", async (_request, reply) => onStreamOpened(openEventStream(reply)));
const address = await app.listen({ port: 0, host: "127.0.0.1" });
after(() => app.close());

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
const nextStream = (): Promise<EventStream> => new Promise((resolve) => (onStreamOpened = resolve));
const waitForEnd = (stream: EventStream): Promise<void> => new Promise((resolve) => stream.onEnd(resolve));

test("sends events to a connected client and ends when it disconnects", async () => {
  const [timersBefore, streamOpened, abort] = [countTimers(), nextStream(), new AbortController()];
  const response = await fetch(`${address}/`, { signal: abort.signal });
  const stream = await streamOpened;
  stream.write("data: 1\n\n");
  const reader = response.body!.getReader();
  let text = "";
  while (!text.includes("data: 1")) text += new TextDecoder().decode((await reader.read()).value);
  assert.equal(text, "retry: 1000\n\ndata: 1\n\n");
  assert.equal(countTimers(), timersBefore + 1, "the heartbeat");
  abort.abort();
  await waitForEnd(stream);
  assert.deepEqual([stream.isOpen(), countTimers()], [false, timersBefore]);
});

test("leaves no timer behind for a client that disconnected before the response", async () => {
  const [timersBefore, streamOpened] = [countTimers(), nextStream()];
  const abort = new AbortController();
  onLateRequest = () => abort.abort();
  await assert.rejects(fetch(`${address}/late`, { signal: abort.signal }));
  const stream = await streamOpened;
  await waitForEnd(stream);
  stream.write("data: ignored\n\n");
  assert.deepEqual([stream.isOpen(), countTimers()], [false, timersBefore]);
});
