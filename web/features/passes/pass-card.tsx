// A pass with its validity, QR code and actions.
import { Button } from "@mantine/core";
import { IconCalendarPlus, IconDoorEnter } from "@tabler/icons-react";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { getNextPassStep } from "#domain/parking/next-step.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { getPassState, isPassIssued, isPassOver } from "#domain/passes/pass.ts";
import { countMoves, getMoveLimit } from "#domain/passes/pass-change.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { ApprovalActions } from "#web/product/approval-actions.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { MoreActions } from "#web/ui/overlays/more-actions.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { getInitialSlot, parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { useSlotFields } from "#web/product/slots/slots.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { useNavigate } from "react-router";
import { checkIn } from "#web/features/passes/api.ts";
import type { Pass } from "#web/features/passes/api.ts";
import { usePassChanges } from "#web/features/passes/pass-changes.tsx";
import { getPassDue, PassPayment, sheetStyle } from "#web/product/payments/pass-payment.tsx";
import { getPassBadge, toDate } from "#web/features/passes/pass-state.ts";
import { RenewPassSheet } from "#web/features/passes/renew-pass-sheet.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface PassStateOptions {
  pass: Pass;
  now: Date;
}

function getNextPassAction({ pass, now }: PassStateOptions) {
  const times = { pass_start_time: toDate(pass.pass_start_time), pass_end_time: toDate(pass.pass_end_time) };
  return getNextPassStep({ visitorRecord: { ...pass, ...times }, now });
}

export function PassCard({ pass }: { pass: Pass }) {
  const { branch, zone } = useBranch();
  const now = useNow();
  const moves = countMoves({ pass: { ...pass, moved_at: toDate(pass.moved_at) }, zone, now });
  const visitorLabel = pass.vehicle_no ?? pass.name ?? t("Visitor");
  const lasts = pass.due_till ?? pass.pass_end_time;
  const isHeld = pass.parking_status_id !== parkingSequence.cancelled && lasts !== null && new Date(lasts) > now;
  return (
    <Card
      gap="lg"
      aria-label={t("Pass for {visitorLabel}", { visitorLabel })}
      style={{ justifyItems: "center", textAlign: "center" }}
    >
      <StatusBadge {...getPassBadge({ pass, now })} size="large" />
      {pass.vehicle_no && (
        <div>
          <Plate number={pass.vehicle_no} size="large" />
        </div>
      )}
      {pass.name && (
        <Text size="xl" fw="bold">
          {pass.name}
        </Text>
      )}
      <p>
        <Text component="span" c="dimmed">
          {t("Valid from")}
        </Text>{" "}
        <DateTime at={pass.pass_start_time} zone={zone} />
        <br />
        <Text component="span" c="dimmed">
          {t("till")}
        </Text>{" "}
        <strong>
          <DateTime at={pass.pass_end_time} zone={zone} />
        </strong>
      </p>
      {Boolean(pass.slot_no) && isHeld && (
        <p>
          <Text component="span" c="dimmed">
            {t("Kept slot")}
          </Text>{" "}
          <strong>{formatSlot(pass)}</strong>
        </p>
      )}
      {pass.approved_at && (
        <Text c="dimmed">
          {tNodes(
            pass.parking_status_id === parkingSequence.cancelled
              ? "Rejected by {name}, {time}"
              : "Approved by {name}, {time}",
            {
              name: pass.approved_by?.first_name ?? t("Unknown user"),
              time: <RelativeTime at={pass.approved_at} zone={zone} />,
            },
          )}
        </Text>
      )}
      {pass.ended_at && (
        <Text c="dimmed">
          {tNodes("Ended {time}", { time: <DateTime at={pass.ended_at} zone={zone} /> })}
          {pass.change_reason && `: ${pass.change_reason}`}
        </Text>
      )}
      {pass.moved_at && (
        <Text c="dimmed">
          {tNodes("Vehicle changed {time}, {moves} of {limit} times this month", {
            time: <DateTime at={pass.moved_at} zone={zone} />,
            moves,
            limit: getMoveLimit(branch),
          })}
        </Text>
      )}
      {isPassIssued(getPassState({ pass, now })) && (
        <QrCode text={pass.qr} label={t("QR code of the pass for {visitorLabel}", { visitorLabel })} size="48mm" />
      )}
      <PassActions pass={pass} now={now} />
    </Card>
  );
}

