// §2 §7: what the pages of one's own account ask of the server.
import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import { sessionQuery, startSession } from "#web/items/session.ts";

export interface LogInShown {
  id: string;
  ip: string | null;
  user_agent: string | null;
  /** ISO 8601. */
  signed_in_at: string;
  last_seen_at: string;
  is_current: boolean;
}
export interface Security {
  has_second_factor: boolean;
  recovery_codes_left: number;
  pending_email: string | null;
  has_password: boolean;
  sessions: LogInShown[];
}

export const securityQuery = queryOptions({
  queryKey: ["account", "security"],
  queryFn: async ({ signal }) => (await request<{ data: Security }>("/actions/account/security", { signal })).data,
});

function post<T = unknown>(path: string, body: object = {}): Promise<T> {
  return request<T>(path, { method: "POST", body });
}

/** What the server knows now is read again for what is shown. */
async function changed(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Every log-in ends, and this one begins anew. */
export async function changePassword(body: { current_password: string; password: string }): Promise<void> {
  await startSession({ path: "/actions/account/password", body });
  await changed();
}

export async function askForEmail(body: { email: string; password: string }): Promise<void> {
  await post("/actions/account/email", body);
  await changed();
}

export async function giveUpEmail(): Promise<void> {
  await post("/actions/account/email/cancel");
  await changed();
}

export async function endLogIn(id: string): Promise<void> {
  await post(`/actions/account/sessions/${id}/end`);
  await changed();
}

export async function endOtherLogIns(): Promise<void> {
  await post("/actions/account/sessions/end-others");
  await changed();
}

export function endAllLogIns(): Promise<unknown> {
  return post("/actions/account/sessions/end-all");
}

export interface NewSecret {
  secret: string;
  otpauth_url: string;
}

export async function newSecret(password: string): Promise<NewSecret> {
  return (await post<{ data: NewSecret }>("/users/me/tfa/generate", { password })).data;
}

export async function switchOn(body: { secret: string; otp: string }): Promise<string[]> {
  const { data } = await post<{ data: { recovery_codes: string[] } }>("/users/me/tfa/enable", body);
  return data.recovery_codes;
}

export async function switchOff(otp: string): Promise<void> {
  await post("/users/me/tfa/disable", { otp });
  await changed();
}

export async function newRecoveryCodes(otp: string): Promise<string[]> {
  const { data } = await post<{ data: { recovery_codes: string[] } }>("/users/me/tfa/recovery-codes", { otp });
  return data.recovery_codes;
}

export { changed as readSecurityAgain };
