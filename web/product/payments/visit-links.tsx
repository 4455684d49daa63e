// Links of a customer's own visit: its pay page, the same as on the slip and in messages, and its receipt.
import { IconReceipt } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { formatRupees } from "#domain/money.ts";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { readPaymentPage } from "#web/api/payments.ts";
import { storePayerPage } from "#web/product/payer-page.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { t } from "#web/languages/t.ts";

/** `amount` is the balance due in paise. */
export function PayVisitButton({ visit, amount }: { visit: EntryKey; amount: number }) {
  const navigate = useNavigate();
  return (
    <AsyncButton
      color="marigold"
      size="lg"
      onPress={async () => {
        const { token } = await readPaymentPage(visit);
        storePayerPage(visit);
        await navigate(`/pay/${token}`);
      }}
    >
      {t("Pay {amount}", { amount: formatRupees(amount) })}
    </AsyncButton>
  );
}

/** `name` is the plate or the receipt number, since a list has many of these buttons. */
export function ReceiptButton({ visit, name }: { visit: EntryKey; name: string }) {
  const navigate = useNavigate();
  return (
    <AsyncButton
      variant="default"
      aria-label={t("Receipt of {name}", { name })}
      leftSection={<IconReceipt size={18} aria-hidden="true" />}
      onPress={async () => navigate(`/receipt/${(await readPaymentPage(visit)).token}`)}
    >
      {t("Receipt")}
    </AsyncButton>
  );
}
