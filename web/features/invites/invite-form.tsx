// Form of a new invite: visitor and validity period.
import { useEffect, useState } from "react";
import type { ActionBody } from "#domain/contracts.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { text } from "#domain/schema/fields.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { VehicleTypeField } from "#web/product/vehicles/vehicle-type-field.tsx";
import { sendInvite } from "#web/features/invites/api.ts";
import type { Invite } from "#web/features/invites/api.ts";
import {
  invitePeriodOptions,
  toSubmittedInvitePeriod,
  invitePeriodFields,
  parseInvitePeriod,
  checkPeriod,
} from "#web/features/invites/invite-period.ts";
import { t } from "#web/languages/t.ts";
import { tNodes, tPlural } from "#web/languages/nodes.ts";

/** The branch a visitor is invited to. */
export interface InviteTarget {
  id: number;
  name: string;
  zone: string;
  allowsPersons: boolean;
  /** Longest validity in days. */
  maxDays: number;
  requiresVehicleType: boolean;
}

interface InviteFormValues {
  [name: string]: string | boolean | null;
}

const kindOptions = [
  { value: "vehicle", label: "With a vehicle" },
  { value: "person", label: "On foot" },
];

function getInviteFields({ isPerson, requiresVehicleType }: { isPerson: boolean; requiresVehicleType: boolean }) {
  const { vehicle_no, vehicle_type, name, phone_no, email, entry_reason } = ParkingMainInformation.fields;
  const vehicleFields = {
    vehicle_no: { ...vehicle_no, required: true },
    vehicle_type: { ...vehicle_type, required: requiresVehicleType },
  };
  return {
    kind: text({ default: "vehicle" }),
    ...(isPerson ? {} : vehicleFields),
    name: { ...name, required: isPerson },
    phone_no: { ...phone_no, required: true },
    email,
    entry_reason: { ...entry_reason, label: "Purpose of visit" },
    length: text({ label: "When", default: invitePeriodOptions[0].value }),
    ...invitePeriodFields,
  };
}

const copiedFieldNames = ["vehicle_no", "name", "phone_no", "email", "entry_reason"] as const;

export function InviteForm({ target, onSent }: { target: InviteTarget; onSent: (invite: Invite) => void }) {
  const [isPerson, setIsPerson] = useState(false);

  async function submit(values: InviteFormValues): Promise<void> {
    const body: ActionBody<"POST /actions/invites"> = { branch: target.id };
    for (const name of copiedFieldNames) if (values[name]) body[name] = String(values[name]);
    if (values["vehicle_type"]) body.vehicle_type = Number(values["vehicle_type"]);
    if (isPerson) body.is_person = true;
    onSent(
      await sendInvite({
        ...body,
        ...toSubmittedInvitePeriod({ values, now: new Date(), zone: target.zone, maxDays: target.maxDays }),
      }),
    );
  }

  return (
    <Form fields={getInviteFields({ isPerson, requiresVehicleType: target.requiresVehicleType })} onSubmit={submit}>
      <Stack>
        {target.allowsPersons && <InviteKindField onChosen={setIsPerson} />}
        {isPerson ? (
          <FormField name="name" autoFocus />
        ) : (
          <>
            <FormField name="vehicle_no" widget="plate" autoFocus />
            <VehicleTypeField service="is_parking" branch={target.id} />
          </>
        )}
        <FormField name="phone_no" description={t("We send the invite here by SMS. Example: 98400 12345")} />
        {!isPerson && <FormField name="name" label={t("Name (optional)")} />}
        <FormField name="email" label={t("Email (optional)")} />
        <InvitePeriodFields zone={target.zone} maxDays={target.maxDays} />
        <FormField name="entry_reason" widget="long-text" />
        <SubmitButton>{t("Send invite")}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** Determines which fields the form has. */
function InviteKindField({ onChosen }: { onChosen: (isPerson: boolean) => void }) {
  const { values } = useFormState();
  const isPerson = values["kind"] === "person";
  useEffect(() => onChosen(isPerson), [isPerson, onChosen]);
  return <SegmentedRadio name="kind" label={t("Visitor type")} options={kindOptions} />;
}

function InvitePeriodFields({ zone, maxDays }: { zone: string; maxDays: number }) {
  const { values } = useFormState();
  const now = useNow();
  const period = parseInvitePeriod({ values, now, zone });
  return (
    <>
      <SegmentedRadio name="length" label={t("When")} options={invitePeriodOptions} />
      {values["length"] === "other" && (
        <Grid minColumnWidth={200} gap="xs">
          <FormField name="invite_start_date" />
          <FormField
            name="invite_end_date"
            description={tPlural(maxDays, "Up to {count} day after the start", "Up to {count} days after the start")}
          />
        </Grid>
      )}
      {period && !checkPeriod({ period, now, maxDays }) && (
        <Notice c="grey" role="status">
          {tNodes("Valid till {time}", { time: <DateTime at={period.invite_end_date} zone={zone} /> })}
        </Notice>
      )}
    </>
  );
}
