// §3 Offers at the gate: those that apply by themselves, and one with the code that the customer names; what they save is
// shown before the payment.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import { normaliseCode } from "#domain/offers/offer-check.ts";
import { refusalTexts } from "#domain/offers/offer-texts.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import type { Redemption } from "#domain/offers/redemption.ts";
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { parseTypedAmount } from "#web/product/payments/adjustments.tsx";
import { parseTendered } from "#web/product/payments/tendered-cash.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

/** Part of the fields of a payment's form. */
export const offerFields = { offer_code: { ...Offers.fields.coupon_code, label: "Offer code (optional)" } };

interface TypedValues {
  [name: string]: unknown;
}

const readCode = (values: TypedValues): string => normaliseCode(String(values["offer_code"] ?? ""));

export interface EntryOffersState {
  /** What the offers save of the balance due of `due` paise; 0 of a part of it. */
  getSaving: (values: TypedValues, due: number) => number;
  /** Part of the payment's body. Throws AMOUNT_MISMATCH for a typed code whose saving was not shown yet. */
  toBody: (values: TypedValues, saving: number) => { offers?: Redemption };
  /** What they save is computed again, after the charge has changed. */
  refresh: () => void;
  quote: Awaited<ReturnType<typeof quoteOffers>> | undefined;
  code: string;
  apply: (code: string) => void;
}

function quoteOffers({ kind, id }: PaidKey, code: string) {
  const body = { code: code === "" ? null : code };
  return kind === "P"
    ? call({ route: "POST /actions/parking/:id/quote-offers", id, body })
    : call({ route: "POST /actions/valet/:id/quote-offers", id, body });
}

/** Passes have no offers. */
export function useEntryOffers(entry: PaidKey): EntryOffersState {
  const [code, setCode] = useState("");
  const { data: quote, refetch } = useQuery({
    queryKey: ["items", "Offers", "quote", entry.kind, entry.id, code],
    queryFn: () => quoteOffers(entry, code),
    enabled: entry.kind !== "M",
    staleTime: 0,
    // A payment can be taken without offers.
    retry: false,
    placeholderData: keepPreviousData,
  });

  function getSaving(values: TypedValues, due: number): number {
    if (parseTypedAmount(values, "part") > 0) return 0;
    const saving = Math.min(quote?.saving ?? 0, due);
    const tendered = parseTendered(values);
    const isPart = tendered !== undefined && tendered < due - saving + parseTypedAmount(values, "valet_tip");
    return isPart ? 0 : saving;
  }

  function toBody(values: TypedValues, saving: number): { offers?: Redemption } {
    const typed = readCode(values);
    if (typed !== code) {
      setCode(typed);
      throw new ApiError({ code: "AMOUNT_MISMATCH", status: 409 });
    }
    const isCodeUsed = code !== "" && quote?.refusal === null;
    return saving > 0 ? { offers: { code: isCodeUsed ? code : null } } : {};
  }

  return { getSaving, toBody, refresh: () => void refetch(), quote, code, apply: setCode };
}

/** The code, where an offer has one, and each offer with what it saves. */
export function EntryOffers({ offers: { quote, code, apply } }: { offers: EntryOffersState }) {
  const { values } = useFormState();
  const typed = readCode(values);
  if (!quote?.takesCodes && !quote?.discounts.length) return null;
  const isRefused = code !== "" && typed === code && quote.refusal;
  return (
    <Stack gap="xs">
      {quote.takesCodes && <FormField name="offer_code" />}
      {typed !== code && (
        <Button variant="default" size="lg" onClick={() => apply(typed)}>
          {typed === "" ? "Remove code" : "Apply code"}
        </Button>
      )}
      <div role="status">
        {isRefused && <Text c="red">{refusalTexts[isRefused]}</Text>}
        {quote.discounts.length > 0 && (
          <KeyValueList layout="spread" label="Offers">
            {quote.discounts.map(({ offer, title, amount }) => (
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
