// The cheapest HTTP client there can be: one kept-alive connection, one request after the other, nothing read of the answer but how long it is.
import { connect, type Socket } from "node:net";
import { once } from "node:events";

export interface Answer {
  status: number;
  /** Head and body. */
  text: () => string;
}

export class KeepAlive {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #wanted = 0;
  #size = 0;
  #answered: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("error", (error) => this.#answered?.reject(error));
    socket.on("close", () => this.#answered?.reject(new Error("The server closed the connection.")));
  }

  static async open({ host, port }: { host: string; port: number }): Promise<KeepAlive> {
    const socket = connect({ host, port });
    await once(socket, "connect");
    return new KeepAlive(socket);
  }

  static request({
    method,
    path,
    token,
    body = "",
  }: {
    method: string;
    path: string;
    token: string;
    body?: string;
  }): string {
    const type = body === "" ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n${type}\r\n${body}`;
  }

  /** Anything but 200 is an error, for a bench of refusals measures nothing. */
  async ask(request: string): Promise<void> {
    const { status, text } = await this.answerTo(request);
    if (status !== 200) throw new Error(text());
  }

  /** Whatever is answered. */
  answerTo(request: string): Promise<Answer> {
    this.#chunks = [];
    this.#size = 0;
    this.#wanted = 0;
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#answered = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#wanted === 0) this.#wanted = this.#wholeSize();
    if (this.#wanted === 0 || this.#size < this.#wanted) return;
    const { resolve } = this.#answered!;
    this.#answered = undefined;
    const chunks = this.#chunks;
    const status = Number(chunks[0]!.toString("latin1", 9, 12));
    resolve({ status, text: () => Buffer.concat(chunks).toString() });
  }

  /** Head and body together, in bytes; 0 while the head is not there yet. */
  #wholeSize(): number {
    const text = (this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)).toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return 0;
    return end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  }
}
