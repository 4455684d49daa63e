// §4 online payment at the gate: shows a QR code for the customer and waits for the payment.
import type { PaymentPage, StartedPayment } from "#domain/payments/payment-page.ts";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { partAmount } from "#domain/schema/action-fields.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { ApiError } from "#web/api/api-error.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { type EntryKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { readPaymentPage, startPaymentAtGate } from "#web/api/payments.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface OnlinePaymentSheetProps {
  entry: EntryKey;
  /** Balance due in paise; 0 if nothing can be collected now. */
  balance: number;
  /** The vehicle is inside and can be checked out with the payment. */
  mayCheckOut: boolean;
  onClose: () => void;
}

/** Stays open to confirm the payment when the balance becomes 0. */
export function OnlinePaymentSheet({ entry, balance, mayCheckOut, onClose }: OnlinePaymentSheetProps) {
  const [started, setStarted] = useState<StartedPayment>();
  if (!started && balance <= 0) return null;
  return (
    <Sheet isOpen title={started ? t("Scan to pay") : t("Pay online")} onClose={onClose}>
      {started ? (
        <PaymentQrCode entry={entry} started={started} onRetry={() => setStarted(undefined)} onClose={onClose} />
      ) : (
        <PaymentAmountForm entry={entry} balance={balance} mayCheckOut={mayCheckOut} onStarted={setStarted} />
      )}
    </Sheet>
  );
}

const fields = { part: { ...partAmount, min: 100 } };

function PaymentAmountForm({
  entry,
  balance,
  mayCheckOut,
  onStarted,
}: Pick<OnlinePaymentSheetProps, "entry" | "balance" | "mayCheckOut"> & {
  onStarted: (started: StartedPayment) => void;
}) {
  const { branch } = useBranch();
  const filter = { branch: { _eq: branch.id } };
  const { data: settings } = useQuery(itemsQuery("payment_settings", { fields: ["gateway"], filter }));
  const [isCheckingOut, setIsCheckingOut] = useState(mayCheckOut);
  const isOffered = settings?.[0] !== undefined && settings[0].gateway !== "off";
  if (settings && !isOffered)
    return (
      <Text c="dimmed">
        {t("Online payments are not set up for this branch. An admin can set them up in Payment settings.")}
      </Text>
    );

  async function start(values: { [name: string]: string | boolean | null }): Promise<void> {
    const amount = String(values["part"]);
    const isFullAmount = amount === formatWireAmount(balance);
    try {
      onStarted(
        await startPaymentAtGate({
          ...entry,
          ...(isFullAmount ? {} : { part: amount }),
          auto_checkout: isCheckingOut && isFullAmount && mayCheckOut,
        }),
      );
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === "AMOUNT_TOO_HIGH")
        throw new ApiError({ code: thrown.code, status: 400, extensions: { field: "part" } });
      throw thrown;
    }
  }

  return (
    <Form fields={fields} initial={{ part: formatWireAmount(balance) }} onSubmit={start}>
      <Stack>
        <AmountDue caption={t("Amount due")} paise={balance} />
        <FormField
          name="part"
          label={t("Amount to collect")}
          description={t("A smaller amount leaves a balance due")}
        />
        {mayCheckOut && (
          <Switch
            size="lg"
            checked={isCheckingOut}
            onChange={(event) => setIsCheckingOut(event.currentTarget.checked)}
            label={t("Check out now")}
            description={
              isCheckingOut
                ? t("The vehicle is checked out when the payment is received")
                : t("The vehicle stays; further time is charged")
            }
          />
        )}
        <SubmitButton>{t("Show QR code")}</SubmitButton>
      </Stack>
    </Form>
  );
}

export const qrFrame = {
  width: "min(280px, 70vw)",
  padding: "var(--space-sm)",
  borderRadius: "var(--radius-large)",
  background: "var(--plate-white)",
} as const;

