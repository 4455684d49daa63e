// §2 §3: routes of pre-booking at the desk, and the timer that finds no-shows.
import type { FastifyInstance } from "fastify";
import * as limits from "#domain/limits.ts";
import { bookingFields, preBookingActions } from "#domain/pre-booking/actions.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import type { AppServices } from "#server/context.ts";
import { arriveWithBooking } from "#server/features/parking/bookings/arrive.ts";
import { prepayBooking } from "#server/features/parking/bookings/prepay.ts";
import { bookSlot, cancelBooking } from "#server/features/pre-booking/book-slot.ts";
import { markNoShows } from "#server/features/pre-booking/mark-no-shows.ts";
import { getBookingBranch, loadBookingBranch, planBooking } from "#server/features/pre-booking/plan-booking.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { readRowAs } from "#server/request.ts";

async function readBookingJson({ services, session, id }: SessionContext & { id: number }): Promise<string> {
  const collection = PreBookingInformation;
  const { data } = await readRowAs({ services, session, collection, id, fields: bookingFields });
  return data === "[]" ? throwApiError("FORBIDDEN") : `{"data":${data.slice(1, -1)}}`;
}

const implementations = [
  implement(preBookingActions.quote, async ({ services: { sql, clock }, session: { actor }, body }) => {
    const branch = await loadBookingBranch({ tx: sql, actor, id: getBookingBranch({ body, actor }) });
    const { charge, lines, slot, terms } = await planBooking({ tx: sql, branch, body, now: clock() });
    return {
      charge,
      lines,
      slot_prefix: slot.prefix,
      slot_no: slot.number,
      held_from: terms.heldFrom.toISOString(),
      no_show_at: terms.noShowAt.toISOString(),
    };
  }),
  implement(preBookingActions.create, async (call) => readBookingJson({ ...call, id: await bookSlot(call) })),
  implement(preBookingActions.prepay, async (call) => {
    await prepayBooking(call);
    return readBookingJson(call);
  }),
  implement(preBookingActions.arrive, async (call) => {
    await arriveWithBooking(call);
    return readBookingJson(call);
  }),
  implement(preBookingActions.cancel, async (call) => {
    await cancelBooking(call);
    return readBookingJson(call);
  }),
];

export function preBookingRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
  scheduleNoShows(app, services);
}

/** Runs only while the server listens; an app used through `inject` starts no timer. */
function scheduleNoShows(app: FastifyInstance, services: AppServices): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const mark = () => {
    running = markNoShows({ services, now: services.clock() }).catch((error: unknown) => app.log.error(error));
  };
  app.addHook("onListen", async () => {
    mark();
    timer = setInterval(mark, limits.noShowCheckEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    await running;
  });
}
