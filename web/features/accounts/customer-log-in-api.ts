// §2 §4: requests of the customer login and registration pages.
import { queryOptions } from "@tanstack/react-query";
import type { CustomerPage } from "#domain/accounts/customer-type.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { sessionMode } from "#web/api/shell.ts";
import { call } from "#web/api/call.ts";
import { type Session, storeSession } from "#web/api/session.ts";

export type SentCode = ActionReply<"POST /actions/customers/send-code">;
/** Location state of the OTP page; empty when the page is opened by its address. */
export type CodePageState = Partial<Omit<SentCode, "values">> & {
  /** The address of the form that the number was entered in. */
  from?: string;
};

export const sendCode = (body: { phone: string; page: CustomerPage }): Promise<SentCode> =>
  call({ route: "POST /actions/customers/send-code", body }, { isPublic: true });

export const resendCode = (values: string) =>
  call({ route: "POST /actions/customers/send-code-again", body: { values } }, { isPublic: true });

const deliveryRefreshMs = 2_000;
/** Until the code is sent, and not for longer than a service may take. */
export const getDeliveryInterval = ({
  state,
}: {
  state: { data: { status: string } | undefined; dataUpdateCount: number };
}): number | false => (state.data?.status === "sent" || state.dataUpdateCount >= 15 ? false : deliveryRefreshMs);

/** Whether the code has been sent, asked again for as long as a service may take. */
export const codeDeliveryQuery = (values: string) =>
  queryOptions({
    queryKey: ["code-delivery", values],
    queryFn: () => call({ route: "POST /actions/customers/read-code-delivery", body: { values } }, { isPublic: true }),
    refetchInterval: getDeliveryInterval,
    retry: false,
  });

/** Answers a session, or for an unknown phone number the proof that registration needs. */
export async function logInWithCode(code: { values: string; otp: string }): Promise<Session | { proof: string }> {
  const body = { ...code, mode: sessionMode } as const;
  const reply = await call({ route: "POST /actions/customers/log-in-with-code", body }, { isPublic: true });
  return "proof" in reply ? reply : storeSession(reply);
}

export interface CustomerRegistration {
  proof: string;
  first_name: string;
  email: string;
  password: string;
  customer_type: "public" | "gov";
  vehicles: { vehicleNo: string; type: null }[];
  department?: string;
  designation?: string;
}

export async function registerCustomer(registration: CustomerRegistration): Promise<Session> {
  const body = { ...registration, mode: sessionMode } as const;
  return storeSession(await call({ route: "POST /actions/customers/register", body }, { isPublic: true }));
}
