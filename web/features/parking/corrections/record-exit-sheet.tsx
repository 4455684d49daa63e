// §4: records a missed exit at the time the vehicle left, after showing what is charged until then.
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import { parseExitTime } from "#domain/parking/exits/missed-exit.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { computeEntryBalance, toEntryRow, type Entry } from "#web/api/entry.ts";
import { useBranch } from "#web/api/use-session.ts";
import { recordExit, refreshEntries } from "#web/features/parking/api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const fields = {
  out_time: { ...ParkingInformation.fields.out_time, label: "Left at", required: true },
  reason: changeReason,
};

interface RecordExitSheetProps {
  entry: Entry;
  /** Suggested reason. */
  reason?: string | undefined;
  onClose: () => void;
}

/** The exit and the balance then; undefined for a time at which the vehicle cannot have left. */
function computeExit({ entry, typed, zone }: { entry: Entry; typed: unknown; zone: string }) {
  const stated = parseLocalDateTime({ value: String(typed ?? ""), zone });
  const outTime = stated && parseExitTime({ entry: toEntryRow(entry), stated, now: new Date() });
  if (!(outTime instanceof Date)) return undefined;
  const balance = computeEntryBalance({ entry: { ...entry, out_time: outTime.toISOString() }, now: outTime });
  return { outTime, balance };
}

export function RecordExitSheet({ entry, reason = "", onClose }: RecordExitSheetProps) {
  const { zone } = useBranch();
  const [openedAt] = useState(() => new Date());
  const visitor = entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? "entry";

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const exit = computeExit({ entry, typed: values["out_time"], zone });
    if (!exit) throw new ApiError({ code: "EXIT_TIME_INVALID", status: 400, extensions: { field: "out_time" } });
    const body = {
      out_time: exit.outTime.toISOString(),
      reason: String(values["reason"]),
      expected: exit.balance.extended,
    };
    await recordExit(entry.id, body).finally(() => void refreshEntries());
    showSuccess(entry.is_person ? "PERSON_CHECKED_OUT" : "VEHICLE_CHECKED_OUT");
    onClose();
  }

  return (
    <Sheet isOpen title={t("Record exit: {visitor}", { visitor })} onClose={onClose}>
      <Form
        fields={fields}
        initial={{ out_time: formatLocalDateTime({ at: openedAt, zone }), reason }}
        onSubmit={submit}
      >
        <Stack>
          <Text c="dimmed">
            {tNodes("For a vehicle or visitor that left without being checked out. Inside since {time}.", {
              time: <DateTime at={entry.in_time} zone={zone} />,
            })}
          </Text>
          <FormField name="out_time" />
          <ChargeUntilExit entry={entry} />
          <FormField name="reason" widget="long-text" />
          <SubmitButton>{t("Record exit")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function ChargeUntilExit({ entry }: { entry: Entry }) {
  const { zone } = useBranch();
  const { values } = useFormState();
  const balance = computeExit({ entry, typed: values["out_time"], zone })?.balance;
  if (!balance) return null;
  const { total, paid, extended } = balance;
  return (
    <Notice c={extended > 0 ? "amber" : "teal"} role="status">
      {paid > 0
        ? t("Charge until then: {total}, paid: {paid}.", { total: formatRupees(total), paid: formatRupees(paid) })
        : t("Charge until then: {total}.", { total: formatRupees(total) })}{" "}
      {extended > 0
        ? t("{amount} is listed under Debts until it is collected or written off.", { amount: formatRupees(extended) })
        : t("Nothing is due.")}
    </Notice>
  );
}
