// Registry of the follow-ups: what a change causes in other collections, in the same transaction and for every API.
import type { RowOf } from "#domain/schema/registry.ts";
import type { NoticeServices } from "#server/features/parking/visitors/notify-approvers.ts";
import { notifyOfVisit } from "#server/features/parking/visitors/visit-messages.ts";
import { notifyOfSupport } from "#server/features/platform/support/support-messages.ts";
import { writeTariffVersion, writeTimeCharges } from "#server/features/tariffs/time-charge-sync.ts";
import { returnOfferUses } from "#server/features/offers/return-uses.ts";
import { writeCreditNote } from "#server/features/payments/invoices/credit-note.ts";
import { deleteTestEntries } from "#server/features/parking/delete-test-entries.ts";
import type { FollowUpStep, WriteContext } from "#server/items/write/write-context.ts";

/** Those that notify nobody, also for data of tests. */
export const rowFollowUps = {
  tariffVersion: writeTariffVersion,
  timeCharges: writeTimeCharges,
  testEntries: deleteTestEntries,
  offerUses: returnOfferUses,
  creditNotes: writeCreditNote,
};

export function createFollowUpSteps(services: NoticeServices): WriteContext["followUps"] {
  const visitNotices: FollowUpStep<RowOf<"Parking_Information">> = (args) => notifyOfVisit({ services, ...args });
  const supportNotices: FollowUpStep<RowOf<"Support_Access">> = (args) =>
    notifyOfSupport({ ...args, publicUrl: services.config.publicUrl });
  return { ...rowFollowUps, visitNotices, supportNotices };
}
