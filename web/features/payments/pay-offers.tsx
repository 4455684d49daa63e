// §3 Offers on the pay page: those that apply by themselves, saved coupons, and a code that the payer enters.
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import * as limits from "#domain/limits.ts";
import { normaliseCode } from "#domain/offers/offer-check.ts";
import { getPayerRefusal } from "#domain/offers/offer-texts.ts";
import type { PaymentPage } from "#domain/payments/payment-page.ts";
import { quoteOffers } from "#web/features/payments/payment-link-api.ts";
import { type CodeQuote, type OfferQuote, useOfferQuote } from "#web/product/payments/use-offer-quote.ts";
import { getErrorText } from "#domain/errors.ts";
import { ApiError } from "#web/api/api-error.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";

export interface PayOffersState extends Pick<CodeQuote, "quote" | "refusal" | "error"> {
  /** What they save of the balance due. */
  saving: number;
  /** The code that saves something; null without one. */
  code: string | null;
  asked: string;
  apply: (code: string) => void;
}

/** `isOpen` while nothing was started: a payment that is under way keeps what it holds. */
export function usePayOffers({ pay, isOpen }: { pay: PaymentPage; isOpen: boolean }): PayOffersState {
  const [asked, setAsked] = useState("");
  const { isCodeUsed, ...quoted } = useOfferQuote({
    queryKey: ["pay-offers", pay.token, pay.owed.extended],
    read: (code) => quoteOffers(pay.token, code),
    code: asked,
    isEnabled: isOpen && pay.kind !== "M",
  });
  const quote = isOpen ? quoted.quote : undefined;
  const code = isCodeUsed ? asked : null;
  return { ...quoted, quote, saving: quote?.saving ?? 0, code, asked, apply: setAsked };
}

export function PayOffers({ offers: { quote, refusal, error, asked, apply } }: { offers: PayOffersState }) {
  const [typed, setTyped] = useState("");
  if (!quote?.takesCodes && !quote?.discounts.length) return null;
  const isChanged = normaliseCode(typed) !== asked;
  const problem = error
    ? t(getErrorText(error instanceof ApiError ? error.code : "SOMETHING_WRONG"))
    : refusal && t(getPayerRefusal(refusal));
  return (
    <Stack gap="sm">
      {quote.takesCodes && (
        <TextInput
          label={t("Offer code (optional)")}
          size="lg"
          autoComplete="off"
          maxLength={4 * limits.couponCode}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isChanged ? null : problem}
        />
      )}
      {isChanged && (
        <Button variant="default" size="lg" onClick={() => apply(normaliseCode(typed))}>
          {normaliseCode(typed) === "" ? t("Remove code") : t("Apply code")}
        </Button>
      )}
      {quote.coupons
        .filter(({ code }) => code !== asked)
        .map(({ offer, title, code, saving }) => (
          <Button
            key={offer}
            variant="default"
            size="lg"
            onClick={() => {
              setTyped(code);
              apply(code);
            }}
          >
            {t("Use coupon {code}: {title}, −{saving}", { code, title, saving: formatRupees(saving) })}
          </Button>
        ))}
      <div role="status">
        <OfferLines discounts={quote.discounts} />
      </div>
    </Stack>
  );
}

/** Each offer with what it saves. */
export function OfferLines({ discounts }: { discounts: OfferQuote["discounts"] }) {
  if (discounts.length === 0) return null;
  return (
    <KeyValueList layout="spread" label={t("Offers")}>
      {discounts.map(({ offer, title, amount }) => (
        <KeyValue key={offer} label={title}>
          −{formatRupees(amount)}
        </KeyValue>
      ))}
    </KeyValueList>
  );
}
