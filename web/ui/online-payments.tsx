// §4 the ledger of one entry: every attempt at the provider and what went back; a manager pays back here.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { money, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paiseOf, showRupees, wireAmount } from "#domain/rules/money.ts";
import { attemptTable, refundTable } from "#domain/states/online-payment.ts";
import type { AttemptState, RefundState } from "#domain/states/online-payment.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { type EntryRef, payBack } from "#web/items/payments.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment } from "#web/ui/time.tsx";
import styles from "#web/ui/online-payments.module.css";

interface RefundWire {
  id: number;
  amount: string;
  state: RefundState;
  reason: string;
}
interface AttemptWire {
  id: number;
  amount: string;
  state: AttemptState;
  date_created: string;
  merchant_transaction_id: string;
  utr: string | null;
  refunds: RefundWire[];
}

const shown = [
  "id",
  "amount",
  "state",
  "date_created",
  "merchant_transaction_id",
  "utr",
  "refunds.id",
  "refunds.amount",
  "refunds.state",
  "refunds.reason",
];

export function OnlinePayments({ entry }: { entry: EntryRef }) {
  useLive("payment_attempts", "payment_refunds");
  const via = entry.kind === "P" ? "parking_information" : "valet_and_parking_information";
  const query = { fields: shown, filter: { [via]: { _eq: entry.id } }, sort: ["-id"], limit: 50 };
  const { data: attempts } = useQuery(itemsQuery<AttemptWire>("payment_attempts", query));
  if (!attempts || attempts.length === 0) return null;
  return (
    <Card>
      <h2 className={styles["heading"]}>Online payments</h2>
      <ul className={styles["list"]}>
        {attempts.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </Card>
  );
}

/** Paise that have not gone back, nor are on their way. */
function leftOf({ amount, refunds }: AttemptWire): number {
  const gone = refunds.filter(({ state }) => state !== "failed").map((refund) => paiseOf(refund.amount));
  return gone.reduce((left, paise) => left - paise, paiseOf(amount));
}

function Attempt({ attempt }: { attempt: AttemptWire }) {
  const { role } = useKnownSession();
  const { zone } = useBranch();
  const [isPaying, setIsPaying] = useState(false);
  const { name, colour } = attemptTable.states[attempt.state];
  const left = leftOf(attempt);
  const mayPayBack = (role === "manager" || role === "admin") && attempt.state === "success" && left > 0;
  return (
    <li className={styles["row"]}>
      <div className={styles["line"]}>
        <strong className="figures">{showRupees(paiseOf(attempt.amount))}</strong>
        <StatusBadge label={name} colour={colour} />
      </div>
      <p className={styles["soft"]}>
        <Moment at={attempt.date_created} zone={zone} />
        {attempt.utr && <span className="figures"> · UTR {attempt.utr}</span>}
      </p>
      <p className={`figures ${styles["id"]}`}>{attempt.merchant_transaction_id}</p>
      {attempt.refunds.map((refund) => (
        <div key={refund.id} className={styles["refund"]}>
          <span>
            Back: <span className="figures">{showRupees(paiseOf(refund.amount))}</span>, {refund.reason}
          </span>
          <StatusBadge label={refundTable.states[refund.state].name} colour={refundTable.states[refund.state].colour} />
        </div>
      ))}
      {mayPayBack && (
        <Button variant="default" size="lg" onClick={() => setIsPaying(true)}>
          Pay back
        </Button>
      )}
      {isPaying && <PayBack attempt={attempt} left={left} onClose={() => setIsPaying(false)} />}
    </li>
  );
}

const fields = {
  amount: money({ label: "Amount", min: 1, required: true }),
  reason: text({ label: "Reason", max: limits.message, required: true }),
};

function PayBack({ attempt, left, onClose }: { attempt: AttemptWire; left: number; onClose: () => void }) {
  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await payBack({ id: attempt.id, amount: String(values["amount"]), reason: String(values["reason"]) });
    showSuccess("REQUEST_SENT");
    await queryClient.invalidateQueries({ queryKey: ["items", "payment_attempts"] });
    onClose();
  }
  return (
    <Sheet isOpen title="Pay back" onClose={onClose}>
      <Form fields={fields} initial={{ amount: wireAmount(left) }} onSubmit={submit}>
        <div className={styles["form"]}>
          <p className={styles["soft"]}>
            Up to <span className="figures">{showRupees(left)}</span> goes back the way it came, usually within some
            days.
          </p>
          <FormField name="amount" />
          <FormField name="reason" />
          <SubmitButton>Pay back</SubmitButton>
        </div>
      </Form>
    </Sheet>
  );
}
