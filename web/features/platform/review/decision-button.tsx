// Decision button; a decision that locks users out asks for confirmation.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { decisionActionLabels } from "#web/features/platform/labels.ts";
import { Stack } from "#web/ui/layout.tsx";

interface DecisionButtonProps {
  from: OnboardingStatus;
  decision: OnboardingStatus;
  kind: SubmissionKind;
  name: string;
  /** The decision is possible, but not the one to expect. */
  isSecondary: boolean;
  /** True if the decision may be sent; otherwise it has shown what is missing. */
  isReady: () => boolean;
  onDecide: () => Promise<void>;
}

export function DecisionButton({ from, decision, kind, name, isSecondary, isReady, onDecide }: DecisionButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const verb = decisionActionLabels[decision];
  const locksUsersOut = from === "published" || decision === "archived";
  if (!locksUsersOut)
    return (
      <AsyncButton
        size="xl"
        {...(decision === "published" && !isSecondary ? { color: "marigold" } : { variant: "default" })}
        onPress={async () => {
          if (isReady()) await onDecide();
        }}
      >
        {verb}
      </AsyncButton>
    );
  return (
    <>
      <Button size="xl" variant="default" onClick={() => setIsConfirming(isReady())}>
        {verb}
      </Button>
      <Sheet isOpen={isConfirming} title={`${verb} ${name}?`} onClose={() => setIsConfirming(false)}>
        <Stack gap="xs">
          <p>
            Customers will no longer find this {kind}, and no vehicle can check in. Gate staff, managers and admins keep
            access until the vehicles inside have left; all other users are locked out now. No data is deleted.
          </p>
          <Button size="xl" variant="default" onClick={() => setIsConfirming(false)}>
            Cancel
          </Button>
          <AsyncButton size="xl" color="ink" onPress={() => onDecide().finally(() => setIsConfirming(false))}>
            {verb}
          </AsyncButton>
        </Stack>
      </Sheet>
    </>
  );
}