function PaymentQrCode({
  entry,
  started,
  onRetry,
  onClose,
}: {
  entry: EntryKey;
  started: StartedPayment;
  onRetry: () => void;
  onClose: () => void;
}) {
  const collection = paidKinds[entry.kind].collection;
  useLiveCollections(collection, "payment_attempts");
  // A live event of the entry refetches the payment state.
  const { data: pay } = useQuery({
    queryKey: ["items", collection, "payment", entry.id],
    queryFn: () => readPaymentPage(entry),
  });
  if (!pay) return <Text c="dimmed">{t("Loading…")}</Text>;
  const progress = getPaymentProgress({ pay, started });
  if (progress === "paid") return <PaymentSucceeded pay={pay} amount={started.amount} onClose={onClose} />;
  if (progress === "failed") return <PaymentFailed onRetry={onRetry} />;
  return <PayPageCode pay={pay} amount={started.amount} payer="customer" onClose={onClose} />;
}

interface PayPageCodeProps {
  pay: PaymentPage;
  /** Paise. */
  amount: number;
  payer: "customer" | "holder";
  onClose: () => void;
}

function PayPageCode({ pay, amount, payer, onClose }: PayPageCodeProps) {
  return (
    <Stack align="center">
      <Amount paise={amount} size="huge" />
      <div style={qrFrame}>
        <QrCode
          text={`${getPublicOrigin()}/pay/${pay.token}`}
          label={t("Pay {amount}", { amount: formatRupees(amount) })}
          size="100%"
        />
      </div>
      <Text role="status" ta="center">
        {payer === "customer"
          ? t("The customer scans this code to pay. This screen updates when the payment is received.")
          : t("The holder scans this code to pay. This screen updates when the payment is received.")}
      </Text>
      <Button variant="default" size="lg" fullWidth onClick={onClose}>
        {t("Close (link stays valid)")}
      </Button>
    </Stack>
  );
}

/**
 * The pay page of a pass as a QR code for its holder, who starts the payment there for all that is due. Stays open to
 * confirm it.
 */
export function PassPaymentSheet({ pass, amount, onClose }: { pass: number; amount: number; onClose: () => void }) {
  const { collection } = paidKinds.M;
  useLiveCollections(collection, "payment_attempts");
  const { data: pay } = useQuery({
    queryKey: ["items", collection, "payment", pass],
    queryFn: () => readPaymentPage({ kind: "M", id: pass }),
  });
  const isPaid = pay !== undefined && pay.owed.extended <= 0;
  return (
    <Sheet isOpen title={t("Scan to pay")} onClose={onClose}>
      {!pay && <Text c="dimmed">{t("Loading…")}</Text>}
      {pay && isPaid && <PaymentSucceeded pay={pay} amount={amount} onClose={onClose} />}
      {pay && !isPaid && <PayPageCode pay={pay} amount={pay.owed.extended} payer="holder" onClose={onClose} />}
    </Sheet>
  );
}

function getPaymentProgress({
  pay,
  started,
}: {
  pay: PaymentPage;
  started: StartedPayment;
}): "pending" | "paid" | "failed" {
  if (pay.attempt?.id !== started.id) return pay.owed.extended <= 0 ? "paid" : "pending";
  if (pay.attempt.state === "success") return "paid";
  return pay.attempt.state === "failed" ? "failed" : "pending";
}

function PaymentSucceeded({ pay, amount, onClose }: { pay: PaymentPage; amount: number; onClose: () => void }) {
  return (
    <Stack align="center" role="status">
      <IconCircleCheck size={88} stroke={1.5} color="var(--green)" aria-hidden="true" />
      <Text size="2xl" fw="bold" isFigures>
        {tNodes("Paid {amount}", { amount: formatRupees(amount) })}
      </Text>
      <Text c="dimmed" ta="center">
        {pay.out_time ? t("The vehicle is checked out.") : t("Confirmed by the payment provider.")}
      </Text>
      <Button color="marigold" size="xl" fullWidth onClick={onClose}>
        {t("Done")}
      </Button>
    </Stack>
  );
}

function PaymentFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack align="center" role="alert">
      <IconAlertTriangle size={72} stroke={1.5} color="var(--red)" aria-hidden="true" />
      <Text size="2xl" fw="bold">
        {t("Payment failed")}
      </Text>
      <Text c="dimmed" ta="center">
        {t("The customer was not charged. Try again, or collect cash.")}
      </Text>
      <Button color="marigold" size="xl" fullWidth onClick={onRetry}>
        {t("Try again")}
      </Button>
    </Stack>
  );
}
