// §4 receipt of an entry with its payments and tax invoices, which can be printed and downloaded as a PDF.
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { channelLabels } from "#domain/payments/channels/payment-channels.ts";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { TaxInvoices } from "#domain/payments/tax-invoices.collection.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { PayerPageLink } from "#web/features/payments/payer-page-link.tsx";
import { InvalidPaymentLink, PaymentLinkEnded } from "#web/features/payments/payment-link-ended.tsx";
import { requestInvoice, readReceipt, readReceiptPayment } from "#web/features/payments/payment-link-api.ts";
import { ReceiptButtons } from "#web/features/payments/receipt-buttons.tsx";
import { getLineLabel } from "#web/product/payments/line-label.ts";
import styles from "#web/features/payments/receipt.module.css";
import { t } from "#web/languages/t.ts";

type TaxInvoice = Receipt["invoices"][number];

export function ReceiptPage() {
  usePageTitle(t("Receipt"));
  const { token = "" } = useParams();
  const payment = useQuery({
    queryKey: ["receipt", token, "entry"],
    queryFn: () => readReceiptPayment(token),
  });
  const receipt = useQuery({
    queryKey: ["receipt", token],
    queryFn: () => readReceipt(token),
  });
  const [isRequesting, setIsRequesting] = useState(false);
  const error = payment.error ?? receipt.error;
  if (hasErrorCode(error, "INVALID_TOKEN")) return <InvalidPaymentLink />;
  if (hasErrorCode(error, "PAY_LINK_ENDED")) return <PaymentLinkEnded />;
  if (error)
    return <ErrorState isPage error={error} onRetry={() => void Promise.all([payment.refetch(), receipt.refetch()])} />;
  if (!payment.data || !receipt.data) return <SkeletonRows count={4} />;
  const canRequestInvoice = payment.data.isTaxed && receipt.data.mayInvoice;
  return (
    <CenteredPage width="reading" className={styles["page"]}>
      <Card component="article" gap="lg" className={styles["sheet"]} aria-label={t("Receipt")}>
        <ReceiptHeader pay={payment.data} receipt={receipt.data} />
        <ReceiptLines pay={payment.data} receipt={receipt.data} />
        {receipt.data.invoices.map((invoice) => (
          <TaxInvoice key={invoice.id} invoice={invoice} pay={payment.data} />
        ))}
      </Card>
      <Group className={styles["actions"]}>
        <ReceiptButtons token={token} />
        {/* A plain link: the form is a page of the public site. */}
        {receipt.data.mayRate && (
          <Button component="a" href={`/rate/${token}`} variant="default" size="lg">
            {t("Rate this visit")}
          </Button>
        )}
        {canRequestInvoice && (
          <Button variant="default" size="lg" onClick={() => setIsRequesting(true)}>
            {t("Request GST invoice")}
          </Button>
        )}
        <PayerPageLink pay={payment.data} variant="default" size="lg" />
      </Group>
      {isRequesting && <RequestInvoiceSheet token={token} onClose={() => setIsRequesting(false)} />}
    </CenteredPage>
  );
}

/** In the branch's time, as on the PDF. */
const formatTime = (at: string | null, { branch: { time_zone: zone } }: Pick<PaymentPage, "branch">): string =>
  at ? formatDateTime12({ at: new Date(at), zone }) : "–";

function ReceiptHeader({ pay, receipt }: { pay: PaymentPage; receipt: Receipt }) {
  const { lines } = pay.owed.arithmetic;
  return (
    <>
      <Group gap="md" align="start" justify="space-between">
        <div>
          <Text size="lg" fw="bold">
            {pay.branch.company}
          </Text>
          <Text>{pay.branch.name}</Text>
          {pay.branch.address && <Text c="dimmed">{pay.branch.address}</Text>}
        </div>
        <Title order={1}>{t("Receipt")}</Title>
      </Group>
      <KeyValueList layout="stacked">
        <ReceiptField name={t("Receipt")} value={pay.receipt_no} />
        <ReceiptField name={pay.kind === "V" ? t("Vehicle") : t("Vehicle or visitor")} value={pay.name} />
        {pay.kind === "M" ? (
          <PaidPeriods pay={pay} receipt={receipt} />
        ) : (
          <>
            {pay.booked && (
              <>
                <KeyValue label={t("Booked")}>
                  <DateTime at={pay.booked.from} zone={pay.branch.time_zone} /> –{" "}
                  <DateTime at={pay.booked.until} zone={pay.branch.time_zone} />
                </KeyValue>
                <ReceiptField name={t("Slot")} value={pay.booked.slot} />
              </>
            )}
            <ReceiptField name={t("In")} value={formatTime(pay.in_time, pay)} />
            <ReceiptField name={t("Out")} value={formatTime(pay.out_time, pay)} />
          </>
        )}
        {pay.tariff_version !== null && (
          <ReceiptField name={t("Tariff")} value={t("Version {number}", { number: pay.tariff_version })} />
        )}
      </KeyValueList>
      {lines.length > 0 && (
        <KeyValueList layout="spread" gap="2xs" label={t("Charge")}>
          {lines.map((line) => (
            <KeyValue key={line.text} label={getLineLabel(line)}>
              {formatRupees(line.amount)}
            </KeyValue>
          ))}
        </KeyValueList>
      )}
    </>
  );
}

