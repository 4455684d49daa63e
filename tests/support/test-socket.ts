// A WebSocket for tests: messages are queued in order and awaited.
import WebSocket from "ws";

export interface SocketMessage {
  type: string;
  event?: string;
  status?: string;
  uid?: string;
  // Tests read any field of the message.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
  error?: { code: string; message: string };
  [key: string]: unknown;
}

export class TestSocket {
  readonly #socket: WebSocket;
  readonly #messages: SocketMessage[] = [];
  #wake: (() => void)[] = [];
  closedWith: { code: number; reason: string } | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const message = JSON.parse(String(data as Buffer)) as SocketMessage;
      // The server sends pings to check the connection.
      if (message.type === "ping") return socket.send('{"type":"pong"}');
      this.#messages.push(message);
      this.#notifyWaiters();
    });
    socket.on("close", (code, reason) => {
      this.closedWith = { code, reason: reason.toString() };
      this.#notifyWaiters();
    });
  }

  #notifyWaiters(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  send(message: object | string | Buffer): void {
    this.#socket.send(typeof message === "object" && !Buffer.isBuffer(message) ? JSON.stringify(message) : message);
  }

  /** The next message; undefined once the connection has ended. */
  async next(): Promise<SocketMessage | undefined> {
    while (this.#messages.length === 0) {
      if (this.closedWith) return undefined;
      await new Promise<void>((wake) => this.#wake.push(wake));
    }
    return this.#messages.shift();
  }

  /** Sends, and returns the next message. */
  async request(message: object | string | Buffer): Promise<SocketMessage> {
    this.send(message);
    const response = await this.next();
    if (!response) throw new Error(`the connection ended: ${JSON.stringify(this.closedWith)}`);
    return response;
  }

  async ended(): Promise<{ code: number; reason: string }> {
    while (!this.closedWith) await new Promise<void>((wake) => this.#wake.push(wake));
    return this.closedWith;
  }

  /** Stops reading, like a phone in a tunnel. */
  pause(): void {
    this.#socket.pause();
  }
  resume(): void {
    this.#socket.resume();
  }
  close(): void {
    this.#socket.close();
  }
}

/** Opens a socket; throws the status if it is rejected. */
export function openSocket({
  address,
  headers = {},
}: {
  address: string;
  headers?: { [name: string]: string };
}): Promise<TestSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace(/^http/, "ws"), { headers });
    const testSocket = new TestSocket(socket);
    socket.on("open", () => resolve(testSocket));
    socket.on("unexpected-response", (_request, response) => reject(new Error(`status ${response.statusCode}`)));
    socket.on("error", reject);
  });
}
