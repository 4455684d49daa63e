// Whom a change concerns and is told of it, in its transaction (see `tells` of a collection).
import type { Config } from "#server/config.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { tellAreaAnswer, tellChangeAnswer } from "#server/services/request-messages.ts";
import { tellOnboardingDecision } from "#server/services/onboarding-messages.ts";

export function tellSteps(config: Pick<Config, "publicUrl">): WriteContext["tells"] {
  return {
    onboardingDecision: (args) => tellOnboardingDecision({ ...args, publicUrl: config.publicUrl }),
    changeAnswer: tellChangeAnswer,
    areaAnswer: tellAreaAnswer,
  };
}
