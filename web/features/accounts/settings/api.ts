// §2 §7: requests of the account pages.
import { queryOptions } from "@tanstack/react-query";
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { sessionMode } from "#web/api/shell.ts";
import { call } from "#web/api/call.ts";
import { downloadResponse } from "#web/api/files.ts";
import { itemQuery, updateItem } from "#web/api/items.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { sessionQuery, storeSession } from "#web/api/session.ts";

export type AccountSecurity = ActionReply<"GET /actions/account/security">;
export type ActiveSession = AccountSecurity["sessions"][number];

export const securityQuery = queryOptions({
  queryKey: ["account", "security"],
  queryFn: ({ signal }) => call({ route: "GET /actions/account/security" }, { signal }),
});

/** Refetches the security data and the session. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The server ends all sessions of the user; a new one is started for this device. */
export async function changePassword(body: { current_password: string; password: string }): Promise<void> {
  await storeSession(await call({ route: "POST /actions/account/password", body: { ...body, mode: sessionMode } }));
  await refreshSecurity();
}

/** The server ends all sessions of the user; a new one is started for this device. */
export async function completeRegistration(body: {
  first_name: string;
  email: string;
  password: string;
}): Promise<void> {
  await storeSession(
    await call({ route: "POST /actions/account/complete-registration", body: { ...body, mode: sessionMode } }),
  );
  await refreshSecurity();
}

const detailFields = ["id", "first_name", "last_name", "user_vehicles", "picture"] as const;
export const detailsQuery = (id: string) => itemQuery("users", id, { fields: detailFields });
export type CustomerDetails = WireRow<"users", typeof detailFields>;

export async function saveName(id: string, changes: Pick<CustomerDetails, "first_name" | "last_name">): Promise<void> {
  await updateItem("users", id, changes);
  await refreshDetails(id);
  await refreshSecurity();
}

const refreshDetails = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: detailsQuery(id).queryKey });

interface VehicleChange extends CustomerVehicle {
  /** Number of the vehicle to change; null for a new one. */
  replaces: string | null;
  /** Code of a visit, for a vehicle of another account. */
  code: string;
}

/** VISIT_CODE_REQUIRED, VISIT_CODE_INVALID, VEHICLE_ALREADY_EXIST. */
export async function saveVehicle(id: string, body: VehicleChange): Promise<void> {
  await call({ route: "POST /actions/account/vehicles", body });
  await refreshDetails(id);
}

export async function removeVehicle(id: string, vehicleNo: string): Promise<void> {
  await call({ route: "POST /actions/account/vehicles/remove", body: { vehicleNo } });
  await refreshDetails(id);
}

export async function uploadPicture(id: string, picture: Blob): Promise<void> {
  const body = new FormData();
  body.set("file", picture, "picture.png");
  await call({ route: "POST /actions/account/picture", body });
  await refreshDetails(id);
}

export async function removePicture(id: string): Promise<void> {
  await call({ route: "POST /actions/account/picture/remove" });
  await refreshDetails(id);
}

export async function requestEmailChange(body: { email: string; password?: string }): Promise<void> {
  await call({ route: "POST /actions/account/email", body });
  await refreshSecurity();
}

export async function cancelEmailChange(): Promise<void> {
  await call({ route: "POST /actions/account/email/cancel" });
  await refreshSecurity();
}

export type PhoneCodeSent = ActionReply<"POST /actions/account/phone">;

export const requestPhoneChange = (body: { phone: string; password?: string }): Promise<PhoneCodeSent> =>
  call({ route: "POST /actions/account/phone", body });

export const resendPhoneCode = (values: string) =>
  call({ route: "POST /actions/account/phone/send-again", body: { values } });

/** Entries and tickets follow the phone number, so every query is invalidated. */
export async function confirmPhone(body: { values: string; otp: string }): Promise<void> {
  await call({ route: "POST /actions/account/phone/confirm", body });
  await queryClient.invalidateQueries();
}

export async function revokeSession(id: string): Promise<void> {
  await call({ route: "POST /actions/account/sessions/:session_id/end", session_id: id });
  await refreshSecurity();
}

export async function revokeOtherSessions(): Promise<void> {
  await call({ route: "POST /actions/account/sessions/end-others" });
  await refreshSecurity();
}

export const revokeAllSessions = () => call({ route: "POST /actions/account/sessions/end-all" });

export const downloadOwnData = (body: { password?: string }): Promise<void> =>
  downloadResponse({ path: "/actions/account/export", body, name: "my-data.json" });

export const eraseOwnData = (body: { password?: string }) => call({ route: "POST /actions/account/erase", body });

function post<T = unknown>(path: string, body: object): Promise<T> {
  return request<T>(path, { method: "POST", body });
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
