// Shown instead of a pay page or receipt whose link has expired, or is not one of ours.
import { UnusableLink } from "#web/ui/links/unusable-link.tsx";
import { t } from "#web/languages/t.ts";

export function PaymentLinkEnded() {
  return (
    <UnusableLink title={t("This payment link has expired")}>
      {t(
        "Payment links expire a few days after payment. Ask the parking location for a receipt, or if an amount is due.",
      )}
    </UnusableLink>
  );
}

export function InvalidPaymentLink() {
  return (
    <UnusableLink title={t("This link is not valid")}>
      {t("Scan the QR code on your slip again, or ask at the gate.")}
    </UnusableLink>
  );
}
