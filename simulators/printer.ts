// A receipt printer on TCP. It knows the commands of a plain 58 or 80-mm printer only, and reports everything else as an error.
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { decodeEscPos, type Operation } from "#simulators/escpos-decoder.ts";

/** What lies on the counter after a cut: a line for each row of text, QR code or picture. */
interface PrintedPage {
  rows: string[];
  /** Commands and letters that the printer does not know. */
  errors: string[];
  /** Whether the drawer was opened after it. */
  drawer: boolean;
}

/** `hang` prints nothing and keeps the connection; `cut-off` breaks it off after some bytes. */
type PrinterMode = "print" | "hang" | "cut-off";

/** Decodes everything that a printer received. Rows are `*bold*`, scaled ones `2x text`, centred ones without a mark. */
export function decodePages(bytes: Uint8Array): PrintedPage[] {
  const pages: PrintedPage[] = [];
  let page: PrintedPage = { rows: [], errors: [], drawer: false };
  for (const operation of decodeEscPos(bytes)) {
    if (operation.kind === "text") page.rows.push(describeRow(operation));
    else if (operation.kind === "qr") page.rows.push(`[QR ${operation.text}]`);
    else if (operation.kind === "picture") page.rows.push(describePicture(operation));
    else if (operation.kind === "error") page.errors.push(operation.text);
    else if (operation.kind === "cut") {
      pages.push(page);
      page = { rows: [], errors: [], drawer: false };
    } else if (operation.kind === "drawer") {
      const last = page.rows.length === 0 ? pages.at(-1) : undefined;
      (last ?? page).drawer = true;
    }
  }
  return pages;
}

function describeRow({ text, isBold, height }: Extract<Operation, { kind: "text" }>): string {
  const row = isBold ? `*${text}*` : text;
  return height > 1 ? `${height}x ${row}` : row;
}

function describePicture({ bytesPerRow, rows, bits }: Extract<Operation, { kind: "picture" }>): string {
  return `[picture ${bytesPerRow * 8}x${rows}${bits.some((byte) => byte !== 0) ? "" : " without ink"}]`;
}

export class PrinterSimulator {
  mode: PrinterMode = "print";
  /** Pages of finished transmissions, oldest first. */
  readonly pages: PrintedPage[] = [];
  /** Bytes of finished transmissions, oldest first. */
  readonly transmissions: Buffer[] = [];
  connections = 0;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  /** Turns it on, at the same port as before. */
  async start(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address: AddressInfo | string | null = server.address();
    if (typeof address !== "object" || !address) throw new Error("The printer is not started.");
    this.#port = address.port;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Turns it off; the connection of a transmission breaks off. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    const chunks: Buffer[] = [];
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    if (this.mode === "hang") return void socket.pause();
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (this.mode === "cut-off") socket.resetAndDestroy();
    });
    socket.on("end", () => {
      if (this.mode !== "print") return;
      const bytes = Buffer.concat(chunks);
      this.transmissions.push(bytes);
      this.pages.push(...decodePages(bytes));
    });
  }
}
