// A decision: what closes a place to its people asks once more.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";
import type { SubmissionKind } from "#domain/submission.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { decisionVerbs } from "#web/features/platform/words.ts";
import styles from "#web/features/platform/platform.module.css";

interface DecisionButtonProps {
  from: OnboardingStatus;
  decision: OnboardingStatus;
  kind: SubmissionKind;
  name: string;
  /** Whether all is said that must be; else it has been shown. */
  isReady: () => boolean;
  onDecide: () => Promise<void>;
}

export function DecisionButton({ from, decision, kind, name, isReady, onDecide }: DecisionButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const verb = decisionVerbs[decision];
  const closes = from === "published" || decision === "archived";
  if (!closes)
    return (
      <WaitingButton
        size="xl"
        {...(decision === "published" ? { color: "marigold" } : { variant: "default" })}
        onPress={async () => {
          if (isReady()) await onDecide();
        }}
      >
        {verb}
      </WaitingButton>
    );
  return (
    <>
      <Button size="xl" variant="default" onClick={() => setIsAsking(isReady())}>
        {verb}
      </Button>
      <Sheet isOpen={isAsking} title={`${verb} ${name}?`} onClose={() => setIsAsking(false)}>
        <p className={styles["consequence"]}>
          From now on nobody of this {kind} can log in, and customers no longer find it. Nothing is deleted.
        </p>
        <div className={styles["answers"]}>
          <Button size="xl" variant="default" onClick={() => setIsAsking(false)}>
            Keep it as it is
          </Button>
          <WaitingButton size="xl" color="ink" onPress={() => onDecide().finally(() => setIsAsking(false))}>
            {verb}
          </WaitingButton>
        </div>
      </Sheet>
    </>
  );
}
