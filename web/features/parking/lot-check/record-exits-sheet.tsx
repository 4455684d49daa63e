// Records the exits of all missing vehicles of a lot check with one time and one reason.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import { parseExitTime } from "#domain/parking/exits/missed-exit.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ApiError } from "#web/api/api-error.ts";
import { computeEntryBalance, type Entry, entryFields, toEntryRow } from "#web/api/entry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { recordExit, refreshEntries } from "#web/features/parking/api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  out_time: { ...ParkingInformation.fields.out_time, label: "Left at", required: true },
  reason: changeReason,
};

interface RecordExitsSheetProps {
  ids: readonly number[];
  reason: string;
  onClose: () => void;
}

export function RecordExitsSheet({ ids, reason, onClose }: RecordExitsSheetProps) {
  // Those that are closed meanwhile stay on the sheet.
  const [chosen] = useState(ids);
  const { data, error, refetch } = useQuery(
    itemsQuery("Parking_Information", {
      filter: { id: { _in: [...chosen] } },
      fields: entryFields,
      sort: ["id"],
      limit: -1,
    }),
  );
  return (
    <Sheet isOpen title={t("Record {count} exits", { count: chosen.length })} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && <RecordExitsForm entries={data} reason={reason} onClose={onClose} />}
    </Sheet>
  );
}

const getName = (entry: Entry): string =>
  entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? t("Vehicle");

/** The exits that are possible at the typed time, with the balances due then. */
function computeExits({ entries, typed, zone }: { entries: readonly Entry[]; typed: unknown; zone: string }) {
  const stated = parseLocalDateTime({ value: String(typed ?? ""), zone });
  if (!stated) return [];
  return entries.flatMap((entry) => {
    const outTime = parseExitTime({ entry: toEntryRow(entry), stated, now: new Date() });
    if (!(outTime instanceof Date)) return [];
    const { extended } = computeEntryBalance({ entry: { ...entry, out_time: outTime.toISOString() }, now: outTime });
    return [{ entry, outTime, owed: extended }];
  });
}

function RecordExitsForm({
  entries,
  reason,
  onClose,
}: { entries: readonly Entry[] } & Omit<RecordExitsSheetProps, "ids">) {
  const { zone } = useBranch();
  const [openedAt] = useState(() => new Date());
  const [progress, setProgress] = useState<string>();
  const [failures, setFailures] = useState<readonly { id: number; name: string; message: string }[]>([]);
  const open = entries.filter(({ out_time: outTime }) => outTime === null);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const exits = computeExits({ entries: open, typed: values["out_time"], zone });
    if (exits.length === 0)
      throw new ApiError({ code: "EXIT_TIME_INVALID", status: 400, extensions: { field: "out_time" } });
    const failed: { id: number; name: string; message: string }[] = [];
    for (const [index, { entry, outTime, owed }] of exits.entries()) {
      setProgress(t("Recording {number} of {count}…", { number: index + 1, count: exits.length }));
      const body = { out_time: outTime.toISOString(), reason: String(values["reason"]), expected: owed };
      try {
        await recordExit(entry.id, body);
      } catch (thrown) {
        // One vehicle that was moved meanwhile does not hold up the others; without the server none goes on.
        if (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.status >= 500) throw thrown;
        failed.push({ id: entry.id, name: getName(entry), message: t(thrown.message).replace(/^\*/, "") });
      }
    }
    setFailures(failed);
    showSuccess(t("{count} exits recorded", { count: exits.length - failed.length }));
    if (failed.length === 0) onClose();
  }

  return (
    <Form
      fields={fields}
      initial={{ out_time: formatLocalDateTime({ at: openedAt, zone }), reason }}
      onSubmit={(values) =>
        submit(values).finally(() => {
          setProgress(undefined);
          void refreshEntries();
        })
      }
    >
      <Stack>
        <Text c="dimmed">
          {t("For vehicles that left without being checked out. The same time and reason apply to all.")}
        </Text>
        <FormField name="out_time" />
        <ChargesUntilExit entries={open} />
        <FormField name="reason" widget="long-text" />
        {failures.length > 0 && (
          <RowList label={t("Not recorded")}>
            {failures.map(({ id, name, message }) => (
              <Row key={id}>
                <strong>{name}</strong> <Text c="red">{message}</Text>
              </Row>
            ))}
          </RowList>
        )}
        <SubmitButton>{progress ?? t("Record exits")}</SubmitButton>
      </Stack>
    </Form>
  );
}

function ChargesUntilExit({ entries }: { entries: readonly Entry[] }) {
  const { zone } = useBranch();
  const { values } = useFormState();
  const exits = computeExits({ entries, typed: values["out_time"], zone });
  const owed = exits.reduce((sum, exit) => sum + exit.owed, 0);
  const impossible = entries.filter(({ id }) => !exits.some(({ entry }) => entry.id === id));
  return (
    <Notice c={owed > 0 ? "amber" : "teal"} role="status">
      {owed > 0
        ? t("{amount} for {count} vehicles is listed under Debts until it is collected or written off.", {
            amount: formatRupees(owed),
            count: exits.length,
          })
        : t("Nothing is due for {count} vehicles.", { count: exits.length })}
      {impossible.length > 0 &&
        ` ${t("Not at this time, since they came or paid later: {names}.", { names: impossible.map((entry) => getName(entry)).join(", ") })}`}
    </Notice>
  );
}
