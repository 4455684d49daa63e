// §4 at the gate: the amount with a QR for the customer's phone, alive until it is paid; or marked to be paid later.
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { money } from "#domain/fields.ts";
import { showRupees, wireAmount } from "#domain/rules/money.ts";
import { ApiError } from "#web/items/api-error.ts";
import { itemsQuery, updateItem } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import {
  collectionOf,
  type EntryRef,
  type PayWire,
  readPayment,
  startAtGate,
  type StartedWire,
} from "#web/items/payments.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { QrCode } from "#web/ui/qr.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/pay-online.module.css";

interface PayOnlineProps {
  entry: EntryRef;
  /** What is owed, in paise; 0 where nothing is to be paid now. */
  owed: number;
  /** The vehicle is inside and may go out with the payment. */
  mayCheckOut: boolean;
  isPayLater: boolean;
}

/** One button of the action bar, and its sheet, which stays to say that it is paid when nothing is owed any more. */
export function PayOnline(props: PayOnlineProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {props.owed > 0 && (
        <Button
          variant="default"
          size="xl"
          leftSection={<IconQrcode aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          Online
        </Button>
      )}
      {isOpen && <PaySheet {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PaySheet({ entry, owed, mayCheckOut, isPayLater, onClose }: PayOnlineProps & { onClose: () => void }) {
  const [started, setStarted] = useState<StartedWire>();
  if (!started && owed <= 0) return null;
  return (
    <Sheet isOpen title={started ? "Scan to pay" : "Pay online"} onClose={onClose}>
      {started ? (
        <Showing entry={entry} started={started} onAgain={() => setStarted(undefined)} onClose={onClose} />
      ) : (
        <Asking entry={entry} owed={owed} mayCheckOut={mayCheckOut} onStarted={setStarted} />
      )}
      {!started && !isPayLater && <PayLater entry={entry} onClose={onClose} />}
    </Sheet>
  );
}

const fields = { part: money({ label: "Amount", min: 100, required: true }) };

function Asking({
  entry,
  owed,
  mayCheckOut,
  onStarted,
}: Pick<PayOnlineProps, "entry" | "owed" | "mayCheckOut"> & { onStarted: (started: StartedWire) => void }) {
  const { branch } = useBranch();
  const filter = { branch: { _eq: branch.id } };
  const { data: settings } = useQuery(
    itemsQuery<{ gateway: string }>("payment_settings", { fields: ["gateway"], filter }),
  );
  const [isLast, setIsLast] = useState(mayCheckOut);
  const isOffered = settings?.[0] !== undefined && settings[0].gateway !== "off";
  if (settings && !isOffered)
    return (
      <p className={styles["soft"]}>
        This branch is not set up for online payments. An admin does that under Payments.
      </p>
    );

  async function start(values: { [name: string]: string | boolean | null }): Promise<void> {
    const typed = String(values["part"]);
    const isAll = typed === wireAmount(owed);
    try {
      onStarted(
        await startAtGate({
          ...entry,
          ...(isAll ? {} : { part: typed }),
          auto_checkout: isLast && isAll && mayCheckOut,
        }),
      );
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === "AMOUNT_TOO_HIGH")
        throw new ApiError({ code: thrown.code, status: 400, extensions: { field: "part" } });
      throw thrown;
    }
  }

  return (
    <Form fields={fields} initial={{ part: wireAmount(owed) }} onSubmit={start}>
      <div className={styles["form"]}>
        <div className={styles["due"]}>
          <span className={styles["caption"]}>Amount due</span>
          <Amount paise={owed} size="huge" />
        </div>
        <FormField name="part" label="Ask for" description="Less than is due leaves the rest to be paid" />
        {mayCheckOut && (
          <Switch
            size="lg"
            checked={isLast}
            onChange={(event) => setIsLast(event.currentTarget.checked)}
            label="Check out as well"
            description={isLast ? "The vehicle goes when it is paid" : "The vehicle stays; more time costs extra"}
          />
        )}
        <SubmitButton>Show the QR</SubmitButton>
      </div>
    </Form>
  );
}

function PayLater({ entry, onClose }: { entry: EntryRef; onClose: () => void }) {
  async function later(): Promise<void> {
    await updateItem(collectionOf[entry.kind], entry.id, { payment_type: "pay-later" });
    await queryClient.invalidateQueries({ queryKey: ["items", collectionOf[entry.kind]] });
    showSuccess("MARKED_PAY_LATER");
    onClose();
  }
  return (
    <div className={styles["later"]}>
      <p className={styles["soft"]}>Or let the vehicle go now, and take the money another time.</p>
      <WaitingButton variant="default" size="lg" fullWidth onPress={later}>
        Pay later
      </WaitingButton>
    </div>
  );
}

function Showing({
  entry,
  started,
  onAgain,
  onClose,
}: {
  entry: EntryRef;
  started: StartedWire;
  onAgain: () => void;
  onClose: () => void;
}) {
  const collection = collectionOf[entry.kind];
  useLive(collection, "payment_attempts");
  // A live event of the entry asks for it again: what the provider says comes by itself.
  const { data: pay } = useQuery({
    queryKey: ["items", collection, "payment", entry.id],
    queryFn: () => readPayment(entry),
  });
  if (!pay) return <p className={styles["soft"]}>One moment…</p>;
  const how = standing({ pay, started });
  if (how === "paid") return <Paid pay={pay} amount={started.amount} onClose={onClose} />;
  if (how === "failed") return <Failed onAgain={onAgain} />;
  return (
    <div className={styles["show"]}>
      <Amount paise={started.amount} size="huge" />
      <div className={styles["qr"]}>
        <QrCode text={`${location.origin}/pay/${pay.token}`} label={`Pay ${showRupees(started.amount)}`} size="100%" />
      </div>
      <p role="status">The customer scans this with the phone. You see here when it is paid.</p>
      <Button variant="default" size="lg" fullWidth onClick={onClose}>
        Close; it may still be paid
      </Button>
    </div>
  );
}

function standing({ pay, started }: { pay: PayWire; started: StartedWire }): "waits" | "paid" | "failed" {
  if (pay.attempt?.id !== started.id) return pay.owed.extended <= 0 ? "paid" : "waits";
  if (pay.attempt.state === "success") return "paid";
  return pay.attempt.state === "failed" ? "failed" : "waits";
}

function Paid({ pay, amount, onClose }: { pay: PayWire; amount: number; onClose: () => void }) {
  return (
    <div className={styles["show"]} role="status">
      <IconCircleCheck size={88} stroke={1.5} className={styles["done"]} aria-hidden="true" />
      <p className={styles["big"]}>
        Paid <span className="figures">{showRupees(amount)}</span>
      </p>
      <p className={styles["soft"]}>
        {pay.out_time ? "The vehicle is checked out." : "It is confirmed by the provider."}
      </p>
      <Button color="marigold" size="xl" fullWidth onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function Failed({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles["show"]} role="alert">
      <IconAlertTriangle size={72} stroke={1.5} className={styles["failed"]} aria-hidden="true" />
      <p className={styles["big"]}>The payment did not go through</p>
      <p className={styles["soft"]}>Nothing was taken. Try again, or take cash.</p>
      <Button color="marigold" size="xl" fullWidth onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
