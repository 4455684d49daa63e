// Links of a visit: its pay page, the same as on the slip and in messages, its receipt, and the way to the branch.
import { Button } from "@mantine/core";
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import { IconReceipt, IconRoute } from "@tabler/icons-react";
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

interface DirectionsLinkProps {
  branch: { name: string; latitude: string | null; longitude: string | null } | null;
}

/** To a branch: for a visitor who comes, and back to a parked vehicle. Nothing for a branch without coordinates. */
export function DirectionsLink({ branch }: DirectionsLinkProps) {
  if (!branch?.latitude || !branch.longitude) return null;
  return (
    <Button
      component="a"
      variant="default"
      size="lg"
      leftSection={<IconRoute size={20} aria-hidden="true" />}
      href={getDirectionsUrl({ latitude: branch.latitude, longitude: branch.longitude })}
      target="_blank"
      rel="noreferrer"
      aria-label={t("Directions to {name}", { name: branch.name })}
    >
      {t("Directions")}
    </Button>
  );
}
