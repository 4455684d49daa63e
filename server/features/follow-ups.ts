// Registry of the follow-ups: what a change causes in other collections, in the same transaction and for every API.
import type { RowOf } from "#domain/schema/registry.ts";
import type { NoticeServices } from "#server/features/parking/visitors/notify-approvers.ts";
import { notifyOfVisit } from "#server/features/parking/visitors/visit-messages.ts";
import { writeTariffVersion, writeTimeCharges } from "#server/features/tariffs/time-charge-sync.ts";
import type { FollowUpStep, WriteContext } from "#server/items/write/write-context.ts";

export const tariffFollowUps = { tariffVersion: writeTariffVersion, timeCharges: writeTimeCharges };

export function createFollowUpSteps(services: NoticeServices): WriteContext["followUps"] {
  const visitNotices: FollowUpStep<RowOf<"Parking_Information">> = (args) => notifyOfVisit({ services, ...args });
  return { ...tariffFollowUps, visitNotices };
}
