// Bodies that were rejected are discarded at a pace that all connections share.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import { BodyDiscarder } from "#server/http/limits/discard-body.ts";

const chunkBytes = 64 * 1024;
const chunks = 160;

/** Discards bodies of 10 MB and returns the time in ms that it takes by a clock that only pauses advance. */
async function measureDiscard(bodies: number): Promise<number> {
  let now = 0;
  let ended = 0;
  const pauses: { at: number; work: () => void }[] = [];
  const discarder = new BodyDiscarder({
    now: () => now,
    schedule: (work, ms) => void pauses.push({ at: now + ms, work }),
  });
  for (let count = 0; count < bodies; count += 1) {
    const body = Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(chunkBytes)));
    body.once("end", () => (ended += 1));
    discarder.discard(body);
  }
  const isOver = (): boolean => ended === bodies;
  while (!isOver()) {
    await turn();
    pauses.sort((first, second) => first.at - second.at);
    const next = pauses.shift();
    if (!next) continue;
    now = Math.max(now, next.at);
    next.work();
  }
  return now;
}

test("a body of 10 MB takes a third of a second, and ten of them at once ten times as long", async () => {
  const [one, ten] = [await measureDiscard(1), await measureDiscard(10)];
  assert.ok(one > 300 && one < 320, `${one} ms`);
  assert.ok(ten > 3_000 && ten < 3_200, `${ten} ms`);
});
