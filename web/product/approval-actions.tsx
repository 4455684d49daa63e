// Approve and Reject buttons. A rejection asks for a reason; if another user decided first, their decision is shown.
import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { isErrorCode } from "#domain/errors.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { readApprovalOutcome, refreshApprovalRequests, decideApprovalRequest } from "#web/api/approvals.ts";
import type { ApprovalDecision, ApprovalOutcome, ApprovalRequestRef } from "#web/api/approvals.ts";
import { ApiError } from "#web/api/api-error.ts";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { formatRelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { RejectRequestSheet } from "#web/product/reject-request-sheet.tsx";
import { t } from "#web/languages/t.ts";

interface ApprovalActionsProps {
  request: ApprovalRequestRef;
  isPerson: boolean;
  /** The plate or the name. */
  visitorLabel: string;
}

const alreadyDecidedCodes = ["STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED"];

const successCodes = {
  approve: { person: "PERSON_APPROVED", vehicle: "VEHICLE_APPROVED" },
  reject: { person: "PERSON_REJECTED", vehicle: "VEHICLE_REJECTED" },
} as const;

export function ApprovalActions({ request, isPerson, visitorLabel }: ApprovalActionsProps) {
  const [isRejecting, setIsRejecting] = useState(false);

  async function send(decision: ApprovalDecision, reason?: string): Promise<void> {
    try {
      await decideApprovalRequest({ ...request, answer: decision, reason });
      setIsRejecting(false);
      showSuccess(successCodes[decision][isPerson ? "person" : "vehicle"]);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || !alreadyDecidedCodes.includes(thrown.code)) throw thrown;
      setIsRejecting(false);
      await showEarlierDecision({ request, visitorLabel, code: thrown.code });
    } finally {
      void refreshApprovalRequests();
    }
  }

  return (
    <Grid minColumnWidth={140} gap="xs">
      <Button
        size="xl"
        variant="default"
        aria-label={t("Reject {visitorLabel}", { visitorLabel })}
        leftSection={<IconX aria-hidden="true" />}
        onClick={() => setIsRejecting(true)}
      >
        {t("Reject")}
      </Button>
      <AsyncButton
        size="xl"
        color="green"
        aria-label={t("Approve {visitorLabel}", { visitorLabel })}
        leftSection={<IconCheck aria-hidden="true" />}
        onPress={() => send("approve")}
      >
        {t("Approve")}
      </AsyncButton>
      {isRejecting && (
        <RejectRequestSheet
          visitorLabel={visitorLabel}
          isPerson={isPerson}
          onReject={(reason) => send("reject", reason)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </Grid>
  );
}

async function showEarlierDecision({
  request,
  visitorLabel,
  code,
}: {
  request: ApprovalRequestRef;
  visitorLabel: string;
  code: string;
}): Promise<void> {
  const outcome = await readApprovalOutcome(request).catch(() => undefined);
  if (!isErrorCode(code)) return;
  const decision = outcome && describeDecision({ outcome, now: new Date() });
  return decision
    ? showErrorCode(
        code,
        t("{decision}: {visitor}. No decision is needed any more.", { decision, visitor: visitorLabel }),
      )
    : showErrorCode(code);
}

/** 'Asha approved this 2 min ago'; undefined if the request was withdrawn instead. */
function describeDecision({ outcome, now }: { outcome: ApprovalOutcome; now: Date }): string | undefined {
  const { approved_by: by, approved_at: at, parking_status_id: status } = outcome;
  if (!at) return undefined;
  return t(status === parkingSequence.cancelled ? "{name} rejected this {time}" : "{name} approved this {time}", {
    name: by?.first_name ?? t("Another approver"),
    time: formatRelativeTime({ at: new Date(at), now }),
  });
}
