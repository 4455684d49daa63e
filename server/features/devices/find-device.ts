// The shared device of a request, by the token in its cookie, and the staff who can switch on it.
import type { deviceActions } from "#domain/devices/actions.ts";
import { maxWrongPins, pinRoleIds } from "#domain/devices/pin-log-in.ts";
import type { ContractReply } from "#domain/schema/contract.ts";
import { hashDeviceToken } from "#server/auth/token-reply.ts";
import type { AppServices } from "#server/context.ts";

export interface SharedDevice {
  id: number;
  name: string;
  branch: number;
  company: number;
  branchName: string;
}

/** Returns the device that is enrolled with this token; undefined for an unknown or revoked one. */
export async function findDevice({
  services,
  token,
}: {
  services: AppServices;
  token: string | undefined;
}): Promise<SharedDevice | undefined> {
  const hashes = hashDeviceToken({ services, token });
  if (hashes.length === 0) return undefined;
  const [row] = await services.sql<(SharedDevice & { hash: string })[]>`
    select d.id, d.name, d.branch, d.company, d.token as hash, b.name as "branchName"
    from "Shared_Devices" d join "Branch" b on b.id = d.branch
    where d.token = any(${hashes}) and d.revoked_at is null`;
  if (!row) return undefined;
  const { hash, ...device } = row;
  // Stores the hash of the current key, so that the earlier key can be retired.
  if (hash !== hashes[0])
    await services.sql`update "Shared_Devices" set token = ${hashes[0]!} where id = ${device.id} and token = ${hash}`;
  return device;
}

type PinUser = NonNullable<ContractReply<typeof deviceActions.readCurrent>>["people"][number];

interface BranchStaff {
  services: AppServices;
  branch: number;
}

/**
 * Active staff of the branch who have a PIN. Users with two-factor authentication are left out: a PIN would bypass their
 * second factor.
 */
function selectPinUsers({ services: { sql }, branch }: BranchStaff) {
  return sql`from users u where u.default_branch = ${branch} and u.role = any(${[...pinRoleIds]}::uuid[])
    and u.status = 'active' and u.integration is null and u.tfa_secret is null and u.pin_number is not null`;
}

export function listPinUsers(staff: BranchStaff): Promise<PinUser[]> {
  const { sql } = staff.services;
  return sql<PinUser[]>`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name,
      exists (select 1 from pin_tries t where t."user" = u.id and t.tries >= ${maxWrongPins}) as needs_log_in
    ${selectPinUsers(staff)} order by name, u.id`;
}

/** Hash of the PIN of a user who can switch on devices of the branch; undefined for any other user. */
export async function findPinHash({ userId, ...staff }: BranchStaff & { userId: string }): Promise<string | undefined> {
  const { sql } = staff.services;
  const [row] = await sql<{ pin: string }[]>`
    select u.pin_number as pin ${selectPinUsers(staff)} and u.id = ${userId}`;
  return row?.pin;
}
