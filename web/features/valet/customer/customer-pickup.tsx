// §4 valet 2 → 3 by the customer: requests the car now or schedules the pickup; shows the valet's phone number.
import { useState } from "react";
import { formatTime } from "#domain/dates.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { cancelPickup, requestPickup, schedulePickup } from "#web/features/valet/customer/customer-api.ts";
import { CustomerButton } from "#web/features/valet/customer/customer-button.tsx";
import type { CustomerActionProps } from "#web/features/valet/customer/customer-charge.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar, Card } from "#web/ui/page.tsx";
import styles from "#web/features/valet/customer/customer.module.css";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface PickupActionsProps extends CustomerActionProps {
  /** Why the last press failed; beside the buttons, since the page may be scrolled. */
  failure: string | undefined;
}

export function PickupActions({ failure, ...props }: PickupActionsProps) {
  const { ticket, token, onChange, onError } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const phone = ticket.branch.valet_number;
  const { sequence } = ticket.status;
  const canRequest = sequence === valetSequence.parked;
  const canSchedule = sequence <= valetSequence.parked;
  const canCancel = sequence === valetSequence.pickupRequested;
  if (!canSchedule && !canCancel && !phone && !failure) return null;
  return (
    <ActionBar>
      {failure && (
        <Notice c="red" role="alert" className={styles["wide"]}>
          {failure}
        </Notice>
      )}
      {canSchedule && ticket.pickup_wanted_at && <ScheduledPickup {...props} at={ticket.pickup_wanted_at} />}
      {canSchedule && isChoosing && <PickupTimeForm {...props} onDone={() => setIsChoosing(false)} />}
      {canSchedule && !isChoosing && !ticket.pickup_wanted_at && (
        <button type="button" className={styles["button"]} onClick={() => setIsChoosing(true)}>
          {t("Schedule")}
        </button>
      )}
      {canCancel && (
        <CustomerButton onPress={async () => onChange(await cancelPickup(token))} onError={onError}>
          {t("Cancel request")}
        </CustomerButton>
      )}
      {phone && (
        <a href={`tel:+91${phone}`} className={styles["button"]}>
          {t("Call")}
        </a>
      )}
      {canRequest && !isChoosing && (
        <CustomerButton isPrimary onPress={async () => onChange(await requestPickup(token))} onError={onError}>
          {t("Request my car")}
        </CustomerButton>
      )}
    </ActionBar>
  );
}

function ScheduledPickup({ at, ticket, token, onChange, onError }: CustomerActionProps & { at: string }) {
  return (
    <Card className={styles["wide"]} gap="sm">
      <p>
        {tNodes("Scheduled for {time}. We will request your car in time.", {
          time: <strong className="figures">{formatTime({ at: new Date(at), zone: ticket.branch.zone })}</strong>,
        })}
      </p>
      <CustomerButton onPress={async () => onChange(await schedulePickup({ token, at: null }))} onError={onError}>
        {t("Cancel request")}
      </CustomerButton>
    </Card>
  );
}

const pickupStepMs = 15 * 60_000;
const maxPickupTimes = 16;

/** Quarter hours, the first at least 15 minutes after `now` (ms). */
function listPickupTimes(now: number): Date[] {
  const first = Math.ceil((now + pickupStepMs) / pickupStepMs) * pickupStepMs;
  return Array.from({ length: maxPickupTimes }, (_, index) => new Date(first + index * pickupStepMs));
}

function PickupTimeForm({ ticket, token, onChange, onError, onDone }: CustomerActionProps & { onDone: () => void }) {
  const [now] = useState(() => Date.now());
  const times = listPickupTimes(now);
  const [chosen, setChosen] = useState(() => times[0]!.toISOString());
  return (
    <Card className={styles["wide"]} gap="sm">
      <label htmlFor="pickup-time">{t("Pickup time at the gate")}</label>
      <select
        id="pickup-time"
        className={`figures ${styles["input"]}`}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {times.map((at) => (
          <option key={at.toISOString()} value={at.toISOString()}>
            {t("{time}, in {duration}", {
              time: formatTime({ at, zone: ticket.branch.zone }),
              duration: formatMinutes(Math.round((at.getTime() - now) / 60_000)),
            })}
          </option>
        ))}
      </select>
      <CustomerButton
        isPrimary
        onPress={async () => {
          onChange(await schedulePickup({ token, at: new Date(chosen) }));
          onDone();
        }}
        onError={onError}
      >
        {t("Confirm time")}
      </CustomerButton>
      <button type="button" className={styles["button"]} onClick={onDone}>
        {t("Cancel")}
      </button>
    </Card>
  );
}
