// Decision button. A decision that emails the vendor or locks users out says what it does, and what is still open, first.
import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { ConfirmSheet } from "#web/ui/overlays/confirm-sheet.tsx";
import { decisionActionLabels } from "#web/features/platform/labels.ts";
import { Stack } from "#web/ui/layout.tsx";

interface DecisionButtonProps {
  from: OnboardingStatus;
  decision: OnboardingStatus;
  kind: SubmissionKind;
  name: string;
  /** The decision is possible, but not the one to expect. */
  isSecondary: boolean;
  /** Publishing takes two approvals, and this one is the first. */
  isFirstOfTwo: boolean;
  /** True if the decision may be sent; otherwise it has shown what is missing. */
  isReady: () => boolean;
  onDecide: () => Promise<void>;
  /** What is still open. */
  children: ReactNode;
}

export function DecisionButton(props: DecisionButtonProps) {
  const { decision, name, isSecondary, isReady, onDecide, children } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const verb = decisionActionLabels[decision];
  // Reopening emails nobody, and is undone by deciding again.
  if (decision === "draft")
    return (
      <AsyncButton size="xl" variant="default" onPress={onDecide}>
        {verb}
      </AsyncButton>
    );
  const isExpected = decision === "published" && !isSecondary;
  return (
    <>
      <Button
        size="xl"
        {...(isExpected ? { color: "marigold" } : { variant: "default" })}
        onClick={() => setIsConfirming(isReady())}
      >
        {verb}
      </Button>
      <ConfirmSheet
        isOpen={isConfirming}
        title={`${verb} ${name}?`}
        action={verb}
        colour={decision === "published" ? "marigold" : "red"}
        onConfirm={() => onDecide().finally(() => setIsConfirming(false))}
        onClose={() => setIsConfirming(false)}
      >
        <Stack>
          <p>{describeConsequence(props)}</p>
          {children}
        </Stack>
      </ConfirmSheet>
    </>
  );
}

function describeConsequence({ from, decision, kind, isFirstOfTwo }: DecisionButtonProps): string {
  const admins = kind === "company" ? "Its admins" : "The admins of its company";
  if (decision === "published")
    return isFirstOfTwo
      ? `Your approval is the first of two: the ${kind} stays under review until another verifier approves it.`
      : `${admins} are emailed. Customers find it and its people can log in once company and branch are both published.`;
  const closing =
    from === "published" || decision === "archived"
      ? `Customers will no longer find this ${kind}, and no vehicle can check in. Gate staff, managers and admins keep access until the vehicles inside have left; all other users are locked out now. No data is deleted.`
      : "";
  const correction = `${admins} are emailed your remarks and note, and can log in to correct it and submit it again.`;
  const reason = `${admins} are emailed your remarks and note.`;
  return [closing, decision === "rejected" ? correction : reason].filter(Boolean).join(" ");
}
