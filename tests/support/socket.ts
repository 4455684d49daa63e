// A WebSocket as a test holds it: what is told is kept in order, and waited for.
import WebSocket from "ws";

export interface Message {
  type: string;
  event?: string;
  status?: string;
  uid?: string;
  // A test looks into whatever the message holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
  error?: { code: string; message: string };
  [key: string]: unknown;
}

export class TestSocket {
  readonly #socket: WebSocket;
  readonly #told: Message[] = [];
  #wake: (() => void)[] = [];
  closedWith: { code: number; reason: string } | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const message = JSON.parse(String(data as Buffer)) as Message;
      // The server asks now and then whether we are still there.
      if (message.type === "ping") return socket.send('{"type":"pong"}');
      this.#told.push(message);
      this.#stir();
    });
    socket.on("close", (code, reason) => {
      this.closedWith = { code, reason: reason.toString() };
      this.#stir();
    });
  }

  #stir(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  send(message: object | string | Buffer): void {
    this.#socket.send(typeof message === "object" && !Buffer.isBuffer(message) ? JSON.stringify(message) : message);
  }

  /** The next message; undefined once the connection has ended. */
  async next(): Promise<Message | undefined> {
    while (this.#told.length === 0) {
      if (this.closedWith) return undefined;
      await new Promise<void>((wake) => this.#wake.push(wake));
    }
    return this.#told.shift();
  }

  /** Sends, and answers the next message. */
  async ask(message: object | string | Buffer): Promise<Message> {
    this.send(message);
    const answer = await this.next();
    if (!answer) throw new Error(`the connection ended: ${JSON.stringify(this.closedWith)}`);
    return answer;
  }

  async ended(): Promise<{ code: number; reason: string }> {
    while (!this.closedWith) await new Promise<void>((wake) => this.#wake.push(wake));
    return this.closedWith;
  }

  /** Reads nothing more, as a phone in a tunnel does. */
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

/** Opens a socket; throws the status where it is refused. */
export function openSocket({
  address,
  headers = {},
}: {
  address: string;
  headers?: { [name: string]: string };
}): Promise<TestSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace(/^http/, "ws"), { headers });
    const held = new TestSocket(socket);
    socket.on("open", () => resolve(held));
    socket.on("unexpected-response", (_request, response) => reject(new Error(`status ${response.statusCode}`)));
    socket.on("error", reject);
  });
}
