// Schedules the planning of offers: periodically for expired ones, and immediately for a branch whose tickets or users
// changed.
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import type { LiveEvent } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import { offerPickups } from "#server/features/valet/offer-pickups.ts";

const debounceMs = 100;

/** Runs only while the server listens; an app used through `inject` starts no timer. */
export function scheduleOffers(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  const changedBranches = new Set<number>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let isDue = false;

  /** Plans the first change immediately and collects those that follow within `debounceMs`. */
  async function plan(): Promise<void> {
    while (isDue || changedBranches.size > 0) {
      if (isDue) {
        isDue = false;
        await offerPickups({ services });
      }
      const branches = [...changedBranches];
      changedBranches.clear();
      for (const branch of branches) await offerPickups({ services, branch });
      if (branches.length > 0) await setTimeout(debounceMs);
    }
  }
  function start(): void {
    running ??= plan()
      .catch((error: unknown) => app.log.error(error))
      .finally(() => (running = undefined));
  }
  function onLiveEvent({ collection, branch }: LiveEvent): void {
    if (branch === null || (collection !== ValetAndParkingInformation.name && collection !== "users")) return;
    changedBranches.add(branch);
    start();
  }

  app.addHook("onListen", async () => {
    unsubscribe = live.onEvent(onLiveEvent);
    timer = setInterval(() => {
      isDue = true;
      start();
    }, limits.offersEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    unsubscribe?.();
    changedBranches.clear();
    await running;
  });
}
