// §4 the receipt: what was received, when and how; on paper or as PDF by the browser's print; the tax invoice where one is asked for.
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { gstin, text } from "#domain/fields.ts";
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { limits } from "#domain/limits.ts";
import { showRupees } from "#domain/rules/money.ts";
import type { PayWire } from "#web/items/payments.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { askInvoice, readPay, readReceipt } from "#web/features/payments/link-api.ts";
import type { ReceiptWire } from "#web/features/payments/link-api.ts";
import styles from "#web/features/payments/receipt.module.css";

type Invoice = ReceiptWire["invoices"][number];

export function ReceiptPage() {
  usePageTitle("Receipt");
  const { token = "" } = useParams();
  const pay = useQuery({ queryKey: ["receipt", token, "entry"], queryFn: () => readPay(token) });
  const receipt = useQuery({ queryKey: ["receipt", token], queryFn: () => readReceipt(token) });
  const [isAsking, setIsAsking] = useState(false);
  const error = pay.error ?? receipt.error;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([pay.refetch(), receipt.refetch()])} />;
  if (!pay.data || !receipt.data) return <SkeletonRows count={4} />;
  const mayAsk = pay.data.isTaxed && receipt.data.mayInvoice;
  return (
    <div className={styles["page"]}>
      <article className={styles["sheet"]} aria-label="Receipt">
        <Head pay={pay.data} />
        <Lines pay={pay.data} receipt={receipt.data} />
        {receipt.data.invoices.map((invoice) => (
          <TaxInvoice key={invoice.id} invoice={invoice} />
        ))}
      </article>
      <div className={styles["actions"]}>
        <Button
          color="ink"
          size="lg"
          leftSection={<IconPrinter aria-hidden="true" />}
          onClick={() => globalThis.print()}
        >
          Print or save as PDF
        </Button>
        {mayAsk && (
          <Button variant="default" size="lg" onClick={() => setIsAsking(true)}>
            GST invoice
          </Button>
        )}
      </div>
      {isAsking && <AskInvoice token={token} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

const when = (at: string | null): string => (at ? formatDateTime12({ at: new Date(at) }) : "–");

function Head({ pay }: { pay: PayWire }) {
  return (
    <>
      <header className={styles["head"]}>
        <div>
          <p className={styles["company"]}>{pay.branch.company}</p>
          <p>{pay.branch.name}</p>
          {pay.branch.address && <p className={styles["soft"]}>{pay.branch.address}</p>}
        </div>
        <h1 className={styles["title"]}>Receipt</h1>
      </header>
      <dl className={styles["facts"]}>
        <Fact name="Receipt" value={pay.receipt_no} />
        <Fact name={pay.kind === "V" ? "Vehicle" : "Vehicle or visitor"} value={pay.name} />
        <Fact name="In" value={when(pay.in_time)} />
        <Fact name="Out" value={when(pay.out_time)} />
      </dl>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{value ?? "–"}</dd>
    </div>
  );
}

function Lines({ pay, receipt: { lines, refunded } }: { pay: PayWire; receipt: ReceiptWire }) {
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">Received</th>
          <th scope="col">How</th>
          <th scope="col" className={styles["right"]}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 && (
          <tr>
            <td colSpan={3}>Nothing was received yet.</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={`${line.received_at}${line.transaction}`}>
            <td className="figures">{when(line.received_at)}</td>
            <td>
              {line.mode === "cash" ? `Cash${line.by ? `, ${line.by}` : ""}` : "Online"}
              {line.transaction && <span className={`figures ${styles["small"]}`}>{line.transaction}</span>}
              {line.utr && <span className={`figures ${styles["small"]}`}>UTR {line.utr}</span>}
            </td>
            <td className={`figures ${styles["right"]}`}>{showRupees(line.amount)}</td>
          </tr>
        ))}
        {refunded > 0 && (
          <tr>
            <td colSpan={2}>Paid back</td>
            <td className={`figures ${styles["right"]}`}>{showRupees(-refunded)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total received
          </th>
          <td className={`figures ${styles["right"]}`}>
            {showRupees(lines.reduce((sum, { amount }) => sum + amount, 0) - refunded)}
          </td>
        </tr>
        {pay.owed.extended > 0 && (
          <tr>
            <th scope="row" colSpan={2}>
              Still to pay
            </th>
            <td className={`figures ${styles["right"]}`}>{showRupees(pay.owed.extended)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

function TaxInvoice({ invoice }: { invoice: Invoice }) {
  const rate = `${invoice.half_rate / 100} %`;
  return (
    <section className={styles["invoice"]} aria-label={`Tax invoice ${invoice.invoice_no}`}>
      <h2 className={styles["subtitle"]}>Tax invoice</h2>
      <dl className={styles["facts"]}>
        <Fact name="Invoice" value={invoice.invoice_no} />
        <Fact name="Date" value={when(invoice.issued_at)} />
        <Fact name="GSTIN" value={invoice.gstin} />
        <Fact name="Supplier" value={[invoice.supplier_name, invoice.supplier_address].filter(Boolean).join(", ")} />
        {invoice.recipient_name && (
          <Fact
            name="Recipient"
            value={[invoice.recipient_name, invoice.recipient_address].filter(Boolean).join(", ")}
          />
        )}
        {invoice.recipient_gstin && <Fact name="Recipient's GSTIN" value={invoice.recipient_gstin} />}
        <Fact name="Service" value={`${invoice.description}, SAC ${invoice.sac}`} />
        <Fact name="Reverse charge" value="No" />
      </dl>
      <table className={styles["table"]}>
        <tbody>
          <Tax name="Taxable value" paise={invoice.taxable} />
          <Tax name={`CGST ${rate}`} paise={invoice.cgst} />
          <Tax name={`SGST ${rate}`} paise={invoice.sgst} />
        </tbody>
        <tfoot>
          <Tax name="Total with tax" paise={invoice.total} />
        </tfoot>
      </table>
    </section>
  );
}

function Tax({ name, paise }: { name: string; paise: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={`figures ${styles["right"]}`}>{showRupees(paise)}</td>
    </tr>
  );
}

const invoiceFields = {
  recipient_name: text({ label: "Company name", max: limits.companyName }),
  recipient_address: text({ label: "Address", max: limits.address }),
  recipient_gstin: gstin({ label: "Your GSTIN" }),
};

function AskInvoice({ token, onClose }: { token: string; onClose: () => void }) {
  const cache = useQueryClient();
  async function submit(values: object): Promise<void> {
    cache.setQueryData(["receipt", token], await askInvoice(token, values));
    onClose();
  }
  return (
    <Sheet isOpen title="GST invoice" onClose={onClose}>
      <Form fields={invoiceFields} onSubmit={submit}>
        <div className={styles["form"]}>
          <p className={styles["soft"]}>Leave empty what you do not need. An invoice cannot be changed afterwards.</p>
          <FormField name="recipient_gstin" placeholder="29AAAAA0000A1ZY" />
          <FormField name="recipient_name" />
          <FormField name="recipient_address" />
          <SubmitButton>Make the invoice</SubmitButton>
        </div>
      </Form>
    </Sheet>
  );
}
