// §2 §7: what registering and correcting ask of the server.
import { queryOptions } from "@tanstack/react-query";
import type { RegistrationForm, RegistrationType } from "#domain/registration.ts";
import type { Row } from "#domain/collection.ts";
import { ApiError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";

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
