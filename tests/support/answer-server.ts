// An external service over real HTTP that answers what a test gives it.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export interface GivenAnswer {
  status?: number;
  body: string;
}

/** Answers that no client may take for a result: not JSON at all, or JSON of another shape. */
export const unusableAnswers: readonly GivenAnswer[] = [
  { body: "" },
  { body: "null" },
  { body: "[]" },
  { body: '"success"' },
  { body: "200" },
  { body: "{" },
  { body: "{}" },
  { body: "<!doctype html><html><body>Gateway is busy</body></html>" },
  { status: 502, body: "<html>502 Bad Gateway</html>" },
];

export interface AnswerServer {
  url: string;
  /** Called for each request; with null the request is forwarded to `target`. */
  answer: (path: string) => GivenAnswer | null;
  /** Service behind this one. */
  target: string | null;
}

/** Starts the server; it is stopped after the tests of the file. */
export async function startAnswerServer(): Promise<AnswerServer> {
  const state: AnswerServer = { url: "", answer: () => ({ body: "" }), target: null };
  const server = createServer((request, response) => void respond({ request, response, state }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

async function respond(args: {
  request: IncomingMessage;
  response: ServerResponse;
  state: AnswerServer;
}): Promise<void> {
  const { request, response, state } = args;
  const given = state.answer(request.url!) ?? (await forward({ request, target: state.target! }));
  response.writeHead(given.status ?? 200, { "content-type": "application/json" });
  response.end(given.body);
}

async function forward({ request, target }: { request: IncomingMessage; target: string }): Promise<GivenAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const passed = ["authorization", "content-type", "x-verify", "x-merchant-id"].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const { method = "GET" } = request;
  const response = await fetch(target + request.url!, {
    method,
    headers: Object.fromEntries(passed),
    ...(method === "GET" ? {} : { body: Buffer.concat(chunks) }),
  });
  return { status: response.status, body: await response.text() };
}
