// §5 §9: creates or updates the customer of a vehicle in the transaction of its entry.
import type { Json, Row } from "#domain/schema/collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import * as limits from "#domain/limits.ts";
import { roles } from "#domain/access/roles.ts";
import { placeholderEmail, getVehicleCountType, addVehicle } from "#domain/accounts/customer.ts";
import { acquireLock } from "#server/db/locks.ts";
import { findHeldPlates, lockPlates } from "#server/features/accounts/held-plates.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface CustomerDetails {
  phone: string;
  vehicle: string;
  vehicleType: number | null;
  email: string | null;
  name: string | null;
}

/**
 * §5: adds the vehicle to an existing customer or creates a new one. A new account has no password and not the typed
 * e-mail, so that nobody can log in to it before verifying the phone number.
 */
async function upsertCustomerDetails({ ctx, visitor, found }: UpsertInput): Promise<void> {
  const { phone, vehicle, vehicleType } = visitor;
  const newAccountEmail = placeholderEmail({ phone, vehicle });
  const vehicles = addVehicle({
    vehicles: found?.user_vehicles ?? [],
    added: { vehicleNo: vehicle, type: vehicleType },
  });
  if (!vehicles) return;
  const vehicleFields: Row = { user_vehicles: vehicles, user_vehicle_type: getVehicleCountType(vehicles) };
  if (found) {
    // Another account that has the placeholder address is not changed.
    if (found.isCustomer)
      await updateItem({ ctx, collection: Users, id: found.id, payload: vehicleFields, bypassAccess: true });
    return;
  }
  const name = visitor.name ?? `Customer ${phone.slice(-4)}`;
  const payload: Row = {
    ...vehicleFields,
    first_name: name.slice(0, limits.name),
    email: newAccountEmail,
    contact_number: phone,
  };
  await createItem({
    ctx,
    collection: Users,
    payload: { ...payload, role: roles.customer.id, public_customer: true },
    bypassAccess: true,
  });
}

interface UpsertInput {
  ctx: WriteContext;
  visitor: CustomerDetails;
  found: CustomerAccount | undefined;
}

interface CustomerAccount {
  id: string;
  isCustomer: boolean;
  user_vehicles: Json;
}

interface CustomerLookup {
  ctx: WriteContext;
  phone: string;
  email: string;
  /** Placeholder e-mail a new account would get. */
  newAccountEmail: string;
}

/**
 * Finds the customer who has verified this phone number or e-mail, otherwise the unverified account created at check-in
 * (see `findPhoneAccount`). Unverified contact data on other accounts is ignored, since adding the vehicle there would
 * disclose the entry to a stranger.
 */
async function findCustomer({
  ctx,
  phone,
  email,
  newAccountEmail,
}: CustomerLookup): Promise<CustomerAccount | undefined> {
  const [found] = await ctx.tx.unsafe<(CustomerAccount & Row)[]>(
    `select "id", "user_vehicles", ${customerConditionSql} as "isCustomer" from "users"
     where ${customerConditionSql} or lower("email") = $4
     order by "isCustomer" desc, ("contact_number" = $1) desc nulls last, "phone_verified_at" nulls last, "date_created" limit 1`,
    [phone, roles.customer.id, email.toLowerCase(), newAccountEmail, `%@${limits.customerMailDomain}`],
    { prepare: true },
  );
  return found;
}

const phoneConditionSql = `"contact_number" = $1 and ("phone_verified_at" is not null or ("password" is null and "email" like $5))`;
/** Each alternative starts with an indexed column. */
const customerConditionSql = `((${phoneConditionSql} and "role" = $2::uuid) or (lower("email") = $3 and "role" = $2::uuid and "is_email_verified"))`;

/**
 * Searches under the lock of `lockPhone`, so that concurrent check-ins of a new customer create one account, and those of one
 * with several vehicles add all of them.
 */
async function findCustomerLocked(args: CustomerLookup): Promise<CustomerAccount | undefined> {
  // Sends the lock and the query together; PostgreSQL runs them in order, so the query sees the rows committed before
  // the lock was acquired.
  return (
    await Promise.all([acquireLock({ tx: args.ctx.tx, name: "customerPhone", key: args.phone }), findCustomer(args)])
  )[1];
}

/**
 * Creates or updates the customer of a visitor record created at check-in, or of a valet ticket; does nothing for a person
 * without a vehicle and for a vehicle without a phone number.
 */
export async function upsertCustomer(input: { ctx: WriteContext; visitorRecord: Row }): Promise<void> {
  await prepareCustomer(input)?.();
}

/** As `upsertCustomer` for a booking whose vehicle has not come: it is no visit, so that a plate which an account holds is added on arrival. */
export async function upsertExpectedCustomer(input: { ctx: WriteContext; visitorRecord: Row }): Promise<void> {
  const { tx } = input.ctx;
  const plates = [String(input.visitorRecord["vehicle_no"])];
  await lockPlates({ tx, plates });
  if ((await findHeldPlates({ tx, plates, except: null })).length === 0) await upsertCustomer(input);
}

/**
 * Starts the search of `upsertCustomer`, so that it can be sent together with other statements; its result writes the customer.
 * Returns undefined where there is nobody to write.
 */
export function prepareCustomer({
  ctx,
  visitorRecord,
}: {
  ctx: WriteContext;
  visitorRecord: Row;
}): (() => Promise<void>) | undefined {
  if (visitorRecord["is_person"] === true) return undefined;
  const vehicle = ParkingMainInformation.fields["vehicle_no"]!.normalise!(String(visitorRecord["vehicle_no"]));
  const readText = (field: string) =>
    typeof visitorRecord[field] === "string" && visitorRecord[field].trim() !== "" ? visitorRecord[field].trim() : null;
  const vehicleType = Number.isInteger(Number(visitorRecord["vehicle_type"] ?? Number.NaN))
    ? Number(visitorRecord["vehicle_type"])
    : null;
  const phone = readText("phone_no");
  // Without a phone number there is nobody to whom the entry could be shown.
  if (phone === null) return undefined;
  const visitor = {
    phone,
    vehicle,
    vehicleType,
    email: readText("email"),
    name: readText("name"),
  };
  const newAccountEmail = placeholderEmail({ phone, vehicle });
  const search = findCustomerLocked({ ctx, phone, email: visitor.email ?? newAccountEmail, newAccountEmail });
  // If what it was sent with fails, that is the error to report.
  search.catch(() => {});
  return async () => upsertCustomerDetails({ ctx, visitor, found: await search });
}
