// The platform's share of the receipts of a branch or of new branches, in percent, changed by two persons; recorded for
// settlement only (reading.md §5).
import { useState } from "react";
import type { ReactNode } from "react";
import { formatDate } from "#domain/dates.ts";
import { feeNames, formatFee } from "#domain/platform/two-person-change.ts";
import { TwoPersonChanges as TwoPersonChangesCollection } from "#domain/platform/two-person-changes.collection.ts";
import type { Fields, Row } from "#domain/schema/collection.ts";
import { getFieldLabel, text } from "#domain/schema/fields.ts";
import { createItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import {
  ProposeButton,
  type TwoPersonChange,
  TwoPersonChanges,
} from "#web/features/platform/two-person/two-person-changes.tsx";
import { DayField } from "#web/product/forms/day-field.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, type FormValues, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

const declared = TwoPersonChangesCollection.fields;
const percentField = (label: string) =>
  text({
    label,
    pattern: /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/,
    message: "*Enter a percentage from 0 to 100, such as 2.50",
  });
const feeFields = {
  platform_charges: percentField("Platform fee (%)"),
  service_charges: percentField("Service fee (%)"),
  reason: declared.reason,
};

const labels = feeNames.map((name) => ({ name, label: getFieldLabel(name, declared[name]) }));

/** Stored in hundredths of a percent. */
const toTyped = (stored: unknown): string => (typeof stored === "number" ? (stored / 100).toFixed(2) : "");
const toStored = (typed: unknown): number | null =>
  typeof typed === "string" && typed !== "" ? Math.round(Number(typed) * 100) : null;

function describeFees(change: TwoPersonChange): string[] {
  const changed = labels.filter(({ name }) => change.previous[name] !== change[name]);
  return changed.map(({ name, label }) => `${label}: ${formatFee(change.previous[name])} → ${formatFee(change[name])}`);
}

const describeBranchFees = (change: TwoPersonChange): string[] => [...describeFees(change), `From ${change.start_day}`];

export function PlatformFees({ row }: { row: Row & { id: number } }) {
  const zone = typeof row["time_zone"] === "string" ? row["time_zone"] : undefined;
  const [today] = useState(() => formatDate({ at: new Date(), zone }));
  return (
    <Fees
      title="Platform fees"
      row={row}
      subject={{ subject: "branch_fees", branch: row.id }}
      describe={describeBranchFees}
      fields={{ ...feeFields, start_day: { ...declared.start_day, required: true } }}
      initial={{ start_day: today }}
      reasonHint="The admins of the company read it."
      startField={<DayField name="start_day" />}
    >
      Percentage of the branch&apos;s receipts. Never added to what customers pay. A second person confirms each change,
      and the admins get an email.
    </Fees>
  );
}

/** Settings of the platform: what branches that register from now on accept with the agreement. */
export function NewBranchFees({ row }: { row: Row }) {
  return (
    <Fees
      title="Fees of new branches"
      row={row}
      subject={{ subject: "new_branch_fees" }}
      describe={describeFees}
      fields={feeFields}
    >
      Percentage of the receipts. Vendors read it in the agreement before they accept it; other branches keep theirs. A
      second person confirms each change.
    </Fees>
  );
}

interface FeesProps {
  title: string;
  /** The row whose fees are in force. */
  row: Row;
  subject: Pick<TwoPersonChange, "subject"> & { branch?: number };
  describe: (change: TwoPersonChange) => readonly string[];
  fields: typeof feeFields & Fields;
  initial?: FormValues;
  reasonHint?: string;
  startField?: ReactNode;
  children: ReactNode;
}

function Fees({ title, row, subject, describe, fields, initial, reasonHint, startField, children }: FeesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title={title}>
      <Text c="dimmed">{children}</Text>
      <KeyValueList>
        {labels.map(({ name, label }) => (
          <KeyValue key={name} label={label}>
            {formatFee(row[name])}
          </KeyValue>
        ))}
      </KeyValueList>
      <TwoPersonChanges {...subject} describe={describe}>
        <ProposeButton onPress={() => setIsOpen(true)}>Propose new fees</ProposeButton>
      </TwoPersonChanges>
      <Sheet isOpen={isOpen} title={`${title}: propose a change`} onClose={() => setIsOpen(false)}>
        <Form
          fields={fields}
          initial={{
            platform_charges: toTyped(row["platform_charges"]),
            service_charges: toTyped(row["service_charges"]),
            ...initial,
          }}
          onSubmit={async ({ platform_charges, service_charges, ...values }) => {
            await createItem("Two_Person_Changes", {
              ...subject,
              ...values,
              platform_charges: toStored(platform_charges),
              service_charges: toStored(service_charges),
            });
            await queryClient.invalidateQueries({ queryKey: ["items"] });
            showSuccess("Proposed. Waiting for a second person");
            setIsOpen(false);
          }}
        >
          <Stack>
            <FormField name="platform_charges" description="Empty: not set" />
            <FormField name="service_charges" description="Empty: not set" />
            {startField}
            <FormField name="reason" widget="long-text" {...(reasonHint ? { description: reasonHint } : {})} />
            <SubmitButton>Propose</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
