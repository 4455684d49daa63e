// An abusive client that repeats one request and reconnects whenever it is disconnected.
import { KeepAliveClient } from "#tools/bench/keep-alive-client.ts";

export interface AbuseOptions {
  method: string;
  path: string;
  token: string;
  body: string;
  ms: number;
}

export interface AbuseResult {
  /** Individual latencies in ms. */
  latencies: number[];
  /** Number of responses by code. */
  codes: { [code: string]: number };
}

export async function runAbusiveClients({
  host,
  port,
  options,
}: {
  host: string;
  port: number;
  options: AbuseOptions;
}): Promise<AbuseResult> {
  const request = KeepAliveClient.request(options);
  const result: AbuseResult = { latencies: [], codes: {} };
  const until = performance.now() + options.ms;
  let client: KeepAliveClient | undefined;
  while (performance.now() < until) {
    const startedAt = performance.now();
    client ??= await KeepAliveClient.open({ host, port });
    const code = await client.sendRequest(request).then(
      (response) => {
        const text = response.text();
        if (/\r\nconnection: close/i.test(text)) client = closeClient(client);
        return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? String(response.status);
      },
      () => {
        client = closeClient(client);
        return "connection closed";
      },
    );
    result.latencies.push(performance.now() - startedAt);
    result.codes[code] = (result.codes[code] ?? 0) + 1;
  }
  closeClient(client);
  return result;
}

function closeClient(client: KeepAliveClient | undefined): undefined {
  client?.close();
}
