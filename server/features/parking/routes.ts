// §2 §4: actions of the gate; each is a convenience over the common write path.
import type { FastifyInstance } from "fastify";
import { parkingActions } from "#domain/parking/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import { checkIn, checkInEntry } from "#server/features/parking/check-in.ts";
import { correctEntry } from "#server/features/parking/corrections/correct-entry.ts";
import { editEntry } from "#server/features/parking/corrections/edit-entry.ts";
import { readEntryJson, toEntryJson } from "#server/features/parking/entry-json.ts";
import { recordRefusal } from "#server/features/parking/slots/record-refusal.ts";
import { recordExit } from "#server/features/parking/record-exit.ts";
import { recordPrint, withPrintCounts } from "#server/features/payments/receipts/record-print.ts";
import { scanCode } from "#server/features/parking/scan-entry.ts";
import { takeEntryCash, takeEntryPayment } from "#server/features/parking/take-cash.ts";
import { voidEntry } from "#server/features/parking/void-entry.ts";
import { noResult } from "#server/http/idempotency.ts";
import { implement } from "#server/http/implement.ts";
import { updateItem } from "#server/items/write/write.ts";

const implementations = [
  implement(parkingActions.checkIn, async (call) => {
    const { id, written } = await recordRefusal({ ...call, checkIn: () => checkIn(call) });
    return written ? toEntryJson({ ...call, id, written }) : readEntryJson({ ...call, id });
  }),
  implement(parkingActions.scan, scanCode),
  implement(parkingActions.readSlip, readEntryJson),
  implement(parkingActions.printSlip, async (call) => {
    const counts = await recordPrint({ ...call, collection: ParkingInformation });
    return withPrintCounts({ json: await readEntryJson(call), counts });
  }),
  implement(parkingActions.checkInEntry, async (call) => {
    await recordRefusal({ ...call, checkIn: () => checkInEntry(call) });
    return readEntryJson(call);
  }),
  implement(parkingActions.takeCash, async (call) => {
    await takeEntryCash(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.takePayment, async (call) => {
    await takeEntryPayment(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.checkOut, async (call) => {
    const work = { collection: ParkingInformation, id: call.id, payload: { parking_status_id: 2 } };
    await runInTransaction({
      ...call,
      result: noResult,
      work: (ctx) => updateItem({ ctx, ...work }),
    });
    return readEntryJson(call);
  }),
  implement(parkingActions.recordExit, async (call) => {
    await recordExit(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.edit, async (call) => {
    await editEntry(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.correct, async (call) => {
    await correctEntry(call);
    return readEntryJson(call);
  }),
  implement(parkingActions.voidEntry, async (call) => {
    await voidEntry(call);
    return readEntryJson(call);
  }),
];

export function parkingRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
