// Status of a company or branch as a badge.
import { IconLock } from "@tabler/icons-react";
import { onboardingStates } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { onboardingStatusIcons, onboardingStatusLabels } from "#web/product/submission/labels.ts";

export function CompanyStatus({ status, isSuspended = false }: { status: OnboardingStatus; isSuspended?: boolean }) {
  if (isSuspended && status === "published") return <StatusBadge label="Suspended" colour="red" icon={IconLock} />;
  return (
    <StatusBadge
      label={onboardingStatusLabels[status]}
      colour={onboardingStates.states[status].colour}
      icon={onboardingStatusIcons[status]}
    />
  );
}
