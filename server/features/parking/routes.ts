// §2 §4: actions of the gate; each is a convenience over the common write path.
import type { FastifyInstance } from "fastify";
import { parkingActions } from "#domain/parking/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import { checkIn, checkInEntry } from "#server/features/parking/check-in.ts";
import { readEntryJson } from "#server/features/parking/entry-json.ts";
import { scanCode } from "#server/features/parking/scan-entry.ts";
import { takeEntryCash } from "#server/features/parking/take-cash.ts";
import { implement } from "#server/http/implement.ts";
import { updateItem } from "#server/items/write/write.ts";

const implementations = [
  implement(parkingActions.checkIn, async (call) => readEntryJson({ ...call, id: await checkIn(call) })),
  implement(parkingActions.scan, scanCode),
  implement(parkingActions.readSlip, readEntryJson),
  implement(parkingActions.checkInEntry, async (call) => {
    await checkInEntry(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.takeCash, async (call) => {
    await takeEntryCash(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.checkOut, async (call) => {
    const work = { collection: ParkingInformation, id: call.id, payload: { parking_status_id: 2 } };
    await runInTransaction({ ...call, work: (ctx) => updateItem({ ctx, ...work }) });
    return readEntryJson(call);
  }),
];

export function parkingRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
