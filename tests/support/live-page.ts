// A page that shows the number of entries of a branch and keeps it by live events, with the reconnections and retries of the browser's
// (web/api/live-updates.ts, web/api/query-client.ts).
import { setTimeout as sleep } from "node:timers/promises";

/** Missed beats after which the browser opens another stream. */
const silenceMs = 4_000;
const retries = [500, 1_000];

export class LivePage {
  readonly #address: string;
  readonly branch: number;
  readonly #token: string;
  /** Times of the acknowledgements that the page has yet to show; see DrillLoad. */
  readonly #acceptedAt: () => readonly number[];
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #lastId = "";
  #reading: Promise<void> | undefined;
  #isStale = false;
  #seen = 0;
  /** What the page shows. */
  shown = 0;
  /** The longest time from an acknowledgement until the page showed it. */
  slowestMs = 0;

  constructor({ address, branch, token, acceptedAt }: LivePageOptions) {
    this.#address = address;
    this.branch = branch;
    this.#token = token;
    this.#acceptedAt = acceptedAt;
  }

  open(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    await this.#reading;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#listen().catch(() => {});
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }

  async #listen(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal]);
    let silence = setTimeout(() => ended.abort(), silenceMs);
    try {
      const ticketResponse = await fetch(`${this.#address}/live/ticket`, {
        method: "POST",
        headers,
        body: "{}",
        signal,
      });
      const { data } = (await ticketResponse.json()) as { data: { ticket: string } };
      const query = new URLSearchParams({ ticket: data.ticket, collections: "Parking_Information" });
      if (this.#lastId) query.set("after", this.#lastId);
      const response = await fetch(`${this.#address}/live?${query.toString()}`, { signal });
      let text = "";
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        clearTimeout(silence);
        silence = setTimeout(() => ended.abort(), silenceMs);
        const messages = (text + chunk).split("\n\n");
        text = messages.pop()!;
        for (const message of messages) this.#receive(message);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  #receive(message: string): void {
    const id = /^id: (.+)$/m.exec(message)?.[1];
    if (id) this.#lastId = id;
    if (id || /^event: (ready|reset)$/m.test(message)) this.#refetch();
  }

  #refetch(): void {
    if (this.#reading) {
      this.#isStale = true;
      return;
    }
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
      if (this.#isStale) {
        this.#isStale = false;
        this.#refetch();
      }
    });
  }

  /** As the browser's queries: after two repetitions the page waits for the next event. */
  async #read(): Promise<void> {
    const query = `fields=id&limit=1&meta=filter_count&filter[branch][_eq]=${this.branch}`;
    for (const pause of [...retries, undefined]) {
      const count = await fetch(`${this.#address}/items/Parking_Information?${query}`, {
        headers: { authorization: `Bearer ${this.#token}` },
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(30_000)]),
      })
        .then(async (response) => ((await response.json()) as { meta?: { filter_count: number } }).meta?.filter_count)
        .catch(() => undefined);
      if (count !== undefined) return this.#show(count);
      if (pause === undefined || this.#stopped.signal.aborted) return;
      await sleep(pause);
    }
  }

  #show(count: number): void {
    this.shown = count;
    const times = this.#acceptedAt();
    const now = performance.now();
    for (; this.#seen < Math.min(count, times.length); this.#seen += 1)
      this.slowestMs = Math.max(this.slowestMs, now - times[this.#seen]!);
  }
}

interface LivePageOptions {
  address: string;
  branch: number;
  token: string;
  acceptedAt: () => readonly number[];
}
