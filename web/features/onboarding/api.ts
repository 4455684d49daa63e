// §2 §7: requests of the registration and correction pages.
import { queryOptions } from "@tanstack/react-query";
import type { RegistrationForm, RegistrationType } from "#domain/onboarding/registration.ts";
import type { Row } from "#domain/schema/collection.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";

export interface Agreement {
  text: string;
  version: string;
}

export const agreementQuery = queryOptions({
  queryKey: ["agreement"],
  queryFn: async ({ signal }) => (await request<{ data: Agreement }>("/actions/onboarding/agreement", { signal })).data,
  staleTime: 0,
});

interface SubmissionState {
  name: string;
  status: string;
  sent_at: string;
}
export interface RegistrationState {
  company: SubmissionState | null;
  branches: SubmissionState[];
  may_log_in: boolean;
}

export function registrationStateQuery(application: string | null) {
  return queryOptions({
    queryKey: ["application", application],
    queryFn: async ({ signal }) => {
      const options = { method: "POST", body: { application }, isPublic: true, signal } as const;
      return (await request<{ data: RegistrationState }>("/actions/onboarding/state", options)).data;
    },
    enabled: application !== null,
    retry: false,
    refetchInterval: 20_000,
  });
}

/** Throws COMPANY_NAME_EXIST or BRANCH_NAME_EXIST, with the field. */
export async function assertNameAvailable(name: { company_name: string } | { branch_name: string }): Promise<void> {
  await request("/actions/onboarding/check-name", { method: "POST", body: name });
}

export interface RegistrationResult {
  company: number;
  branch: number;
  application: string;
}

const nameErrorFields: { [code: string]: string } = {
  COMPANY_NAME_EXIST: "company_name",
  BRANCH_NAME_EXIST: "branch_name",
};

export async function submitRegistration({
  type,
  form,
}: {
  type: RegistrationType;
  form: RegistrationForm;
}): Promise<RegistrationResult> {
  try {
    const body = { registration_type: type, form };
    const { data } = await request<{ data: RegistrationResult }>("/actions/onboarding/register", {
      method: "POST",
      body,
    });
    return data;
  } catch (thrown) {
    // The error names the database column; the form field differs.
    if (!(thrown instanceof ApiError)) throw thrown;
    const field = nameErrorFields[thrown.code];
    throw field ? new ApiError({ ...thrown, extensions: { field } }) : thrown;
  }
}

export interface SubmittedCorrection {
  branch: number | null;
  changes: Row;
  note: string | null;
}

export async function sendCorrections(corrections: readonly SubmittedCorrection[]): Promise<{ application: string }> {
  const options = { method: "POST", body: { corrections } } as const;
  return (await request<{ data: { application: string } }>("/actions/onboarding/correct", options)).data;
}
