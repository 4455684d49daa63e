// Pages with a live stream, in a separate process: each reconnects as the browser's page does, and notes what it receives.
import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { now } from "#tools/bench/streams/clock.ts";

export interface StreamPage {
  branch: number;
  token: string;
}

/** What a page received: times in ms since 1970. */
export interface StreamRecord {
  branch: number;
  /** Entries of which an event arrived, and when it did for the first time. */
  received: Map<number, number>;
  /** When the page loaded everything anew: at each connection, and when the server asked for it. */
  reloads: number[];
  /** Longest time without a stream after the first one, in ms. */
  longestGapMs: number;
}

/** Sent by the parent: the servers of which one is asked at random, the pages to open, or the question for the results. */
export type StreamTask = { ports: number[]; pages: StreamPage[] } | "connected" | "records";
export type StreamAnswer = { connected: number } | { records: StreamRecord[] };

const collection = "Parking_Information";
/** As many pages connect at the same time at the beginning. */
const openingConcurrency = 16;
/** Of the first attempt, doubled by each further one up to the maximum, as `web/api/live-updates.ts` does. */
const firstDelayMs = 200;
const maxDelayMs = 2_500;

class Page {
  readonly record: StreamRecord;
  isConnected = false;
  readonly #token: string;
  readonly #ports: readonly number[];
  #last = "";
  #lostAt: number | undefined;

  constructor({ page, ports }: { page: StreamPage; ports: readonly number[] }) {
    this.record = { branch: page.branch, received: new Map(), reloads: [], longestGapMs: 0 };
    this.#token = page.token;
    this.#ports = ports;
  }

  /** Resolves when the first stream is ready; afterwards the page keeps itself connected. */
  async open(): Promise<void> {
    const ready = Promise.withResolvers<void>();
    void this.#stayConnected(ready.resolve);
    await ready.promise;
  }

  async #stayConnected(onReady: () => void): Promise<never> {
    for (let failures = 0; ; failures += 1) {
      try {
        await this.#connect(() => {
          failures = 0;
          onReady();
        });
      } catch {
        // The server was stopped: the next attempt may reach another one.
      }
      if (this.isConnected) this.#lostAt = now();
      this.isConnected = false;
      const maximum = failures === 0 ? firstDelayMs : Math.min(maxDelayMs, 1_000 * 2 ** (failures - 1));
      await delay(maximum * (0.75 + Math.random() / 2));
    }
  }

  /** One stream from its ticket to its end. */
  async #connect(onReady: () => void): Promise<void> {
    const port = this.#ports[Math.floor(Math.random() * this.#ports.length)]!;
    const ticket = await this.#requestTicket(port);
    const after = this.#last === "" ? "" : `&after=${this.#last}`;
    const asked = get({
      host: "127.0.0.1",
      port,
      path: `/live?ticket=${ticket}&collections=${collection}${after}`,
      agent: false,
    });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}.`);
    response.setEncoding("utf8");
    let text = "";
    for await (const chunk of response as AsyncIterable<string>) {
      text += chunk;
      const end = text.lastIndexOf("\n\n");
      if (end < 0) continue;
      const messages = text.slice(0, end).split("\n\n");
      text = text.slice(end + 2);
      for (const message of messages) this.#receive(message, onReady);
    }
  }

  async #requestTicket(port: number): Promise<string> {
    const asked = request({
      host: "127.0.0.1",
      port,
      path: "/live/ticket",
      method: "POST",
      agent: false,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json", "content-length": 2 },
    });
    asked.end("{}");
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    let body = "";
    for await (const chunk of response.setEncoding("utf8") as AsyncIterable<string>) body += chunk;
    if (response.statusCode !== 200) throw new Error(body);
    return (JSON.parse(body) as { data: { ticket: string } }).data.ticket;
  }

  #receive(message: string, onReady: () => void): void {
    const fields = Object.fromEntries(
      message.split("\n").map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    ) as { event?: string; id?: string; data?: string };
    if (fields.event === "ready" || fields.event === "reset") this.#reload(onReady);
    if (fields.event !== undefined || fields.id === undefined) return;
    this.#last = fields.id;
    const { id } = JSON.parse(fields.data!) as { id: number };
    if (!this.record.received.has(id)) this.record.received.set(id, now());
  }

  #reload(onReady: () => void): void {
    const at = now();
    if (this.#lostAt !== undefined) this.record.longestGapMs = Math.max(this.record.longestGapMs, at - this.#lostAt);
    this.#lostAt = undefined;
    this.isConnected = true;
    this.record.reloads.push(at);
    onReady();
  }
}

const pages: Page[] = [];
const answer = (value: StreamAnswer): void => void process.send!(value);

async function openPages({ ports, pages: asked }: Exclude<StreamTask, string>): Promise<void> {
  pages.push(...asked.map((page) => new Page({ page, ports })));
  const queue = pages.values();
  await Promise.all(
    Array.from({ length: openingConcurrency }, async () => {
      for (const page of queue) await page.open();
    }),
  );
}

process.on("message", (task: StreamTask) => {
  if (task === "records") answer({ records: pages.map(({ record }) => record) });
  else if (task === "connected") answer({ connected: pages.filter(({ isConnected }) => isConnected).length });
  else void openPages(task).then(() => answer({ connected: pages.length }));
});
await once(process, "disconnect");
process.exit();
