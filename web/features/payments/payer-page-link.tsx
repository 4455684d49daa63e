// From the pay page or the receipt back to the page the customer came from.
import { Button } from "@mantine/core";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import { readPayerPage } from "#web/product/payer-page.ts";
import { t } from "#web/languages/t.ts";

const getPayerPageName = (kind: PaymentPage["kind"]): string =>
  kind === "P" ? t("Back") : kind === "V" ? t("Back to my car") : t("Back to my pass");

/** Back to the ticket or pass, for a customer who came from its page; that of a ticket is a document of its own. */
export function PayerPageLink({
  pay: { kind, id },
  variant = "filled",
  size = "xl",
}: {
  pay: Pick<PaymentPage, "kind" | "id">;
  /** `default` beside another main action. */
  variant?: "filled" | "default";
  size?: "lg" | "xl";
}) {
  const page = readPayerPage({ kind, id });
  if (page === null) return null;
  return (
    <Button component="a" href={page} {...(variant === "filled" ? { color: "marigold" } : { variant })} size={size}>
      {getPayerPageName(kind)}
    </Button>
  );
}
