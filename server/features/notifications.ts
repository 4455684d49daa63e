// Notification steps of the write path: who is notified of a change, queued in the same transaction (see
// `notifications` of a collection).
import type { Config } from "#server/config.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { notifyAreaDecision, notifyChangeDecision } from "#server/features/platform/request-messages.ts";
import { notifyOnboardingDecision } from "#server/features/onboarding/onboarding-messages.ts";

export function createNotificationSteps(config: Pick<Config, "publicUrl">): WriteContext["notifications"] {
  return {
    onboardingDecision: (args) => notifyOnboardingDecision({ ...args, publicUrl: config.publicUrl }),
    changeRequestDecision: notifyChangeDecision,
    areaRequestDecision: notifyAreaDecision,
  };
}
