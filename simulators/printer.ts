// A receipt printer on TCP that decodes ESC/POS independently of the product's encoder. It knows the commands of a plain
// 58 or 80-mm printer only, and reports everything else as an error.
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

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

interface Style {
  isBold: boolean;
  scale: number;
}

/** Decodes everything that a printer received. Rows are `*bold*`, scaled ones `2x text`, centred ones without a mark. */
export function decodePages(bytes: Uint8Array): PrintedPage[] {
  const pages: PrintedPage[] = [];
  let page: PrintedPage = { rows: [], errors: [], drawer: false };
  let style: Style = { isBold: false, scale: 1 };
  let row = "";
  let qr = "";
  let at = 0;
  const take = (count: number): number[] => {
    const taken = Array.from(bytes.subarray(at, at + count));
    if (taken.length < count) page.errors.push("unexpected end");
    at += count;
    return taken;
  };
  const endRow = (): void => {
    const bold = style.isBold ? `*${row}*` : row;
    page.rows.push(style.scale > 1 ? `${style.scale}x ${bold}` : bold);
    row = "";
  };
  const decodeQr = (): void => {
    const [low = 0, high = 0] = take(2);
    const [symbol, command, ...data] = take(low + 256 * high);
    if (symbol !== 0x31) page.errors.push("unknown symbol");
    if (command === 0x50) qr = Buffer.from(data.slice(1)).toString("utf8");
    else if (command === 0x51) page.rows.push(`[QR ${qr}]`);
    else if (![0x41, 0x43, 0x45].includes(command ?? 0)) page.errors.push("unknown QR command");
  };
  const decodePicture = (): void => {
    const [kind, mode, low = 0, high = 0, rowsLow = 0, rowsHigh = 0] = take(6);
    const [width, height] = [low + 256 * high, rowsLow + 256 * rowsHigh];
    const bits = take(width * height);
    if (kind !== 0x30 || mode !== 0) page.errors.push("unknown picture");
    const ink = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
    page.rows.push(`[picture ${width * 8}x${height}${ink > 0 ? "" : " without ink"}]`);
  };
  const decodeEscape = (): void => {
    const [command = 0] = take(1);
    if (command === 0x40) style = { isBold: false, scale: 1 };
    else if (command === 0x61) take(1);
    else if (command === 0x64) take(1);
    else if (command === 0x45) style = { ...style, isBold: take(1)[0] === 1 };
    else if (command === 0x70) {
      take(3);
      page.drawer = true;
      const last = pages.at(-1);
      if (page.rows.length === 0 && last) last.drawer = true;
    } else page.errors.push(`unknown ESC ${command.toString(16)}`);
  };
  const decodeGroup = (): void => {
    const [command = 0] = take(1);
    if (command === 0x21) style = { ...style, scale: (take(1)[0]! & 7) + 1 };
    else if (command === 0x28 && take(1)[0] === 0x6b) decodeQr();
    else if (command === 0x76) decodePicture();
    else if (command === 0x56) {
      take(2);
      pages.push(page);
      page = { rows: [], errors: [], drawer: false };
    } else page.errors.push(`unknown GS ${command.toString(16)}`);
  };
  while (at < bytes.length) {
    const [byte = 0] = take(1);
    if (byte === 0x1b) decodeEscape();
    else if (byte === 0x1d) decodeGroup();
    else if (byte === 0x0a) endRow();
    else if (byte >= 0x20 && byte < 0x7f) row += String.fromCharCode(byte);
    else page.errors.push(`unknown byte ${byte.toString(16)}`);
  }
  return pages;
}

export class PrinterSimulator {
  mode: PrinterMode = "print";
  /** Pages of finished transmissions, oldest first. */
  readonly pages: PrintedPage[] = [];
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
      if (this.mode === "print") this.pages.push(...decodePages(Buffer.concat(chunks)));
    });
  }
}
