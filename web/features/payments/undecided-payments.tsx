// §2 §4 /configurations/payments: what becomes of online payments that are not decided when the merchant or its keys change.
import { useQuery } from "@tanstack/react-query";
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import { undecidedStates } from "#domain/payments/online/online-payment-states.ts";
import { countQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import type { SavedValues } from "#web/product/forms/edit-start.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** What the provider is asked with. */
const credentials = Object.entries(PaymentSettings.fields).flatMap(([name, field]) =>
  name === "merchant_id" || name === "environment" || field.kind === "secret" ? [name] : [],
);

/** Shown while such a field is edited and a payment would have to wait for the former ones. */
export function UndecidedPayments({ saved }: { saved: SavedValues }) {
  const { branch } = useBranch();
  const { values } = useFormState();
  useLiveCollections("payment_attempts");
  const merchant = saved["merchant_id"];
  // One of a former merchant waits for that merchant to be saved again, which this notice must not forbid.
  const filter = {
    branch: { _eq: branch.id },
    merchant_id: { _eq: typeof merchant === "string" ? merchant : "" },
    state: { _in: [...undecidedStates] },
    is_trial: { _eq: false },
  };
  const { data: count = 0 } = useQuery(countQuery("payment_attempts", filter));
  const isEdited = credentials.some((name) => (values[name] ?? "") !== (saved[name] ?? ""));
  if (count === 0 || !isEdited) return null;
  return (
    <Notice c="amber" role="status">
      {count === 1 ? "1 online payment is" : `${count} online payments are`} not decided yet. The result can be received
      only with the merchant ID and keys now saved: save the new ones once this notice is gone, usually within 20
      minutes.
    </Notice>
  );
}
