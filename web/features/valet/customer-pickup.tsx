// §4 valet 2 → 3 by the customer: bring it now, or for a time one walks out at; and the number to call.
import { useState } from "react";
import { formatTime } from "#domain/rules/dates.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { requestPickup, wantAt } from "#web/features/valet/customer-api.ts";
import { Press } from "#web/features/valet/customer-button.tsx";
import type { CustomerActionProps } from "#web/features/valet/customer-charge.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import styles from "#web/features/valet/customer.module.css";

export function PickupActions(props: CustomerActionProps) {
  const { ticket, token, onChange, onFail } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const phone = ticket.branch.valet_number;
  const { sequence } = ticket.status;
  const mayAsk = sequence === valetSequence.parked;
  const mayWant = sequence <= valetSequence.parked;
  if (!mayWant && !phone) return null;
  return (
    <div className={styles["bar"]}>
      {mayWant && ticket.pickup_wanted_at && <Wanted {...props} at={ticket.pickup_wanted_at} />}
      {mayWant && isChoosing && <ChooseTime {...props} onDone={() => setIsChoosing(false)} />}
      {mayWant && !isChoosing && !ticket.pickup_wanted_at && (
        <button type="button" className={styles["button"]} onClick={() => setIsChoosing(true)}>
          For a time
        </button>
      )}
      {phone && (
        <a href={`tel:+91${phone}`} className={styles["button"]}>
          Call
        </a>
      )}
      {mayAsk && !isChoosing && (
        <Press isMain onPress={async () => onChange(await requestPickup(token))} onFail={onFail}>
          Bring my car
        </Press>
      )}
    </div>
  );
}

function Wanted({ at, ticket, token, onChange, onFail }: CustomerActionProps & { at: string }) {
  return (
    <div className={styles["wanted"]}>
      <p>
        Wanted at <strong className="figures">{formatTime({ at: new Date(at), zone: ticket.branch.zone })}</strong>. We
        ask for it in time.
      </p>
      <Press onPress={async () => onChange(await wantAt({ token, at: null }))} onFail={onFail}>
        Take it back
      </Press>
    </div>
  );
}

const stepMs = 15 * 60_000;
const choices = 16;

/** The next quarters of an hour, the first at least a quarter from now. */
function quartersFrom(now: number): Date[] {
  const first = Math.ceil((now + stepMs) / stepMs) * stepMs;
  return Array.from({ length: choices }, (_, place) => new Date(first + place * stepMs));
}

function ChooseTime({ ticket, token, onChange, onFail, onDone }: CustomerActionProps & { onDone: () => void }) {
  const [now] = useState(() => Date.now());
  const times = quartersFrom(now);
  const [chosen, setChosen] = useState(() => times[0]!.toISOString());
  return (
    <div className={styles["wanted"]}>
      <label htmlFor="wanted">When do you want it at the gate?</label>
      <select
        id="wanted"
        className={`figures ${styles["input"]}`}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {times.map((at) => (
          <option key={at.toISOString()} value={at.toISOString()}>
            {formatTime({ at, zone: ticket.branch.zone })}, in {showMinutes(Math.round((at.getTime() - now) / 60_000))}
          </option>
        ))}
      </select>
      <Press
        isMain
        onPress={async () => {
          onChange(await wantAt({ token, at: new Date(chosen) }));
          onDone();
        }}
        onFail={onFail}
      >
        Want it then
      </Press>
      <button type="button" className={styles["button"]} onClick={onDone}>
        Not now
      </button>
    </div>
  );
}
