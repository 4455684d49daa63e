// Simulates two thousand customers' pages in one process: each keeps a stream, reads its ticket on events, and
// reconnects.
import { Agent, get } from "node:http";

interface StartMessage {
  kind: "open" | "report";
  port?: number;
  tokens?: string[];
}
interface PageState {
  token: string;
  sequence: number;
  /** Time at which the page last displayed a read. */
  displayedAt: number;
  isLive: boolean;
}

/** Reconnection time, which the server tells an EventSource. */
const reconnectMs = 1_000;
const streamAgent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const readAgent = new Agent({ keepAlive: true, maxSockets: 64 });
const pages: PageState[] = [];
/** [index of the ticket, sequence, time of display] */
let updates: [number, number, number][] = [];
let port = 0;

function readTicket(index: number): void {
  const page = pages[index]!;
  const request = get(
    { port, agent: readAgent, path: "/actions/valet/customer/status", headers: { "x-ticket": page.token } },
    (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => {
        if (response.statusCode !== 200) return void setTimeout(readTicket, reconnectMs, index);
        const { data } = JSON.parse(text) as { data: { status: { sequence: number } } };
        page.isLive = true;
        if (data.status.sequence === page.sequence) return;
        page.sequence = data.status.sequence;
        page.displayedAt = Date.now();
        updates.push([index, page.sequence, page.displayedAt]);
      });
      response.on("error", () => {});
    },
  );
  // The stream reconnects by itself and reads again.
  request.on("error", () => {});
}

function openStream(index: number): void {
  const page = pages[index]!;
  let hasEnded = false;
  const reconnect = () => {
    if (hasEnded) return;
    hasEnded = true;
    page.isLive = false;
    setTimeout(openStream, reconnectMs * (0.8 + Math.random() * 0.4), index);
  };
  const path = `/actions/valet/customer/live?t=${encodeURIComponent(page.token)}`;
  const request = get({ port, agent: streamAgent, path }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (text.includes("event: ready") || /^id: /m.test(text)) readTicket(index);
    });
    response.on("close", reconnect);
    response.on("error", reconnect);
  });
  request.on("error", reconnect);
}

process.on("message", ({ kind, port: requestedPort, tokens = [] }: StartMessage) => {
  if (kind === "open") {
    port = requestedPort!;
    pages.push(...tokens.map((token) => ({ token, sequence: 0, displayedAt: 0, isLive: false })));
    // Spreads the connections over time, as with real customers.
    for (const index of pages.keys()) setTimeout(openStream, Math.random() * 4_000, index);
    return;
  }
  const live = pages.filter(({ isLive }) => isLive).length;
  process.send!({ live, updates, sequences: pages.map(({ sequence }) => sequence) });
  updates = [];
});
process.on("disconnect", () => process.exit());