/** Every period that a payment of the receipt is for; before the first payment, the one that is due. */
function PaidPeriods({ pay, receipt }: { pay: PaymentPage; receipt: Receipt }) {
  const paid = receipt.lines.flatMap(({ period }) => period ?? []);
  const periods = paid.length > 0 ? paid : pay.period ? [pay.period] : [];
  return (
    <KeyValue label={periods.length > 1 ? t("Pass for the periods") : t("Pass for the period")}>
      {periods.map(({ from, till }) => (
        <div key={from}>
          <DateTime at={from} zone={pay.branch.time_zone} /> – <DateTime at={till} zone={pay.branch.time_zone} />
        </div>
      ))}
    </KeyValue>
  );
}

function ReceiptField({ name, value }: { name: string; value: string | null }) {
  return <KeyValue label={name}>{value ?? "–"}</KeyValue>;
}

function ReceiptLines({ pay, receipt: { lines, refunded } }: { pay: PaymentPage; receipt: Receipt }) {
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">{t("Received")}</th>
          <th scope="col">{t("Method")}</th>
          <th scope="col" className="figures-end">
            {t("Amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 && (
          <tr>
            <td colSpan={3}>{pay.payment_status === "paid" ? t("Nothing was left to pay.") : t("No payments yet.")}</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={`${line.received_at}${line.transaction}`}>
            <td className="figures">{formatTime(line.received_at, pay)}</td>
            <td>
              {[t(channelLabels[line.channel]), line.reference, line.by].filter(Boolean).join(", ")}
              {line.transaction && <PaymentId>{line.transaction}</PaymentId>}
              {line.utr && <PaymentId>UTR {line.utr}</PaymentId>}
            </td>
            <td className="figures-end">{formatRupees(line.amount)}</td>
          </tr>
        ))}
        {refunded > 0 && (
          <tr>
            <td colSpan={2}>{t("Refunded")}</td>
            <td className="figures-end">{formatRupees(-refunded)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t("Total received")}
          </th>
          <td className="figures-end">{formatRupees(lines.reduce((sum, { amount }) => sum + amount, 0) - refunded)}</td>
        </tr>
        {pay.owed.extended > 0 && (
          <tr>
            <th scope="row" colSpan={2}>
              {t("Balance due")}
            </th>
            <td className="figures-end">{formatRupees(pay.owed.extended)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

function PaymentId({ children }: { children: ReactNode }) {
  return (
    <Text component="div" size="xs" c="dimmed" isFigures>
      {children}
    </Text>
  );
}

function TaxInvoice({ invoice, pay }: { invoice: TaxInvoice; pay: PaymentPage }) {
  const rate = `${invoice.half_rate / 100} %`;
  const isCredit = invoice.credits !== null;
  const title = isCredit ? "Credit note" : "Tax invoice";
  return (
    <Stack component="section" className={styles["invoice"]} aria-label={`${title} ${invoice.invoice_no}`}>
      <Title>{title}</Title>
      <KeyValueList layout="stacked">
        <ReceiptField name={isCredit ? title : "Invoice"} value={invoice.invoice_no} />
        {isCredit && <ReceiptField name="For invoice" value={invoice.credits} />}
        <ReceiptField name="Date" value={formatTime(invoice.issued_at, pay)} />
        <ReceiptField name="GSTIN" value={invoice.gstin} />
        <ReceiptField
          name="Supplier"
          value={[invoice.supplier_name, invoice.supplier_address].filter(Boolean).join(", ")}
        />
        {invoice.recipient_name && (
          <ReceiptField
            name="Recipient"
            value={[invoice.recipient_name, invoice.recipient_address].filter(Boolean).join(", ")}
          />
        )}
        {invoice.recipient_gstin && <ReceiptField name="Recipient's GSTIN" value={invoice.recipient_gstin} />}
        <ReceiptField name="Service" value={`${invoice.description}, SAC ${invoice.sac}`} />
        {!isCredit && <ReceiptField name="Reverse charge" value="No" />}
      </KeyValueList>
      <table className={styles["table"]}>
        <tbody>
          <TaxLine name="Taxable value" paise={invoice.taxable} />
          <TaxLine name={`CGST ${rate}`} paise={invoice.cgst} />
          <TaxLine name={`SGST ${rate}`} paise={invoice.sgst} />
        </tbody>
        <tfoot>
          <TaxLine name="Total including tax" paise={invoice.total} />
        </tfoot>
      </table>
    </Stack>
  );
}

function TaxLine({ name, paise }: { name: string; paise: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="figures-end">{formatRupees(paise)}</td>
    </tr>
  );
}

const { recipient_name, recipient_address, recipient_gstin } = TaxInvoices.fields;
const invoiceFields = {
  recipient_name: { ...recipient_name, label: "Company name" },
  recipient_address: { ...recipient_address, label: "Address" },
  recipient_gstin: { ...recipient_gstin, label: "Your GSTIN" },
};

function RequestInvoiceSheet({ token, onClose }: { token: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  async function submit(values: object): Promise<void> {
    queryClient.setQueryData(["receipt", token], await requestInvoice(token, values));
    onClose();
  }
  return (
    <Sheet isOpen title={t("Request GST invoice")} onClose={onClose}>
      <Form fields={invoiceFields} onSubmit={submit}>
        <Stack>
          <Text c="dimmed">{t("All fields are optional. An invoice cannot be changed later.")}</Text>
          <FormField name="recipient_gstin" placeholder="29AAAAA0000A1ZY" />
          <FormField name="recipient_name" />
          <FormField name="recipient_address" />
          <SubmitButton>{t("Create invoice")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}
