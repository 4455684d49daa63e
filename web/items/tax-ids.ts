// §5 §7: GSTIN and PAN asked of their registers, for who registers and for who verifies.
import { queryOptions } from "@tanstack/react-query";
import { gstin, pan } from "#domain/fields.ts";
import { isGstin } from "#domain/rules/gstin.ts";
import { isPan } from "#domain/rules/pan.ts";
import { hasCode } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";

export type TaxIdKind = "gstin" | "pan";
export interface TaxIdAnswer {
  legal_name?: string;
  trade_name?: string;
  status?: string;
  registered_name?: string;
  category?: string;
}

/** The number as it is asked about; undefined for what cannot be one. */
export function taxIdTyped({ kind, typed }: { kind: TaxIdKind; typed: string }): string | undefined {
  const number = (kind === "gstin" ? gstin() : pan()).normalise!(typed);
  return (kind === "gstin" ? isGstin(number) : isPan(number)) ? number : undefined;
}

export function taxIdQuery({ kind, number }: { kind: TaxIdKind; number: string | undefined }) {
  return queryOptions({
    queryKey: ["tax-id", kind, number],
    queryFn: async ({ signal }) => {
      const path = kind === "gstin" ? "/verify-gst" : "/verify-pan";
      return (await request<{ data: TaxIdAnswer }>(path, { method: "POST", body: { [kind]: number }, signal })).data;
    },
    enabled: number !== undefined,
    retry: false,
    staleTime: 10 * 60_000,
  });
}

export function isUnavailable(thrown: unknown): boolean {
  return ["GSTIN_UNAVAILABLE", "PAN_UNAVAILABLE", "REQUESTS_EXCEEDED"].some((code) => hasCode(thrown, code));
}

/** Throws by its field for a number the register refuses; a register out of reach stands in nobody's way. */
export async function checkTaxId({ kind, typed }: { kind: TaxIdKind; typed: unknown }): Promise<void> {
  const number = typeof typed === "string" ? taxIdTyped({ kind, typed }) : undefined;
  if (!number) return;
  try {
    await queryClient.fetchQuery(taxIdQuery({ kind, number }));
  } catch (thrown) {
    if (!isUnavailable(thrown)) throw thrown;
  }
}
