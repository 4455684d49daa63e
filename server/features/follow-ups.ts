// Registry of the follow-ups: writes in other collections that keep them consistent with a change.
import { writeTariffVersion, writeTimeCharges } from "#server/features/tariffs/time-charge-sync.ts";

export const followUpSteps = {
  tariffVersion: writeTariffVersion,
  timeCharges: writeTimeCharges,
};
