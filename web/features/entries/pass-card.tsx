// A pass as its holder and the gate see it: until when it holds, its QR, and what can be done with it now.
import { Button } from "@mantine/core";
import { IconCalendarPlus, IconDoorEnter } from "@tabler/icons-react";
import { useState } from "react";
import { nextStepOfPass } from "#domain/rules/next-step.ts";
import { renewalStart } from "#domain/rules/pass.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { answersRequests, worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Decision } from "#web/ui/decision.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Plate } from "#web/ui/plate.tsx";
import { QrCode } from "#web/ui/qr.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment, Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { useNavigate } from "react-router";
import { checkIn, renewPass } from "#web/features/entries/api.ts";
import type { PassWire } from "#web/features/entries/api.ts";
import { lengthFields, sentLength } from "#web/features/entries/length.ts";
import { PassLength } from "#web/features/entries/pass-length.tsx";
import styles from "#web/features/entries/entries.module.css";

interface PassAtTime {
  pass: PassWire;
  now: Date;
}

/** Of a pass, what its state and its renewal follow from. */
type Holding = Pick<
  PassWire,
  "id" | "pass_start_time" | "pass_end_time" | "parking_status_id" | "is_waiting_for_approve"
>;

function dateOf(wire: string | null): Date | null {
  return wire === null ? null : new Date(wire);
}

export function stateOfPass({ pass, now }: { pass: Holding; now: Date }): { label: string; colour: string } {
  const start = dateOf(pass.pass_start_time);
  const end = dateOf(pass.pass_end_time);
  if (pass.parking_status_id === parkingSequence.cancelled) return { label: "Rejected", colour: "grey" };
  if (pass.is_waiting_for_approve) return { label: "Approval Pending", colour: "amber" };
  if (end && end <= now) return { label: "Ended", colour: "red" };
  return start && start > now ? { label: "Begins later", colour: "amber" } : { label: "Holds", colour: "green" };
}

function stepOf({ pass, now }: PassAtTime) {
  const times = { pass_start_time: dateOf(pass.pass_start_time), pass_end_time: dateOf(pass.pass_end_time) };
  return nextStepOfPass({ main: { ...pass, ...times }, now });
}

export function PassCard({ pass }: { pass: PassWire }) {
  const { zone } = useBranch();
  const now = useNow();
  const who = pass.vehicle_no ?? pass.name ?? "This pass";
  return (
    <section className={styles["pass"]} aria-label={`Pass of ${who}`}>
      <StatusBadge {...stateOfPass({ pass, now })} size="large" />
      {pass.vehicle_no && (
        <div>
          <Plate number={pass.vehicle_no} size="large" />
        </div>
      )}
      {pass.name && <p className={styles["name"]}>{pass.name}</p>}
      <p>
        <span className={styles["soft"]}>From</span> <Moment at={pass.pass_start_time} zone={zone} />
        <br />
        <span className={styles["soft"]}>until</span>{" "}
        <strong>
          <Moment at={pass.pass_end_time} zone={zone} />
        </strong>
      </p>
      {pass.approved_at && (
        <p className={styles["soft"]}>
          {pass.parking_status_id === parkingSequence.cancelled ? "Rejected by" : "Approved by"}{" "}
          {pass.approved_by?.first_name ?? "Somebody"}, <Since at={pass.approved_at} zone={zone} />
        </p>
      )}
      <QrCode text={pass.qr} label={`QR of the pass of ${who}`} size="48mm" />
      <Actions pass={pass} now={now} />
    </section>
  );
}

function Actions({ pass, now }: PassAtTime) {
  const { role } = useKnownSession();
  const [isRenewing, setIsRenewing] = useState(false);
  const step = stepOf({ pass, now });
  const who = pass.vehicle_no ?? pass.name ?? "this pass";
  const isRejected = pass.parking_status_id === parkingSequence.cancelled;
  return (
    <div className={styles["buttons"]}>
      {step === "approve" && answersRequests(role) && (
        <Decision asked={{ kind: "pass", id: pass.id }} isPerson={pass.is_person} who={who} />
      )}
      {worksAtGate(role) && step === "arrive" && pass.parking_status_id !== parkingSequence.in && (
        <Arrive pass={pass} />
      )}
      {worksAtGate(role) && !isRejected && (
        <Button
          size="xl"
          variant="default"
          leftSection={<IconCalendarPlus aria-hidden="true" />}
          onClick={() => setIsRenewing(true)}
        >
          Renew
        </Button>
      )}
      <Sheet isOpen={isRenewing} title="Renew the pass" onClose={() => setIsRenewing(false)}>
        <Renewal pass={pass} now={now} onClose={() => setIsRenewing(false)} />
      </Sheet>
    </div>
  );
}

/** The vehicle is here: the next visit of its pass. Where pictures are asked for, the check-in takes them. */
function Arrive({ pass }: { pass: PassWire }) {
  const { branch, path } = useBranch();
  const navigate = useNavigate();
  const looks = { color: "marigold", size: "xl", leftSection: <IconDoorEnter aria-hidden="true" /> } as const;
  if (branch.allow_vehicle_image_required && !pass.is_person)
    return (
      <ButtonLink {...looks} to={path(`parking/create?plate=${pass.vehicle_no ?? ""}`)}>
        Check in
      </ButtonLink>
    );

  async function enter(): Promise<void> {
    const entry = await checkIn({ parking_main_info: pass.id });
    showSuccess(pass.is_person ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN");
    await navigate(path(`parking/detail?id=${entry.id}`));
  }
  return (
    <WaitingButton {...looks} onPress={enter}>
      Check in
    </WaitingButton>
  );
}

/** How long it is to go on, in a sheet. */
export function Renewal({ pass, now, onClose }: { pass: Holding; now: Date; onClose: () => void }) {
  const { zone } = useBranch();
  const start = renewalStart({ end: dateOf(pass.pass_end_time), now });

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await renewPass(pass.id, sentLength({ values, zone }));
    onClose();
    showSuccess("DATA_UPDATED");
  }
  return (
    <Form fields={lengthFields} onSubmit={submit}>
      <div className={styles["form"]}>
        <p>
          It goes on from <Moment at={start} zone={zone} />.
        </p>
        <PassLength start={start} />
        <SubmitButton>Renew</SubmitButton>
      </div>
    </Form>
  );
}
