// Minimal HTTP client: one keep-alive connection, one request at a time, and only the length of the response is parsed.
import { connect, type Socket } from "node:net";
import { once } from "node:events";

export interface RawResponse {
  status: number;
  /** Head and body. */
  text: () => string;
}

export class KeepAliveClient {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #expectedBytes = 0;
  #receivedBytes = 0;
  #pending: { resolve: (response: RawResponse) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#onData(chunk));
    socket.on("error", (error) => this.#pending?.reject(error));
    socket.on("close", () => this.#pending?.reject(new Error("The server closed the connection.")));
  }

  static async open({ host, port }: { host: string; port: number }): Promise<KeepAliveClient> {
    const socket = connect({ host, port });
    await once(socket, "connect");
    return new KeepAliveClient(socket);
  }

  /** Without a token the request is anonymous. */
  static request({
    method,
    path,
    token,
    body = "",
    idempotencyKey = "",
  }: {
    method: string;
    path: string;
    token: string;
    body?: string;
    idempotencyKey?: string;
  }): string {
    const type = body === "" ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    const authorization = token === "" ? "" : `authorization: Bearer ${token}\r\n`;
    const key = idempotencyKey === "" ? "" : `idempotency-key: ${idempotencyKey}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${authorization}${key}${type}\r\n${body}`;
  }

  /** Throws for any status except 200, since measuring rejected requests is meaningless. */
  async send(request: string): Promise<void> {
    const { status, text } = await this.sendRequest(request);
    if (status !== 200) throw new Error(text());
  }

  /** Sends a request and returns any response. */
  sendRequest(request: string): Promise<RawResponse> {
    this.#chunks = [];
    this.#receivedBytes = 0;
    this.#expectedBytes = 0;
    return new Promise((resolve, reject) => {
      // Closed while it was idle: nothing would report it.
      if (this.#socket.destroyed) return reject(new Error("The server closed the connection."));
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#expectedBytes === 0) this.#expectedBytes = this.#getResponseBytes();
    if (this.#expectedBytes === 0 || this.#receivedBytes < this.#expectedBytes) return;
    const { resolve } = this.#pending!;
    this.#pending = undefined;
    const chunks = this.#chunks;
    const status = Number(chunks[0]!.toString("latin1", 9, 12));
    resolve({ status, text: () => Buffer.concat(chunks).toString() });
  }

  /** Returns the size of head and body in bytes; 0 while the head is incomplete. */
  #getResponseBytes(): number {
    const text = (this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)).toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return 0;
    return end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  }
}
