// Notification steps of the write path: who is notified of a change, queued in the same transaction (see
// `notifications` of a collection).
import type { RowOf } from "#domain/schema/registry.ts";
import type { Config } from "#server/config.ts";
import type { NotificationStep, WriteContext } from "#server/items/write/write-context.ts";
import { notifyEnquiryAnswer } from "#server/features/platform/enquiry-messages.ts";
import { notifyTwoPersonDecision } from "#server/features/platform/two-person-messages.ts";
import { notifyAreaDecision, notifyChangeDecision } from "#server/features/platform/request-messages.ts";
import { notifyOnboardingDecision } from "#server/features/onboarding/onboarding-messages.ts";

export function createNotificationSteps(config: Pick<Config, "publicUrl">): WriteContext["notifications"] {
  const onboardingDecision: NotificationStep<RowOf<"Companies"> | RowOf<"Branch">> = (args) =>
    notifyOnboardingDecision({ ...args, publicUrl: config.publicUrl });
  const twoPersonDecision: NotificationStep<RowOf<"Two_Person_Changes">> = (args) =>
    notifyTwoPersonDecision({ ...args, publicUrl: config.publicUrl });
  const enquiryAnswer: NotificationStep<RowOf<"Enquiries">> = (args) =>
    notifyEnquiryAnswer({ ...args, publicUrl: config.publicUrl });
  return {
    onboardingDecision,
    changeRequestDecision: notifyChangeDecision,
    areaRequestDecision: notifyAreaDecision,
    enquiryAnswer,
    twoPersonDecision,
  };
}
