// §4 one's own shift: the cash is counted before the sum it should be is shown.
import { IconCash, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { money, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paiseOf, showRupees } from "#domain/rules/money.ts";
import { itemsQuery, updateItem } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Moment, Since } from "#web/ui/time.tsx";
import { differenceWords } from "#web/features/cash/words.ts";
import styles from "#web/features/cash/cash.module.css";

interface ShiftWire {
  id: number;
  opened_at: string;
  closed_at: string | null;
  counted: string | null;
  expected: string | null;
  difference: string | null;
  note: string | null;
}

const shown = ["id", "opened_at", "closed_at", "counted", "expected", "difference", "note"];

export function ShiftPage() {
  useLive("cash_shifts");
  const { user } = useKnownSession();
  const query = { fields: shown, filter: { collector: { _eq: user.id } }, sort: ["-id"], limit: 10 };
  const { data: shifts, error, refetch } = useQuery(itemsQuery<ShiftWire>("cash_shifts", query));
  const open = shifts?.find(({ closed_at }) => closed_at === null);
  const counted = shifts?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <Page title="My cash">
      <div className={styles["narrow"]}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!shifts && !error && <SkeletonRows count={3} />}
        {shifts && (open ? <Count shift={open} /> : <NoShift />)}
        {counted.map((shift) => (
          <Counted key={shift.id} shift={shift} />
        ))}
      </div>
    </Page>
  );
}

function NoShift() {
  return (
    <EmptyState
      icon={IconCash}
      title="No shift is open"
      text="A shift begins when you start your duty, or with the first cash you take."
    />
  );
}

const fields = {
  counted: money({ label: "Counted cash", min: 0, required: true }),
  note: text({ label: "Note for the manager", max: limits.message }),
};

function Count({ shift }: { shift: ShiftWire }) {
  const { zone } = useBranch();
  async function close(values: { [name: string]: string | boolean | null }): Promise<void> {
    await updateItem("cash_shifts", shift.id, { counted: values["counted"], note: values["note"] });
    await queryClient.invalidateQueries({ queryKey: ["items", "cash_shifts"] });
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>Close the shift</h2>
      <p className={styles["soft"]}>
        Open since <Moment at={shift.opened_at} zone={zone} /> (<Since at={shift.opened_at} zone={zone} />
        ). Count the cash you took, without your float; what it should be is shown after that.
      </p>
      <Form fields={fields} onSubmit={close}>
        <div className={styles["form"]}>
          <FormField name="counted" placeholder="0.00" />
          <FormField name="note" />
          <SubmitButton>Close the shift</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function Counted({ shift }: { shift: ShiftWire }) {
  const { zone } = useBranch();
  const difference = paiseOf(shift.difference ?? "0");
  return (
    <Card>
      <div className={styles["line"]} role="status">
        <span className={difference === 0 ? styles["even"] : styles["off"]}>
          {difference === 0 && <IconCircleCheck size={20} aria-hidden="true" />} {differenceWords(difference)}
        </span>
        <Moment at={shift.closed_at} zone={zone} />
      </div>
      <dl className={styles["facts"]}>
        <div>
          <dt>Counted</dt>
          <dd className="figures">{showRupees(paiseOf(shift.counted ?? "0"))}</dd>
        </div>
        <div>
          <dt>Should be</dt>
          <dd className="figures">{showRupees(paiseOf(shift.expected ?? "0"))}</dd>
        </div>
      </dl>
      {shift.note && <p className={styles["soft"]}>{shift.note}</p>}
    </Card>
  );
}
