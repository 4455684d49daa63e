// §2 /reporting/cash: shifts of a day with collected and counted cash, and exceptions.
import type { CashDay } from "#domain/cash/cash-day.ts";
import type { Serialized } from "#domain/schema/serialized.ts";
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatRupees } from "#domain/money.ts";
import { request } from "#web/api/client.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { useSelectedDay } from "#web/ui/filters/use-selected-day.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime, formatMinutes } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { formatChangedFields, formatDifference, getExceptionLabel } from "#web/features/cash/labels.ts";
import styles from "#web/features/cash/cash.module.css";

type SentCashDay = Serialized<CashDay>;

export function DailyCashPage() {
  useLiveCollections("cash_shifts", "Parking_Information", "Valet_and_Parking_Information");
  const { zone } = useBranch();
  const { day, isToday, picker } = useSelectedDay(zone);
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "cash_shifts", "day", day],
    queryFn: async () => (await request<{ data: SentCashDay }>(`/actions/cash/day?day=${day}`)).data,
  });
  return (
    <Page title="Daily cash" actions={picker}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <DailyCash data={data} day={day} isPastDay={!isToday} />}
    </Page>
  );
}

function DailyCash({ data, day, isPastDay }: { data: SentCashDay; day: string; isPastDay: boolean }) {
  return (
    <div className={styles["columns"]}>
      <div className={styles["column"]}>
        <Totals totals={data.totals} />
        <Shifts shifts={data.shifts} />
        {isPastDay && <DayInvoice day={day} />}
      </div>
      <Exceptions rows={data.remarkable} />
    </div>
  );
}

function Totals({ totals }: { totals: SentCashDay["totals"] }) {
  const parts = [
    ["Cash", totals.cash],
    ["Online", totals.online],
    ["Refunded", totals.refunded],
  ] as const;
  return (
    <dl className={styles["totals"]}>
      {parts.map(([name, paise]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Amount paise={paise} size="large" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Shifts({ shifts }: { shifts: SentCashDay["shifts"] }) {
  const { zone } = useBranch();
  if (shifts.length === 0)
    return <EmptyState icon={IconCash} title="No cash collected" text="Shifts appear here when staff go on duty." />;
  return (
    <Card>
      <h2 className={styles["heading"]}>Collection by staff</h2>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Staff</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className={styles["right"]}>
                Collected
              </th>
              <th scope="col" className={styles["right"]}>
                Counted
              </th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {shifts.map((shift) => (
              <tr key={shift.id}>
                <th scope="row">
                  {shift.name ?? "Former staff"}
                  {shift.note && <span className={styles["small"]}>{shift.note}</span>}
                </th>
                <td>
                  <DateTime at={shift.opened_at} zone={zone} is24Hour />
                </td>
                <td>{shift.closed_at ? <DateTime at={shift.closed_at} zone={zone} is24Hour /> : "Open"}</td>
                <td className={`figures ${styles["right"]}`}>
                  {formatRupees(shift.taken)}
                  <span className={styles["small"]}>
                    {shift.payments === 1 ? "1 payment" : `${shift.payments} payments`}
                  </span>
                </td>
                <td className={`figures ${styles["right"]}`}>
                  {shift.counted === null ? "–" : formatRupees(shift.counted)}
                </td>
                <td>
                  {shift.difference === null ? (
                    "Not counted"
                  ) : (
                    <span className={shift.difference === 0 ? styles["even"] : styles["off"]}>
                      {formatDifference(shift.difference)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function DayInvoice({ day }: { day: string }) {
  async function createInvoices(): Promise<void> {
    const { data } = await request<{ data: { single: number; day: number | null } }>("/actions/invoices/day", {
      method: "POST",
      body: { day },
    });
    const count = data.single + (data.day === null ? 0 : 1);
    showSuccess(count === 1 ? "1 invoice created" : `${count} invoices created`);
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>GST invoices for the day</h2>
      <p className={styles["soft"]}>
        Sales below ₹200 without an individual invoice are combined into one invoice for the day. Larger sales get one
        invoice each.
      </p>
      <div className={styles["press"]}>
        <AsyncButton variant="default" size="lg" onPress={createInvoices}>
          Create invoices
        </AsyncButton>
      </div>
    </Card>
  );
}

function Exceptions({ rows }: { rows: SentCashDay["remarkable"] }) {
  const { path } = useBranch();
  return (
    <Card>
      <h2 className={styles["heading"]}>Exceptions</h2>
      {rows.length === 0 && (
        <p className={styles["soft"]}>No discounts, edits, cancellations or long stays on this day.</p>
      )}
      <ul className={styles["list"]}>
        {rows.map((row) => (
          <li key={`${row.why}${row.kind}${row.id}`}>
            <Link
              className={styles["entry"]}
              to={path(`${row.kind === "P" ? "parking" : "valet-parking"}/detail?id=${row.id}`)}
            >
              <span>
                <strong>{row.name ?? "Visitor"}</strong> <span className="figures">{row.receipt_no}</span>
                {row.note && <span className={styles["small"]}>{row.note}</span>}
                {row.fields && <span className={styles["small"]}>{formatChangedFields(row.fields)}</span>}
                {row.by && <span className={styles["small"]}>{row.by}</span>}
              </span>
              <span className={styles["why"]}>
                {getExceptionLabel(row.why)}
                <span className={`figures ${styles["small"]}`}>
                  {row.why === "long-open" ? formatMinutes(row.size) : row.size > 0 ? formatRupees(row.size) : ""}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
