// What goes wrong at the simulated payment provider, each fault with how likely it is; the same seed has the same bad luck.
import type { FastifyReply, FastifyRequest } from "fastify";

export const payFaultNames = [
  "error-500-before",
  "error-500-after",
  "reset-before",
  "reset-after",
  "slow",
  "malformed",
  "duplicate-callback",
  "early-callback",
  "late-callback",
  "lost-callback",
  "forged-callback",
  "wrong-amount",
] as const;
export type PayFault = (typeof payFaultNames)[number];
export type PayFaultChances = { readonly [fault in PayFault]?: number };

export class PayFaults {
  #chances: PayFaultChances = {};
  #state: number;
  /** In ms. */
  slowMs = 400;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  get chances(): PayFaultChances {
    return this.#chances;
  }

  set(chances: PayFaultChances): void {
    this.#chances = chances;
  }

  happens(fault: PayFault): boolean {
    return this.#next() < (this.#chances[fault] ?? 0);
  }

  /** mulberry32 */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

export interface Result {
  status: number;
  body: unknown;
}

/** Answers as the provider would, or as the faults have it: what it did may have happened all the same. */
export async function answerWithFaults({
  faults,
  request,
  reply,
  take,
}: {
  faults: PayFaults;
  request: FastifyRequest;
  reply: FastifyReply;
  take: () => Promise<Result> | Result;
}): Promise<FastifyReply> {
  if (faults.happens("reset-before")) return cut({ request, reply });
  if (faults.happens("error-500-before"))
    return reply.code(500).send({ success: false, code: "INTERNAL_SERVER_ERROR" });
  const { status, body } = await take();
  if (faults.happens("reset-after")) return cut({ request, reply });
  if (faults.happens("error-500-after")) return reply.code(500).send({ success: false, code: "INTERNAL_SERVER_ERROR" });
  if (faults.happens("malformed")) return reply.type("application/json").send('{"success":true,"code":"PAYMENT_SUC');
  if (faults.happens("slow")) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  return reply.code(status).send(body);
}

function cut({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
