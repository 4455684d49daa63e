// reading.md §10: starts an export or an erasure of a person's data, for the platform and for the account itself.
import type { AppServices, RequestOrigin } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { queueErasure } from "#server/privacy/erase.ts";
import { countRows, readPersonalData } from "#server/privacy/export-personal-data.ts";
import { assertErasable, findUpcomingBookings, readErasurePreview } from "#server/privacy/preview.ts";
import { recordPrivacyRequest } from "#server/privacy/requests.ts";
import type { DataSubject } from "#server/privacy/subject.ts";

/** That of pre-booking, which neither this module nor the areas of accounts and privacy depend on. */
export type CancelBookings = (args: {
  services: AppServices;
  tx: Tx;
  ids: readonly number[];
  reason: string;
}) => Promise<void>;

interface RequestStart {
  services: AppServices;
  subject: DataSubject;
  reason: string;
  /** Who requests it. */
  userId: string;
  origin: RequestOrigin;
}

/** Reads everything about the person, and records that it was exported. */
export async function startExport(start: RequestStart): ReturnType<typeof readPersonalData> {
  const { services, subject } = start;
  const personalData = await readPersonalData({ sql: services.sql, subject });
  const counts = countRows(personalData);
  await runTransaction({
    sql: services.sql,
    work: (tx) => recordPrivacyRequest({ ...start, tx, kind: "export", counts }),
  });
  return personalData;
}

/**
 * Cancels the person's bookings, records the request and queues the job that erases; returns its id. ERASURE_VEHICLE_INSIDE,
 * ERASURE_MONEY_OWED; VOID_CASH_RECEIVED if staff received money for a booking.
 */
export function startErasure({
  cancelBookings,
  ...start
}: RequestStart & { cancelBookings: CancelBookings }): Promise<number> {
  const { services, subject } = start;
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      assertErasable(await readErasurePreview({ sql: tx, subject, now: services.clock() }));
      const ids = await findUpcomingBookings({ sql: tx, subject });
      await cancelBookings({ services, tx, ids, reason: "The customer's data is erased" });
      const request = await recordPrivacyRequest({ ...start, tx, kind: "erasure" });
      await queueErasure({ tx, request });
      return request;
    },
  });
}
