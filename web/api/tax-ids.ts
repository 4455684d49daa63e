// §5 §7: look-up of GSTIN and PAN in their registers, for vendors and verifiers.
import { queryOptions } from "@tanstack/react-query";
import { uppercase } from "#domain/schema/fields.ts";
import { isGstin } from "#domain/gstin.ts";
import { isPan } from "#domain/pan.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";

export type TaxIdKind = "gstin" | "pan";
export interface TaxIdRegistration {
  legal_name?: string;
  trade_name?: string;
  status?: string;
  registered_name?: string;
  category?: string;
  address?: string;
}

/** The normalised number; undefined if it is not valid. */
export function normalizeTaxId({ kind, typed }: { kind: TaxIdKind; typed: string }): string | undefined {
  const number = uppercase(typed);
  return (kind === "gstin" ? isGstin(number) : isPan(number)) ? number : undefined;
}

export function taxIdQuery({ kind, number }: { kind: TaxIdKind; number: string | undefined }) {
  return queryOptions({
    queryKey: ["tax-id", kind, number],
    queryFn: async ({ signal }) => {
      const path = kind === "gstin" ? "/verify-gst" : "/verify-pan";
      return (await request<{ data: TaxIdRegistration }>(path, { method: "POST", body: { [kind]: number }, signal }))
        .data;
    },
    enabled: number !== undefined,
    retry: false,
    staleTime: 10 * 60_000,
  });
}

export function isRegistryUnavailable(thrown: unknown): boolean {
  return ["GSTIN_UNAVAILABLE", "PAN_UNAVAILABLE", "REQUESTS_EXCEEDED"].some((code) => hasErrorCode(thrown, code));
}

export interface TaxIdVerification {
  number: string;
  state: "active" | "unavailable";
}

/** Throws a field error for a rejected number; an unavailable register does not block the form. */
export async function verifyTaxId({
  kind,
  typed,
}: {
  kind: TaxIdKind;
  typed: unknown;
}): Promise<TaxIdVerification | undefined> {
  const number = typeof typed === "string" ? normalizeTaxId({ kind, typed }) : undefined;
  if (!number) return undefined;
  try {
    await queryClient.fetchQuery(taxIdQuery({ kind, number }));
    return { number, state: "active" };
  } catch (thrown) {
    if (!isRegistryUnavailable(thrown)) throw thrown;
    return { number, state: "unavailable" };
  }
}

/** The register's answer about a valid number; undefined if it has none, or there is no number. */
export async function readRegister(kind: TaxIdKind, number: string): Promise<TaxIdRegistration | undefined> {
  if (!number) return undefined;
  return queryClient.fetchQuery(taxIdQuery({ kind, number })).catch(() => undefined);
}
