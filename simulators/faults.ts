// Faults of a simulated service, set on the simulators' page or by a test.
import type { FastifyReply, FastifyRequest } from "fastify";

export const faultNames = ["none", "down", "reset", "error-500", "slow", "malformed", "hang"] as const;
/**
 * down: closes the connection without processing the request · reset: processes it and closes the connection before the
 * response · error-500: responds with an error · slow: processes it and responds after `slowMs` · malformed: responds
 * with an unreadable body · hang: never responds.
 */
export type Fault = (typeof faultNames)[number];

export class FaultSettings {
  readonly #faults = new Map<string, Fault>();
  /** In ms; longer than the time-out of the product. */
  slowMs = 15_000;

  get(service: string): Fault {
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
 * Responds like the service, or according to the fault. `handle` processes the request and is only called if the fault
 * allows it.
 */
export async function answerWithFault({
  fault,
  slowMs,
  request,
  reply,
  handle,
}: {
  fault: Fault;
  slowMs: number;
  request: FastifyRequest;
  reply: FastifyReply;
  handle: () => Promise<{ status: number; body: unknown }> | { status: number; body: unknown };
}): Promise<FastifyReply> {
  if (fault === "down") return closeConnection({ request, reply });
  if (fault === "hang") return reply.hijack();
  if (fault === "error-500") return reply.code(500).send({ type: "error", message: "Internal Server Error" });
  if (fault === "malformed") return reply.type("text/html").send("<html><body>Bad gateway</body>");
  const { status, body } = await handle();
  if (fault === "reset") return closeConnection({ request, reply });
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
  return reply.code(status).send(body);
}

function closeConnection({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
