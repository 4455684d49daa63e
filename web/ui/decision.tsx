// Approve or reject with one thumb. A rejection asks once more, an answer that came too late says who was first.
import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { isErrorCode } from "#domain/errors.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { readAnswer, readAskedAgain, sendAnswer } from "#web/items/approvals.ts";
import type { Answer, Answered, Asked } from "#web/items/approvals.ts";
import { ApiError } from "#web/items/api-error.ts";
import { showCode, showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { agoOf } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/decision.module.css";

interface DecisionProps {
  asked: Asked;
  isPerson: boolean;
  /** The plate or the name. */
  who: string;
}

const tooLate = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"];

const said = {
  approve: { person: "PERSON_APPROVED", vehicle: "VEHICLE_APPROVED" },
  reject: { person: "PERSON_REJECTED", vehicle: "VEHICLE_REJECTED" },
} as const;

export function Decision({ asked, isPerson, who }: DecisionProps) {
  const [isRejecting, setIsRejecting] = useState(false);

  async function send(answer: Answer): Promise<void> {
    try {
      await sendAnswer({ ...asked, answer });
      showSuccess(said[answer][isPerson ? "person" : "vehicle"]);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || !tooLate.includes(thrown.code)) throw thrown;
      await tellWhoWasFirst({ asked, who, code: thrown.code });
    } finally {
      setIsRejecting(false);
      void readAskedAgain();
    }
  }

  return (
    <div className={styles["buttons"]}>
      <Button
        size="xl"
        variant="default"
        aria-label={`Reject ${who}`}
        leftSection={<IconX aria-hidden="true" />}
        onClick={() => setIsRejecting(true)}
      >
        Reject
      </Button>
      <WaitingButton
        size="xl"
        className={styles["approve"]!}
        aria-label={`Approve ${who}`}
        leftSection={<IconCheck aria-hidden="true" />}
        onPress={() => send("approve")}
      >
        Approve
      </WaitingButton>
      <Sheet isOpen={isRejecting} title={`Reject ${who}?`} onClose={() => setIsRejecting(false)}>
        <p className={styles["text"]}>The gate is told at once and does not let {isPerson ? "them" : "it"} in.</p>
        <div className={styles["buttons"]}>
          <Button size="xl" variant="default" onClick={() => setIsRejecting(false)}>
            Keep waiting
          </Button>
          <WaitingButton size="xl" className={styles["reject"]!} onPress={() => send("reject")}>
            Yes, reject
          </WaitingButton>
        </div>
      </Sheet>
    </div>
  );
}

async function tellWhoWasFirst({ asked, who, code }: { asked: Asked; who: string; code: string }): Promise<void> {
  const answered = await readAnswer(asked).catch(() => undefined);
  if (!isErrorCode(code)) return;
  const words = answered && wordsOfAnswer({ answered, now: new Date() });
  return words ? showCode(code, `${words}: ${who}. Nothing is left to answer.`) : showCode(code);
}

/** 'Asha approved this 2 min ago'; undefined where nobody answered: who asked has withdrawn. */
function wordsOfAnswer({ answered, now }: { answered: Answered; now: Date }): string | undefined {
  const { approved_by: by, approved_at: at, parking_status_id: status } = answered;
  if (!at) return undefined;
  const verb = status === parkingSequence.cancelled ? "rejected" : "approved";
  return `${by?.first_name ?? "Somebody else"} ${verb} this ${agoOf({ at: new Date(at), now })}`;
}
