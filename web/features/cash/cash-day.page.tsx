// §2 /reporting/cash: what each person took on a day and what their drawers held, and beside it what is worth a second look.
import { IconCash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { showRupees } from "#domain/rules/money.ts";
import { request } from "#web/items/client.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Amount } from "#web/ui/amount.tsx";
import { useDay } from "#web/ui/day-choice.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Moment, showMinutes } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { changedWords, differenceWords, reasonWords, type Why } from "#web/features/cash/words.ts";
import styles from "#web/features/cash/cash.module.css";

interface ShiftRow {
  id: number;
  name: string | null;
  opened_at: string;
  closed_at: string | null;
  counted: number | null;
  expected: number | null;
  difference: number | null;
  note: string | null;
  taken: number;
  payments: number;
}
interface RemarkableRow {
  kind: "P" | "V";
  id: number;
  name: string | null;
  receipt_no: string | null;
  why: Why;
  size: number;
  note: string | null;
  by: string | null;
  fields: string[] | null;
}
interface DayWire {
  shifts: ShiftRow[];
  totals: { cash: number; online: number; refunded: number };
  remarkable: RemarkableRow[];
}

export function CashDayPage() {
  useLive("cash_shifts", "Parking_Information", "Valet_and_Parking_Information");
  const { zone } = useBranch();
  const { day, isToday, choice } = useDay(zone);
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "cash_shifts", "day", day],
    queryFn: async () => (await request<{ data: DayWire }>(`/actions/cash/day?day=${day}`)).data,
  });
  return (
    <Page title="Cash" actions={choice}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <Day data={data} day={day} isOver={!isToday} />}
    </Page>
  );
}

function Day({ data, day, isOver }: { data: DayWire; day: string; isOver: boolean }) {
  return (
    <div className={styles["columns"]}>
      <div className={styles["column"]}>
        <Totals totals={data.totals} />
        <Shifts shifts={data.shifts} />
        {isOver && <DayInvoice day={day} />}
      </div>
      <Remarkable rows={data.remarkable} />
    </div>
  );
}

function Totals({ totals }: { totals: DayWire["totals"] }) {
  const parts = [
    ["Cash", totals.cash],
    ["Online", totals.online],
    ["Paid back", totals.refunded],
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

function Shifts({ shifts }: { shifts: ShiftRow[] }) {
  const { zone } = useBranch();
  if (shifts.length === 0)
    return <EmptyState icon={IconCash} title="Nobody took cash" text="Shifts appear here as people come on duty." />;
  return (
    <Card>
      <h2 className={styles["heading"]}>By person</h2>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className={styles["right"]}>
                Taken
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
                  {shift.name ?? "Somebody who left"}
                  {shift.note && <span className={styles["small"]}>{shift.note}</span>}
                </th>
                <td>
                  <Moment at={shift.opened_at} zone={zone} is24Hour />
                </td>
                <td>{shift.closed_at ? <Moment at={shift.closed_at} zone={zone} is24Hour /> : "Open"}</td>
                <td className={`figures ${styles["right"]}`}>
                  {showRupees(shift.taken)}
                  <span className={styles["small"]}>
                    {shift.payments === 1 ? "1 payment" : `${shift.payments} payments`}
                  </span>
                </td>
                <td className={`figures ${styles["right"]}`}>
                  {shift.counted === null ? "–" : showRupees(shift.counted)}
                </td>
                <td>
                  {shift.difference === null ? (
                    "Not counted"
                  ) : (
                    <span className={shift.difference === 0 ? styles["even"] : styles["off"]}>
                      {differenceWords(shift.difference)}
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
  async function make(): Promise<void> {
    const { data } = await request<{ data: { single: number; day: number | null } }>("/actions/invoices/day", {
      method: "POST",
      body: { day },
    });
    const ones = data.single > 0 ? `${data.single} single` : "";
    showSuccess(`Invoices made: ${[ones, data.day === null ? "" : "one for the day"].filter(Boolean).join(" and ")}`);
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>GST invoices of the day</h2>
      <p className={styles["soft"]}>
        Sales below ₹200 that nobody asked an invoice for go into one for the day; larger ones get one each.
      </p>
      <div className={styles["press"]}>
        <WaitingButton variant="default" size="lg" onPress={make}>
          Make the invoices
        </WaitingButton>
      </div>
    </Card>
  );
}

function Remarkable({ rows }: { rows: RemarkableRow[] }) {
  const { path } = useBranch();
  return (
    <Card>
      <h2 className={styles["heading"]}>Worth a look</h2>
      {rows.length === 0 && (
        <p className={styles["soft"]}>No discount, change, cancelled or long-open entry on this day.</p>
      )}
      <ul className={styles["list"]}>
        {rows.map((row) => (
          <li key={`${row.why}${row.kind}${row.id}`}>
            <Link
              className={styles["entry"]}
              to={path(`${row.kind === "P" ? "parking" : "valet-parking"}/detail?id=${row.id}`)}
            >
              <span>
                <strong>{row.name ?? "A visitor"}</strong> <span className="figures">{row.receipt_no}</span>
                {row.note && <span className={styles["small"]}>{row.note}</span>}
                {row.fields && <span className={styles["small"]}>{changedWords(row.fields)}</span>}
                {row.by && <span className={styles["small"]}>{row.by}</span>}
              </span>
              <span className={styles["why"]}>
                {reasonWords(row.why)}
                <span className={`figures ${styles["small"]}`}>
                  {row.why === "long-open" ? showMinutes(row.size) : row.size > 0 ? showRupees(row.size) : ""}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
