// Two thousand customers' pages in one process: each keeps its stream, reads its ticket when told, and comes back after a break.
import { Agent, get } from "node:http";

interface Told {
  kind: "open" | "report";
  port?: number;
  tokens?: string[];
}
interface PageState {
  token: string;
  sequence: number;
  /** When the page last showed what it had just read. */
  seenAt: number;
  isLive: boolean;
}

/** As an EventSource does: the server says how long to wait before the next try. */
const retryMs = 1_000;
const streams = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const reads = new Agent({ keepAlive: true, maxSockets: 64 });
const pages: PageState[] = [];
/** [ticket's place in the list, sequence, when it was shown] */
let seen: [number, number, number][] = [];
let port = 0;

function read(place: number): void {
  const page = pages[place]!;
  const request = get(
    { port, agent: reads, path: "/actions/valet/customer/status", headers: { "x-ticket": page.token } },
    (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => {
        if (response.statusCode !== 200) return void setTimeout(read, retryMs, place);
        const { data } = JSON.parse(text) as { data: { status: { sequence: number } } };
        page.isLive = true;
        if (data.status.sequence === page.sequence) return;
        page.sequence = data.status.sequence;
        page.seenAt = Date.now();
        seen.push([place, page.sequence, page.seenAt]);
      });
      response.on("error", () => {});
    },
  );
  // The stream comes back by itself and reads again.
  request.on("error", () => {});
}

function open(place: number): void {
  const page = pages[place]!;
  let isOver = false;
  const again = () => {
    if (isOver) return;
    isOver = true;
    page.isLive = false;
    setTimeout(open, retryMs * (0.8 + Math.random() * 0.4), place);
  };
  const path = `/actions/valet/customer/live?t=${encodeURIComponent(page.token)}`;
  const request = get({ port, agent: streams, path }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (text.includes("event: ready") || /^id: /m.test(text)) read(place);
    });
    response.on("close", again);
    response.on("error", again);
  });
  request.on("error", again);
}

process.on("message", ({ kind, port: given, tokens = [] }: Told) => {
  if (kind === "open") {
    port = given!;
    pages.push(...tokens.map((token) => ({ token, sequence: 0, seenAt: 0, isLive: false })));
    // Not all in the same instant, as guests do not come.
    for (const place of pages.keys()) setTimeout(open, Math.random() * 4_000, place);
    return;
  }
  const live = pages.filter(({ isLive }) => isLive).length;
  process.send!({ live, seen, sequences: pages.map(({ sequence }) => sequence) });
  seen = [];
});
process.on("disconnect", () => process.exit());
