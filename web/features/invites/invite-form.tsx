// Whom one invites, and for when: with a vehicle or on foot, now for some hours or at another time.
import { useEffect, useState } from "react";
import { email, personName, phone, text, vehicleNumber } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { Choices } from "#web/ui/choices.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { Moment } from "#web/ui/time.tsx";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import { sendInvite } from "#web/features/invites/api.ts";
import type { InviteWire } from "#web/features/invites/api.ts";
import { lengths, sentWindow, windowFields, windowOf } from "#web/features/invites/window.ts";
import styles from "#web/features/invites/invites.module.css";

/** Where one invites to. */
export interface InvitedTo {
  id: number;
  name: string;
  zone: string;
  takesPersons: boolean;
  asksType: boolean;
}

interface Values {
  [name: string]: string | boolean | null;
}

const kinds = [
  { value: "vehicle", label: "With a vehicle" },
  { value: "person", label: "On foot" },
];

function fieldsOf({ isPerson, asksType }: { isPerson: boolean; asksType: boolean }) {
  const ofVehicle = {
    vehicle_no: vehicleNumber({ required: true }),
    vehicle_type: text({ label: "Vehicle type", required: asksType }),
  };
  return {
    kind: text({ default: "vehicle" }),
    ...(isPerson ? {} : ofVehicle),
    name: personName({ required: isPerson }),
    phone_no: phone({ required: true }),
    email: email(),
    entry_reason: text({ label: "Why they come", max: limits.message }),
    length: text({ label: "When", default: lengths[0].value }),
    ...windowFields,
  };
}

const copied = ["vehicle_no", "name", "phone_no", "email", "entry_reason"];

export function InviteForm({ to, onSent }: { to: InvitedTo; onSent: (invite: InviteWire) => void }) {
  const [isPerson, setIsPerson] = useState(false);

  async function submit(values: Values): Promise<void> {
    const sent: { [field: string]: unknown } = { branch: to.id };
    for (const name of copied) if (values[name]) sent[name] = values[name];
    if (values["vehicle_type"]) sent["vehicle_type"] = Number(values["vehicle_type"]);
    if (isPerson) sent["is_person"] = true;
    onSent(await sendInvite({ ...sent, ...sentWindow({ values, now: new Date(), zone: to.zone }) }));
  }

  return (
    <Form fields={fieldsOf({ isPerson, asksType: to.asksType })} onSubmit={submit}>
      <div className={styles["form"]}>
        {to.takesPersons && <Kind onChosen={setIsPerson} />}
        {isPerson ? (
          <FormField name="name" autoFocus />
        ) : (
          <>
            <FormField name="vehicle_no" as="plate" autoFocus />
            <VehicleTypes service="is_parking" branch={to.id} />
          </>
        )}
        <FormField name="phone_no" placeholder="98400 12345" description="The link with the code goes there by SMS" />
        {!isPerson && <FormField name="name" label="Name (if you like)" />}
        <FormField name="email" label="Email (if you like)" />
        <When zone={to.zone} />
        <FormField name="entry_reason" as="long-text" />
        <SubmitButton>Send the invite</SubmitButton>
      </div>
    </Form>
  );
}

/** Which fields there are follows from this one. */
function Kind({ onChosen }: { onChosen: (isPerson: boolean) => void }) {
  const { values } = useFormState();
  const isPerson = values["kind"] === "person";
  useEffect(() => onChosen(isPerson), [isPerson, onChosen]);
  return <Choices name="kind" label="They come" options={kinds} />;
}

function When({ zone }: { zone: string }) {
  const { values } = useFormState();
  const now = useNow();
  const window = windowOf({ values, now, zone });
  return (
    <>
      <Choices name="length" label="When" options={lengths} />
      {values["length"] === "other" && (
        <div className={styles["pair"]}>
          <FormField name="invite_start_date" />
          <FormField name="invite_end_date" />
        </div>
      )}
      {window && (
        <p className={styles["note"]} role="status">
          Lets in until <Moment at={window.invite_end_date} zone={zone} />
        </p>
      )}
    </>
  );
}
