// §2 §7: what registering and correcting ask of the server.
import { queryOptions } from "@tanstack/react-query";
import type { RegistrationForm, RegistrationType } from "#domain/registration.ts";
import type { Row } from "#domain/collection.ts";
import { gstin, pan } from "#domain/fields.ts";
import { isGstin } from "#domain/rules/gstin.ts";
import { isPan } from "#domain/rules/pan.ts";
import { ApiError, hasCode } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";

export interface Agreement {
  text: string;
  version: string;
}

export const agreementQuery = queryOptions({
  queryKey: ["agreement"],
  queryFn: async ({ signal }) => (await request<{ data: Agreement }>("/actions/onboarding/agreement", { signal })).data,
  staleTime: 0,
});

interface PlaceState {
  name: string;
  status: string;
  sent_at: string;
}
export interface ApplicationState {
  company: PlaceState | null;
  branches: PlaceState[];
  may_log_in: boolean;
}

export function applicationQuery(application: string | null) {
  return queryOptions({
    queryKey: ["application", application],
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: { application }, isPublic: true, signal } as const;
      return (await request<{ data: ApplicationState }>("/actions/onboarding/state", options)).data;
    },
    enabled: application !== null,
    retry: false,
    refetchInterval: 20_000,
  });
}

/** Throws COMPANY_NAME_EXIST, BRANCH_NAME_EXIST by their fields. */
export async function checkName(name: { company_name: string } | { branch_name: string }): Promise<void> {
  await request("/actions/onboarding/check-name", { method: "POST", body: name });
}

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

export interface Registered {
  company: number;
  branch: number;
  application: string;
}

const fieldOfName: { [code: string]: string } = {
  COMPANY_NAME_EXIST: "company_name",
  BRANCH_NAME_EXIST: "branch_name",
};

export async function registerPlace({
  type,
  form,
}: {
  type: RegistrationType;
  form: RegistrationForm;
}): Promise<Registered> {
  try {
    const body = { registration_type: type, form };
    const { data } = await request<{ data: Registered }>("/actions/onboarding/register", { method: "POST", body });
    return data;
  } catch (thrown) {
    // The database names its own column.
    const field = thrown instanceof ApiError ? fieldOfName[thrown.code] : undefined;
    throw field ? new ApiError({ ...(thrown as ApiError), extensions: { field } }) : thrown;
  }
}

export interface CorrectionSent {
  branch: number | null;
  changes: Row;
  note: string | null;
}

export async function sendCorrections(corrections: readonly CorrectionSent[]): Promise<{ application: string }> {
  const options = { method: "POST", body: { corrections } } as const;
  return (await request<{ data: { application: string } }>("/actions/onboarding/correct", options)).data;
}
