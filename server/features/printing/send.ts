// §4: one transmission to a network printer, over TCP. Printers acknowledge nothing, but end the connection after the last
// byte, or break it off.
import { connect, type Socket } from "node:net";
import type { PrinterAddress } from "#domain/printing/printer-address.ts";
import { deviceProblems, networkProblems, type PrintOutcome, transmissionMs } from "#domain/printing/print-job.ts";

export type Transmission = { outcome: "sent" } | { outcome: Exclude<PrintOutcome, "sent">; problem: string };

const connectMs = 5_000;

/** Never throws. */
export async function sendToPrinter({
  address: { host, port },
  bytes,
  timeoutMs = transmissionMs.network,
}: {
  address: PrinterAddress;
  bytes: Uint8Array;
  timeoutMs?: number;
}): Promise<Transmission> {
  const socket = connect({ host, port });
  socket.setNoDelay(true);
  try {
    await waitFor({ socket, event: "connect", timeoutMs: Math.min(connectMs, timeoutMs) });
  } catch (error) {
    socket.destroy();
    return { outcome: "off", problem: describeFailure(error) };
  }
  try {
    // What a printer reports while it prints is not read, but must not fill the buffer.
    socket.resume();
    const closed = waitFor({ socket, event: "close", timeoutMs });
    const finished = waitFor({ socket, event: "finish", timeoutMs });
    socket.end(bytes);
    await Promise.all([closed, finished]);
    return { outcome: "sent" };
  } catch {
    return { outcome: "unclear", problem: deviceProblems.interrupted };
  } finally {
    socket.destroy();
  }
}

/** Rejects with the error of the socket, after `timeoutMs`, and when it closes before. */
function waitFor({
  socket,
  event,
  timeoutMs,
}: {
  socket: Socket;
  event: "connect" | "close" | "finish";
  timeoutMs: number;
}): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No answer")), timeoutMs);
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    socket.once("error", settle);
    socket.once(event, () => settle());
    if (event !== "close") socket.once("close", () => settle(new Error("Closed")));
  });
}

function describeFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ECONNREFUSED" ? networkProblems.refused : networkProblems.silent;
}
