// The shared device that this browser is enrolled as. Its token is in a cookie that scripts cannot read.
import { queryOptions } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import { sessionMode } from "#web/api/shell.ts";
import { sharedDeviceKey, storeToken } from "#web/api/tokens/access-token.ts";
import { withRefreshLock } from "#web/api/tokens/stored-token.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { type Session, sessionQuery } from "#web/api/session.ts";

export type SharedDevice = NonNullable<ActionReply<"GET /actions/devices/current">>;
export type PinUser = SharedDevice["people"][number];

async function readDevice(): Promise<SharedDevice | null> {
  const device = await call({ route: "GET /actions/devices/current" }, { isPublic: true });
  if (!device) localStorage.removeItem(sharedDeviceKey);
  return device;
}

/** Null if the device was revoked or never enrolled. */
export const sharedDeviceQuery = queryOptions({ queryKey: ["shared-device"], queryFn: readDevice, staleTime: 0 });

export async function enrolDevice(name: string): Promise<void> {
  await call({ route: "POST /actions/devices", body: { name } });
  localStorage.setItem(sharedDeviceKey, "1");
  await queryClient.invalidateQueries({ queryKey: sharedDeviceQuery.queryKey });
}

export async function revokeDevice(id: number): Promise<void> {
  await call({ route: "POST /actions/devices/:id/revoke", id });
  await queryClient.invalidateQueries({ queryKey: sharedDeviceQuery.queryKey });
}

/**
 * Replaces the session without leaving the page, so that what is typed stays. What is shown is fetched again instead of
 * removed. Throws ApiError INVALID_CREDENTIALS, PIN_LOCKED, FORBIDDEN.
 */
export async function switchUser(pin: { user: string; pin: string }): Promise<Session> {
  const body = { ...pin, mode: sessionMode } as const;
  // Requests of the ended session wait for the new token instead of reporting an expired session.
  await withRefreshLock(async () => {
    const { access_token, expires } = await call({ route: "POST /actions/devices/switch", body }, { isPublic: true });
    if (!access_token) throw new ApiError({ code: "INVALID_CREDENTIALS", status: 401 });
    storeToken({ access_token, expires });
  });
  queryClient.removeQueries({ type: "inactive" });
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!session) throw new ApiError({ code: "SOMETHING_WRONG", status: 500 });
  void queryClient.invalidateQueries();
  return session;
}
