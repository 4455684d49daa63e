// When offers are planned: every second for what has run out, and at once for a branch whose tickets or people changed.
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import type { Live, LiveEvent } from "#server/services/live.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";
import { tickets } from "#server/features/valet/ticket.ts";

const rushMs = 100;

/** Only while the port is open: an app that is only asked within the process has no clock running. */
export function offerRounds(app: FastifyInstance, { house, live }: { house: House; live: Live }): void {
  const changed = new Set<number>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let unhear: (() => void) | undefined;
  let isDue = false;

  /** The first change at once; what comes in a rush after it is taken together. */
  async function plan(): Promise<void> {
    while (isDue || changed.size > 0) {
      if (isDue) {
        isDue = false;
        await offerPickups({ house });
      }
      const branches = [...changed];
      changed.clear();
      for (const branch of branches) await offerPickups({ house, branch });
      if (branches.length > 0) await setTimeout(rushMs);
    }
  }
  function start(): void {
    running ??= plan()
      .catch((error: unknown) => app.log.error(error))
      .finally(() => (running = undefined));
  }
  function hear({ collection, branch }: LiveEvent): void {
    if (branch === null || (collection !== tickets.name && collection !== "users")) return;
    changed.add(branch);
    start();
  }

  app.addHook("onListen", async () => {
    unhear = live.hear(hear);
    timer = setInterval(() => {
      isDue = true;
      start();
    }, limits.offersEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    unhear?.();
    changed.clear();
    await running;
  });
}
