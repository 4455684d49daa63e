// Somebody who means harm: sends one request over and over, and comes back whenever they are shut out.
import { KeepAlive } from "#tools/bench/keep-alive.ts";

export interface Siege {
  method: string;
  path: string;
  token: string;
  body: string;
  ms: number;
}

export interface Repelled {
  /** One by one, in ms. */
  latencies: number[];
  /** How often each code was answered. */
  codes: { [code: string]: number };
}

export async function besiege({ host, port, siege }: { host: string; port: number; siege: Siege }): Promise<Repelled> {
  const request = KeepAlive.request(siege);
  const repelled: Repelled = { latencies: [], codes: {} };
  const until = performance.now() + siege.ms;
  let client: KeepAlive | undefined;
  while (performance.now() < until) {
    const begun = performance.now();
    client ??= await KeepAlive.open({ host, port });
    const code = await client.answerTo(request).then(
      (answer) => {
        const text = answer.text();
        if (/\r\nconnection: close/i.test(text)) client = closed(client);
        return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? String(answer.status);
      },
      () => {
        client = closed(client);
        return "connection closed";
      },
    );
    repelled.latencies.push(performance.now() - begun);
    repelled.codes[code] = (repelled.codes[code] ?? 0) + 1;
  }
  closed(client);
  return repelled;
}

function closed(client: KeepAlive | undefined): undefined {
  client?.close();
}
