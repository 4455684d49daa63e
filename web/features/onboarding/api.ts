// §2 §7: requests of the registration and correction pages.
import { queryOptions } from "@tanstack/react-query";
import { isAreaListed, otherArea } from "#domain/branches/area.ts";
import { getErrorText } from "#domain/errors.ts";
import type { RegistrationForm, RegistrationType } from "#domain/onboarding/registration.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { sessionMode } from "#web/api/shell.ts";
import { ApiError } from "#web/api/api-error.ts";
import { areasQuery } from "#web/api/areas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { storeSession, type Session } from "#web/api/session.ts";
import { call } from "#web/api/call.ts";

export const agreementQuery = queryOptions({
  queryKey: ["agreement"],
  queryFn: ({ signal }) => call({ route: "GET /actions/onboarding/agreement" }, { signal }),
  staleTime: 0,
});

export type RegistrationState = ActionReply<"POST /actions/onboarding/state">;

export function registrationStateQuery(application: string | null) {
  return queryOptions({
    queryKey: ["application", application],
    queryFn: ({ signal }) =>
      call({ route: "POST /actions/onboarding/state", body: { application } }, { isPublic: true, signal }),
    enabled: application !== null,
    retry: false,
    refetchInterval: 20_000,
  });
}

/** Opens the session that sets up the branch during the review. */
export async function startSetUp(setUp: string): Promise<Session> {
  const body = { set_up: setUp, mode: sessionMode } as const;
  return storeSession(await call({ route: "POST /actions/onboarding/set-up", body }, { isPublic: true }));
}

/** Throws COMPANY_NAME_EXIST or BRANCH_NAME_EXIST, with the field. */
export async function assertNameAvailable(name: { company_name: string } | { branch_name: string }): Promise<void> {
  await call({ route: "POST /actions/onboarding/check-name", body: name });
}

/** AREA_EXIST if the area that is not on the list for the vendor is on it. */
export async function assertAreaNotListed({ area, area_name: name, city, state }: RegistrationForm): Promise<void> {
  if (String(area) !== String(otherArea.id)) return;
  const areas = await queryClient.fetchQuery(areasQuery({ filter: { state: { _eq: String(state) } } }));
  if (isAreaListed({ areas, name: String(name), city: String(city) }))
    throw new ApiError({
      code: "AREA_EXIST",
      status: 409,
      extensions: { field: "area_name" },
      message: getErrorText("AREA_EXIST"),
    });
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
}): Promise<ActionReply<"POST /actions/onboarding/register">> {
  try {
    return await call({ route: "POST /actions/onboarding/register", body: { registration_type: type, form } });
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

/** Returns the tokens of the registration status page and of a set-up session. */
export function sendCorrections(
  corrections: SubmittedCorrection[],
): Promise<ActionReply<"POST /actions/onboarding/correct">> {
  return call({ route: "POST /actions/onboarding/correct", body: { corrections } });
}
