// Shown instead of a pay page or receipt whose link has expired, or is not one of ours.
import { CenteredPage } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function PaymentLinkEnded() {
  return (
    <CenteredPage>
      <Title order={1}>{t("This payment link has expired")}</Title>
      <Text c="dimmed">
        {t(
          "Payment links expire a few days after payment. Ask the parking location for a receipt, or if an amount is due.",
        )}
      </Text>
    </CenteredPage>
  );
}

export function InvalidPaymentLink() {
  return (
    <CenteredPage>
      <Title order={1}>{t("This link is not valid")}</Title>
      <Text c="dimmed">{t("Scan the QR code on your slip again, or ask at the gate.")}</Text>
    </CenteredPage>
  );
}
