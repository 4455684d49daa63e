// §2 /{customerType}/edit-account-details: a customer adds, changes and removes own vehicles. See docs/rules/customer-accounts.md.
import { isCustomer } from "#domain/access/roles.ts";
import { vehicleClaimLimit } from "#domain/accounts/attempt-limits.ts";
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { putVehicle } from "#domain/accounts/profile/own-vehicles.ts";
import type { profileActions } from "#domain/accounts/profile/profile-actions.ts";
import { Users } from "#domain/people/users.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { runInTransaction } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { findHeldPlates, lockPlates } from "#server/features/accounts/held-plates.ts";
import { isCodeOfVehicle } from "#server/features/customers/visit-code.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * A plate that another account holds is added with the code of a visit, and then stays with both: a family shares a car.
 * VISIT_CODE_REQUIRED, VISIT_CODE_INVALID, REQUESTS_EXCEEDED.
 */
export async function saveVehicle({
  body: { vehicleNo: typed, type = null, replaces = null, code },
  ...context
}: ContractCall<typeof profileActions.saveVehicle>): Promise<void> {
  const { services, session, userId } = context;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  const vehicleNo = parsePlate(typed);
  const former = replaces === null ? null : registeredVehicle.normalise!(replaces);
  const attempt = [{ key: `vehicle-claim:${userId}`, limit: vehicleClaimLimit }];
  await services.throttle.count({ keys: attempt, now: services.clock() });
  const hasCode = typeof code === "string" && code.trim() !== "";
  const isProven = hasCode && (await isCodeOfVehicle({ services, code, vehicleNo }));
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      await lockPlates({ tx: ctx.tx, plates: [vehicleNo] });
      const vehicles = await readVehicles({ tx: ctx.tx, userId });
      const changed = putVehicle({ vehicles, vehicle: { vehicleNo, type }, replaces: former });
      if (typeof changed === "string") throwApiError(changed, { field: "vehicleNo" });
      const isNew = !vehicles.some((vehicle) => vehicle.vehicleNo === vehicleNo);
      if (isNew && !isProven && (await findHeldPlates({ tx: ctx.tx, plates: [vehicleNo], except: userId })).length > 0)
        throwApiError(hasCode ? "VISIT_CODE_INVALID" : "VISIT_CODE_REQUIRED", { field: "code" });
      await writeVehicles({ ctx, userId, vehicles: changed });
    },
  });
  await services.throttle.reset(attempt);
}

/** NO_MATCH_FOUND for a vehicle that is not on the list. */
export async function removeVehicle({
  body: { vehicleNo: typed },
  ...context
}: ContractCall<typeof profileActions.removeVehicle>): Promise<void> {
  const { session, userId } = context;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  const vehicleNo = registeredVehicle.normalise!(typed);
  await runInTransaction({
    ...context,
    work: async (ctx) => {
      const vehicles = await readVehicles({ tx: ctx.tx, userId });
      const remaining = vehicles.filter((vehicle) => vehicle.vehicleNo !== vehicleNo);
      if (remaining.length === vehicles.length) throwApiError("NO_MATCH_FOUND");
      await writeVehicles({ ctx, userId, vehicles: remaining });
    },
  });
}

function parsePlate(typed: string): string {
  if (checkField({ name: "vehicleNo", field: registeredVehicle, value: typed }))
    throwApiError("INVALID_VEHICLE_NUMBER", { field: "vehicleNo" });
  return registeredVehicle.normalise!(typed);
}

/** Under the lock of the account: a check-in may add a vehicle at the same time. */
async function readVehicles({ tx, userId }: { tx: Tx; userId: string }): Promise<CustomerVehicle[]> {
  const [account] = await tx<{ vehicles: CustomerVehicle[] | null }[]>`
    select user_vehicles as vehicles from users where id = ${userId} for no key update`;
  return account!.vehicles ?? [];
}

function writeVehicles({
  ctx,
  userId,
  vehicles,
}: {
  ctx: WriteContext;
  userId: string;
  vehicles: readonly CustomerVehicle[];
}): Promise<void> {
  const payload = { user_vehicles: vehicles.map((vehicle) => ({ ...vehicle })) };
  return updateItem({ ctx, collection: Users, id: userId, payload, bypassAccess: true });
}
