// What offers save of a balance, with a code or without. While a code is looked up, or if that fails, what the offers without a
// code save is shown.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";

export type OfferQuote = ActionReply<"POST /actions/payments/link/:token/quote-offers">;

export interface CodeQuote {
  quote: OfferQuote | undefined;
  /** Whether the quote is that of the code, which saves something. */
  isCodeUsed: boolean;
  refusal: OfferQuote["refusal"];
  /** Why the code could not be looked up. */
  error: Error | null;
  refetch: () => void;
}

export function useOfferQuote({
  queryKey,
  read,
  code,
  isEnabled,
}: {
  /** Of the balance. */
  queryKey: readonly unknown[];
  read: (code: string | null) => Promise<OfferQuote>;
  /** Empty without one. */
  code: string;
  isEnabled: boolean;
}): CodeQuote {
  const hasCode = code !== "";
  const withoutCode = useQuery({
    queryKey: [...queryKey, ""],
    queryFn: () => read(null),
    enabled: isEnabled,
    staleTime: 0,
    // The payment is possible without offers.
    retry: false,
    placeholderData: keepPreviousData,
  });
  const withCode = useQuery({
    queryKey: [...queryKey, code],
    queryFn: () => read(code),
    enabled: isEnabled && hasCode,
    staleTime: 0,
    retry: false,
    // A wrong code counts each time that it is sent.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (previous, query) => (query?.queryKey.at(-1) === code ? previous : undefined),
  });
  const coded = hasCode ? withCode.data : undefined;
  return {
    quote: coded ?? withoutCode.data,
    isCodeUsed: coded?.refusal === null,
    refusal: coded?.refusal ?? null,
    error: hasCode ? withCode.error : null,
    refetch: () => void (hasCode ? withCode : withoutCode).refetch(),
  };
}