function PassActions({ pass, now }: PassStateOptions) {
  const session = useRequiredSession();
  const [isRenewing, setIsRenewing] = useState(false);
  const step = getNextPassAction({ pass, now });
  const visitorLabel = pass.vehicle_no ?? pass.name ?? t("this pass");
  const isRejected = pass.parking_status_id === parkingSequence.cancelled;
  // A pass that was just ended, too, before the page's time has reached its end.
  const isOver = isPassOver(getPassState({ pass, now }));
  const canArrive = step === "arrive" && !isOver && pass.parking_status_id !== parkingSequence.in;
  const due = getPassDue({ pass, now });
  const changes = usePassChanges({ pass, now });
  return (
    <Stack gap="xs" style={{ width: "100%" }}>
      {step === "approve" && can(session, "request.decide") && (
        <ApprovalActions
          request={{ kind: "pass", id: pass.id }}
          isPerson={pass.is_person}
          visitorLabel={visitorLabel}
        />
      )}
      {can(session, "gate.operate") && canArrive && <CheckInWithPassButton pass={pass} />}
      {!isRejected && <PassPayment pass={pass} due={due} isMain={step !== "arrive"} />}
      {can(session, "gate.operate") && !isRejected && !pass.is_unpaid && (
        <Button
          size="xl"
          variant="default"
          leftSection={<IconCalendarPlus aria-hidden="true" />}
          onClick={() => setIsRenewing(true)}
        >
          {t("Renew pass")}
        </Button>
      )}
      {changes.actions.length > 0 && (
        <Group justify="center">
          <MoreActions actions={changes.actions} />
        </Group>
      )}
      <div style={sheetStyle}>
        {changes.sheet}
        <Sheet isOpen={isRenewing} title={t("Renew pass")} onClose={() => setIsRenewing(false)}>
          <RenewPassSheet pass={pass} now={now} onClose={() => setIsRenewing(false)} />
        </Sheet>
      </div>
    </Stack>
  );
}

/**
 * Checks in the next entry of the pass, after asking for the slot where staff choose it. If the branch requires photos,
 * it links to the check-in page instead.
 */
function CheckInWithPassButton({ pass }: { pass: Pass }) {
  const { branch, path } = useBranch();
  const navigate = useNavigate();
  const { isSlotChosen, slotFields } = useSlotFields();
  const [isChoosingSlot, setIsChoosingSlot] = useState(false);
  const buttonProps = { color: "marigold", size: "xl", leftSection: <IconDoorEnter aria-hidden="true" /> } as const;
  if (branch.allow_vehicle_image_required && !pass.is_person)
    return (
      <ButtonLink {...buttonProps} to={path(`parking/create?plate=${pass.vehicle_no ?? ""}`)}>
        {t("Check in")}
      </ButtonLink>
    );

  async function enter(slot: ReturnType<typeof parseChosenSlot> = {}): Promise<void> {
    const entry = await checkIn({ parking_main_info: pass.id, ...slot });
    showSuccess(pass.is_person ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN");
    await navigate(path(`parking/detail?id=${entry.id}`));
  }
  if (!isSlotChosen || pass.is_person)
    return (
      <AsyncButton {...buttonProps} onPress={() => enter()}>
        {t("Check in")}
      </AsyncButton>
    );
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsChoosingSlot(true)}>
        {t("Check in")}
      </Button>
      <Sheet isOpen={isChoosingSlot} title={t("Check in")} onClose={() => setIsChoosingSlot(false)}>
        <Form fields={slotFields} initial={getInitialSlot(pass)} onSubmit={(values) => enter(parseChosenSlot(values))}>
          <Stack>
            <SlotField vehicleType={pass.vehicle_type?.id ?? null} vehicleNumber={pass.vehicle_no} />
            <SubmitButton>{t("Check in")}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </>
  );
}
