// Receiver of webhooks over HTTP that verifies what docs/api.md documents, independently of the product's own code.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedEvent {
  id: string;
  type: string;
  created_at: string;
  company: number;
  branch: number | null;
  subject: string;
  sequence: number;
  data: { [field: string]: unknown };
}

/** How it responds: `accept`, an error, a redirect, never, or with an endless body. */
export type ReceiverMode = "accept" | "error-500" | "redirect" | "hang" | "endless";

const toleranceSeconds = 300;

export class WebhookReceiver {
  /** Secrets that it accepts; the time of its clock is not verified unless `now` is set. */
  secrets: string[] = [];
  now: (() => Date) | null = null;
  mode: ReceiverMode = "accept";
  /** Decides about single events before `mode` does; false rejects. */
  accepts: (event: ReceivedEvent) => boolean = () => true;
  /** Awaited before each response. */
  beforeResponse: () => Promise<void> = () => Promise.resolve();
  /** Accepted events with each repetition, rejected requests, and all requests. */
  readonly events: ReceivedEvent[] = [];
  readonly rejections: string[] = [];
  requests = 0;
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this.url;
  }

  get url(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (typeof address !== "object" || !address) throw new Error("The receiver is not started.");
    return `http://127.0.0.1:${address.port}/hooks`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    await this.beforeResponse();
    if (this.mode === "hang") return;
    if (this.mode === "error-500") return void response.writeHead(500).end("down for maintenance");
    if (this.mode === "redirect") return void response.writeHead(302, { location: this.url }).end();
    if (this.mode === "endless") {
      endlessly(response);
      return;
    }
    const problem = this.#findProblem({ request, body });
    if (problem) {
      this.rejections.push(problem);
      return void response.writeHead(400).end(problem);
    }
    const event: ReceivedEvent = JSON.parse(body);
    if (!this.accepts(event)) return void response.writeHead(422).end("not now");
    this.events.push(event);
    response.writeHead(200, { "content-type": "application/json" }).end('{"received":true}');
  }

  #findProblem({ request, body }: { request: IncomingMessage; body: string }): string | undefined {
    if (request.method !== "POST") return "not a POST";
    if (!String(request.headers["content-type"]).startsWith("application/json")) return "not JSON";
    const parts = String(request.headers["chaavi-signature"])
      .split(",")
      .map((part) => part.split("="));
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const given = parts.filter(([name]) => name === "v1").map(([, value]) => value ?? "");
    const expected = this.secrets.map((secret) => createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
    const isSame = (one: string, other: string) =>
      one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
    if (!given.some((one) => expected.some((other) => isSame(one, other)))) return "the signature is wrong";
    if (this.now && Math.abs(this.now().getTime() / 1000 - Number(time)) > toleranceSeconds) return "the time is wrong";
    if (JSON.parse(body).id !== request.headers["chaavi-event-id"]) return "the id of the event is wrong";
    return undefined;
  }
}

function endlessly(response: ServerResponse): void {
  response.writeHead(200);
  const write = () => {
    if (response.destroyed) return;
    response.write("x".repeat(10_000));
    setImmediate(write);
  };
  write();
}
