// §2 §4: requests of the customer login and registration pages.
import { request } from "#web/api/client.ts";
import { storeSession, startSession } from "#web/api/session.ts";
import type { LogInPageKind, Session } from "#web/api/session.ts";

/** Location state of the OTP page; empty when the page is opened by its address. */
export interface SentCode {
  phone_end?: string;
  /** ISO 8601: when the OTP may be requested again. */
  resend_at?: string;
}

export async function sendCode({
  phone,
  page,
}: {
  phone: string;
  page: LogInPageKind;
}): Promise<{ values: string } & SentCode> {
  const options = { method: "POST", body: { phone, page }, isPublic: true } as const;
  const { data } = await request<{ data: { values: string } & SentCode }>("/actions/customers/send-code", options);
  return data;
}

export async function resendCode(values: string): Promise<SentCode> {
  const options = { method: "POST", body: { values }, isPublic: true } as const;
  return (await request<{ data: SentCode }>("/actions/customers/send-code-again", options)).data;
}

/** Answers a session, or for an unknown phone number the proof that registration needs. */
export async function logInWithCode({
  values,
  otp,
}: {
  values: string;
  otp: string;
}): Promise<Session | { proof: string }> {
  const options = { method: "POST", body: { values, otp, mode: "cookie" }, isPublic: true } as const;
  const response = await request<{ data: { proof?: string; access_token?: string; expires?: number } }>(
    "/actions/customers/log-in-with-code",
    options,
  );
  return response.data.proof ? { proof: response.data.proof } : storeSession(response);
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

export function registerCustomer(body: CustomerRegistration): Promise<Session> {
  return startSession({ path: "/actions/customers/register", body });
}
