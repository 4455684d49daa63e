// §2 §4: what the customers' log-in and registration ask of the server.
import { request } from "#web/items/client.ts";
import { keepSession, startSession } from "#web/items/session.ts";
import type { LogInPage, Session } from "#web/items/session.ts";

/** What the page of the code is told by the one before; all of it is gone when it is opened from elsewhere. */
export interface CodeSent {
  phone_end?: string;
  /** ISO 8601: when another may be asked for. */
  resend_at?: string;
}

export async function sendCode({
  phone,
  page,
}: {
  phone: string;
  page: LogInPage;
}): Promise<{ values: string } & CodeSent> {
  const options = { method: "POST", body: { phone, page }, isPublic: true } as const;
  const { data } = await request<{ data: { values: string } & CodeSent }>("/actions/customers/send-code", options);
  return data;
}

export async function sendCodeAgain(values: string): Promise<CodeSent> {
  const options = { method: "POST", body: { values }, isPublic: true } as const;
  return (await request<{ data: CodeSent }>("/actions/customers/send-code-again", options)).data;
}

/** The session, or the proof with which one registers. */
export async function logInWithCode({
  values,
  otp,
}: {
  values: string;
  otp: string;
}): Promise<Session | { proof: string }> {
  const options = { method: "POST", body: { values, otp, mode: "cookie" }, isPublic: true } as const;
  const answer = await request<{ data: { proof?: string; access_token?: string; expires?: number } }>(
    "/actions/customers/log-in-with-code",
    options,
  );
  return answer.data.proof ? { proof: answer.data.proof } : keepSession(answer);
}

export interface Registration {
  proof: string;
  first_name: string;
  email: string;
  password: string;
  customer_type: "public" | "gov";
  vehicles: { vehicleNo: string; type: null }[];
  department?: string;
  designation?: string;
}

export function register(body: Registration): Promise<Session> {
  return startSession({ path: "/actions/customers/register", body });
}
