// §3 Offers at the gate: those that apply by themselves, and one with the code that the customer names; what they save is
// shown before the payment.
import { Button } from "@mantine/core";
import { useState } from "react";
import { getErrorText } from "#domain/errors.ts";
import { formatRupees } from "#domain/money.ts";
import { normaliseCode } from "#domain/offers/offer-check.ts";
import { cutToDue } from "#domain/offers/choose-offers.ts";
import { refusalTexts } from "#domain/offers/offer-texts.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { parseTypedAmount } from "#web/product/payments/adjustments.tsx";
import { parseTendered } from "#web/product/payments/tendered-cash.tsx";
import { type CodeQuote, useOfferQuote } from "#web/product/payments/use-offer-quote.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { type FormValues, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** Part of the fields of a payment's form. */
export const offerFields = { offer_code: { ...Offers.fields.coupon_code, label: "Offer code (optional)" } };

interface TypedValues {
  [name: string]: unknown;
}

const readCode = (values: TypedValues): string => normaliseCode(String(values["offer_code"] ?? ""));

export interface EntryOffersState extends Pick<CodeQuote, "quote" | "refusal" | "error"> {
  /** What the offers save of the balance due of `due` paise; 0 of a part of it. */
  getSaving: (values: TypedValues, due: number) => number;
  /** Part of the payment's body. Throws AMOUNT_MISMATCH for a typed code whose saving was not shown yet. */
  toBody: (values: TypedValues, saving: number) => { offers?: Redemption };
  /** What they save is computed again, after the charge has changed. */
  refresh: () => void;
  code: string;
  apply: (code: string) => void;
}

function quoteOffers({ kind, id }: PaidKey, code: string | null) {
  const body = { code };
  return kind === "P"
    ? call({ route: "POST /actions/parking/:id/quote-offers", id, body })
    : call({ route: "POST /actions/valet/:id/quote-offers", id, body });
}

/** Passes have no offers. */
export function useEntryOffers(entry: PaidKey): EntryOffersState {
  const [code, setCode] = useState("");
  const { quote, isCodeUsed, refusal, error, refetch } = useOfferQuote({
    queryKey: ["items", "Offers", "quote", entry.kind, entry.id],
    read: (typed) => quoteOffers(entry, typed),
    code,
    isEnabled: entry.kind !== "M",
  });

  function getSaving(values: TypedValues, due: number): number {
    if (parseTypedAmount(values, "part") > 0) return 0;
    const { saving } = cutToDue(quote?.discounts ?? [], due);
    const tendered = parseTendered(values);
    const isPart = tendered !== undefined && tendered < due - saving;
    return isPart ? 0 : saving;
  }

  function toBody(values: TypedValues, saving: number): { offers?: Redemption } {
    const typed = readCode(values);
    if (typed !== code) {
      setCode(typed);
      throw new ApiError({ code: "AMOUNT_MISMATCH", status: 409 });
    }
    return saving > 0 ? { offers: { code: isCodeUsed ? code : null } } : {};
  }

  return { getSaving, toBody, refresh: refetch, quote, refusal, error, code, apply: setCode };
}

interface EntryOffersProps {
  offers: EntryOffersState;
  /** The balance due after what the offers save of it. */
  computeAmounts: (values: FormValues) => { due: number; saving: number };
}

/** The code, where an offer has one, and each offer with what it saves. */
export function EntryOffers({ offers: { quote, refusal, error, code, apply }, computeAmounts }: EntryOffersProps) {
  const { values, setValue } = useFormState();
  const typed = readCode(values);
  const { due, saving: saved } = computeAmounts(values);
  if (!quote?.takesCodes && !quote?.discounts.length) return null;
  const { discounts } = cutToDue(quote.discounts, due + saved);
  const problem = error
    ? t(getErrorText(error instanceof ApiError ? error.code : "SOMETHING_WRONG"))
    : refusal && t(refusalTexts[refusal]);
  return (
    <Stack gap="xs">
      {quote.takesCodes && <FormField name="offer_code" />}
      {typed !== code && (
        <Button variant="default" size="lg" onClick={() => apply(typed)}>
          {typed === "" ? t("Remove code") : t("Apply code")}
        </Button>
      )}
      {quote.coupons
        .filter((coupon) => coupon.code !== code)
        .map(({ offer, title, code: coupon, saving }) => (
          <Button
            key={offer}
            variant="default"
            size="lg"
            onClick={() => {
              setValue("offer_code", coupon);
              apply(coupon);
            }}
          >
            {t("Use saved coupon {code}: {title}, −{amount}", { code: coupon, title, amount: formatRupees(saving) })}
          </Button>
        ))}
      <div role="status">
        {problem && typed === code && <Text c="red">{problem}</Text>}
        {discounts.length > 0 && (
          <KeyValueList layout="spread" label={t("Offers")}>
            {discounts.map(({ offer, title, amount }) => (
              <KeyValue key={offer} label={title}>
                −{formatRupees(amount)}
              </KeyValue>
            ))}
          </KeyValueList>
        )}
      </div>
    </Stack>
  );
}
