// Faults of the simulated payment provider with their probabilities, reproducible by seed.
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

export function isPayFault(text: unknown): text is PayFault {
  return payFaultNames.some((name) => name === text);
}

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

  isTriggered(fault: PayFault): boolean {
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

export interface SimulatorResponse {
  status: number;
  body: unknown;
}

/** Responds like the provider, or according to the faults; the request may be processed despite an error response. */
export async function answerWithFaults({
  faults,
  request,
  reply,
  handle,
}: {
  faults: PayFaults;
  request: FastifyRequest;
  reply: FastifyReply;
  handle: () => Promise<SimulatorResponse> | SimulatorResponse;
}): Promise<FastifyReply> {
  if (faults.isTriggered("reset-before")) return closeConnection({ request, reply });
  if (faults.isTriggered("error-500-before"))
    return reply.code(500).send({ success: false, code: "INTERNAL_SERVER_ERROR" });
  const { status, body } = await handle();
  if (faults.isTriggered("reset-after")) return closeConnection({ request, reply });
  if (faults.isTriggered("error-500-after"))
    return reply.code(500).send({ success: false, code: "INTERNAL_SERVER_ERROR" });
  if (faults.isTriggered("malformed"))
    return reply.type("application/json").send('{"success":true,"code":"PAYMENT_SUC');
  if (faults.isTriggered("slow")) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  return reply.code(status).send(body);
}

function closeConnection({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
