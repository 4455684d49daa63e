// What goes wrong at a simulated service, switched on the simulators' page or by a test.
import type { FastifyReply, FastifyRequest } from "fastify";

export const faultNames = ["none", "down", "reset", "error-500", "slow", "malformed"] as const;
/**
 * down: nothing is taken, the connection is cut · reset: it is taken, and cut before the answer · error-500: not taken ·
 * slow: taken, answered after `slowMs` · malformed: not taken, the answer cannot be read.
 */
export type Fault = (typeof faultNames)[number];

export class Faults {
  readonly #faults = new Map<string, Fault>();
  /** Longer than the product waits, in ms. */
  slowMs = 15_000;

  of(service: string): Fault {
    return this.#faults.get(service) ?? "none";
  }

  set(service: string, fault: Fault): void {
    this.#faults.set(service, fault);
  }
}

export function isFault(text: unknown): text is Fault {
  return faultNames.some((name) => name === text);
}

/**
 * Answers as the service would, or as the fault has it. `take` does what the service does with the request, and is only
 * called where that happens.
 */
export async function answerWith({
  fault,
  slowMs,
  request,
  reply,
  take,
}: {
  fault: Fault;
  slowMs: number;
  request: FastifyRequest;
  reply: FastifyReply;
  take: () => Promise<{ status: number; body: unknown }> | { status: number; body: unknown };
}): Promise<FastifyReply> {
  if (fault === "down") return cut({ request, reply });
  if (fault === "error-500") return reply.code(500).send({ type: "error", message: "Internal Server Error" });
  if (fault === "malformed") return reply.type("text/html").send("<html><body>Bad gateway</body>");
  const { status, body } = await take();
  if (fault === "reset") return cut({ request, reply });
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
  return reply.code(status).send(body);
}

function cut({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
