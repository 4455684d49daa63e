// HTTP client of the soak: keeps connections alive, measures responses, never throws.
import { Agent, request as httpRequest } from "node:http";

export interface HttpOutcome {
  /** 0 without a response. */
  status: number;
  /** Error code of a rejection; null for success. */
  code: string | null;
  body: string;
  ms: number;
}

export interface HttpCall {
  method?: string;
  path: string;
  token?: string | undefined;
  /** Sent as JSON, or unchanged if `type` is given. */
  body?: unknown;
  type?: string;
  /** The client's address as a proxy would report it. */
  clientAddress?: string;
  signal?: AbortSignal;
}

export class HttpClient {
  readonly #base: URL;
  readonly #agent: Agent;

  constructor({ base, connections = 64 }: { base: string; connections?: number }) {
    this.#base = new URL(base);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({
    method = "GET",
    path,
    token,
    body,
    type = "application/json",
    clientAddress,
    signal,
  }: HttpCall): Promise<HttpOutcome> {
    const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(payload) }),
      ...(clientAddress ? { "x-forwarded-for": clientAddress } : {}),
    };
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const finish = (status: number, text: string): void => {
        const code = status >= 200 && status < 300 ? null : (/"code":"([A-Z_]+)"/.exec(text)?.[1] ?? String(status));
        resolve({ status, code: status === 0 ? "no response" : code, body: text, ms: performance.now() - startedAt });
      };
      const { hostname: host, port } = this.#base;
      const request = httpRequest({ host, port, agent: this.#agent, method, path, headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => finish(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        response.on("error", () => finish(0, ""));
      });
      request.on("error", () => finish(0, ""));
      request.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
