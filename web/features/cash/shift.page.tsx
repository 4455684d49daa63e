// §4 the user's own shift: cash is counted before the expected amount is shown.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconCash, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { money, text } from "#domain/schema/fields.ts";
import { limits } from "#domain/limits.ts";
import { toPaise, formatRupees } from "#domain/money.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { formatDifference } from "#web/features/cash/labels.ts";
import styles from "#web/features/cash/cash.module.css";

const shiftFields = ["id", "opened_at", "closed_at", "counted", "expected", "difference", "note"] as const;
type Shift = WireRow<"cash_shifts", typeof shiftFields>;

export function ShiftPage() {
  useLiveCollections("cash_shifts");
  const { user } = useRequiredSession();
  const query = { fields: shiftFields, filter: { collector: { _eq: user.id } }, sort: ["-id"], limit: 10 };
  const { data: shifts, error, refetch } = useQuery(itemsQuery("cash_shifts", query));
  const openShift = shifts?.find(({ closed_at }) => closed_at === null);
  const closedShifts = shifts?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <Page title="My shift">
      <div className={styles["narrow"]}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!shifts && !error && <SkeletonRows count={3} />}
        {shifts && (openShift ? <CountCashForm shift={openShift} /> : <NoShift />)}
        {closedShifts.map((shift) => (
          <CountedShift key={shift.id} shift={shift} />
        ))}
      </div>
    </Page>
  );
}

function NoShift() {
  return (
    <EmptyState
      icon={IconCash}
      title="No open shift"
      text="A shift starts when you go on duty or collect your first cash payment."
    />
  );
}

const fields = {
  counted: money({ label: "Counted cash", min: 0, required: true }),
  note: text({ label: "Note to manager", max: limits.message }),
};

function CountCashForm({ shift }: { shift: Shift }) {
  const { zone } = useBranch();
  async function close(values: { [name: string]: string | boolean | null }): Promise<void> {
    await updateItem("cash_shifts", shift.id, { counted: values["counted"], note: values["note"] });
    await queryClient.invalidateQueries({ queryKey: ["items", "cash_shifts"] });
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>Close shift</h2>
      <p className={styles["soft"]}>
        Open since <DateTime at={shift.opened_at} zone={zone} /> (<RelativeTime at={shift.opened_at} zone={zone} />
        ). Count the cash you collected, without your opening float. The expected amount is shown afterwards.
      </p>
      <Form fields={fields} onSubmit={close}>
        <div className={styles["form"]}>
          <FormField name="counted" placeholder="0.00" />
          <FormField name="note" />
          <SubmitButton>Close shift</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function CountedShift({ shift }: { shift: Shift }) {
  const { zone } = useBranch();
  const difference = toPaise(shift.difference ?? "0");
  return (
    <Card>
      <div className={styles["line"]} role="status">
        <span className={difference === 0 ? styles["even"] : styles["off"]}>
          {difference === 0 && <IconCircleCheck size={20} aria-hidden="true" />} {formatDifference(difference)}
        </span>
        <DateTime at={shift.closed_at} zone={zone} />
      </div>
      <dl className={styles["facts"]}>
        <div>
          <dt>Counted</dt>
          <dd className="figures">{formatRupees(toPaise(shift.counted ?? "0"))}</dd>
        </div>
        <div>
          <dt>Expected</dt>
          <dd className="figures">{formatRupees(toPaise(shift.expected ?? "0"))}</dd>
        </div>
      </dl>
      {shift.note && <p className={styles["soft"]}>{shift.note}</p>}
    </Card>
  );
}
