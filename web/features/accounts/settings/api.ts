// §2 §7: requests of the account pages.
import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { sessionQuery, startSession } from "#web/api/session.ts";

export interface ActiveSession {
  id: string;
  ip: string | null;
  user_agent: string | null;
  /** ISO 8601. */
  signed_in_at: string;
  last_seen_at: string;
  is_current: boolean;
}
export interface AccountSecurity {
  has_second_factor: boolean;
  recovery_codes_left: number;
  pending_email: string | null;
  has_password: boolean;
  /** The phone number verified by OTP; null where none was verified, even if the account has a contact number. */
  verified_phone: string | null;
  sessions: ActiveSession[];
}

export const securityQuery = queryOptions({
  queryKey: ["account", "security"],
  queryFn: async ({ signal }) =>
    (await request<{ data: AccountSecurity }>("/actions/account/security", { signal })).data,
});

function post<T = unknown>(path: string, body: object = {}): Promise<T> {
  return request<T>(path, { method: "POST", body });
}

/** Refetches the security data and the session. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The server ends all sessions of the user; a new one is started for this device. */
export async function changePassword(body: { current_password: string; password: string }): Promise<void> {
  await startSession({ path: "/actions/account/password", body });
  await refreshSecurity();
}

export async function requestEmailChange(body: { email: string; password: string }): Promise<void> {
  await post("/actions/account/email", body);
  await refreshSecurity();
}

export async function cancelEmailChange(): Promise<void> {
  await post("/actions/account/email/cancel");
  await refreshSecurity();
}

export interface PhoneCodeSent {
  /** Sealed text that is sent back with the OTP. */
  values: string;
  phone_end: string;
  /** ISO 8601: when the OTP may be requested again. */
  resend_at: string;
}

export async function requestPhoneChange(body: { phone: string; password?: string }): Promise<PhoneCodeSent> {
  return (await post<{ data: PhoneCodeSent }>("/actions/account/phone", body)).data;
}

export async function resendPhoneCode(values: string): Promise<{ resend_at: string }> {
  return (await post<{ data: { resend_at: string } }>("/actions/account/phone/send-again", { values })).data;
}

/** Entries and tickets follow the phone number, so every query is invalidated. */
export async function confirmPhone(body: { values: string; otp: string }): Promise<void> {
  await post("/actions/account/phone/confirm", body);
  await queryClient.invalidateQueries();
}

export async function revokeSession(id: string): Promise<void> {
  await post(`/actions/account/sessions/${id}/end`);
  await refreshSecurity();
}

export async function revokeOtherSessions(): Promise<void> {
  await post("/actions/account/sessions/end-others");
  await refreshSecurity();
}

export function revokeAllSessions(): Promise<unknown> {
  return post("/actions/account/sessions/end-all");
}

export interface TwoFactorSecret {
  secret: string;
  otpauth_url: string;
}

export async function generateTwoFactorSecret(password: string): Promise<TwoFactorSecret> {
  return (await post<{ data: TwoFactorSecret }>("/users/me/tfa/generate", { password })).data;
}

export async function enableTwoFactor(body: { secret: string; otp: string }): Promise<string[]> {
  const { data } = await post<{ data: { recovery_codes: string[] } }>("/users/me/tfa/enable", body);
  return data.recovery_codes;
}

export async function disableTwoFactor(otp: string): Promise<void> {
  await post("/users/me/tfa/disable", { otp });
  await refreshSecurity();
}

export async function generateRecoveryCodes(otp: string): Promise<string[]> {
  const { data } = await post<{ data: { recovery_codes: string[] } }>("/users/me/tfa/recovery-codes", { otp });
  return data.recovery_codes;
}
