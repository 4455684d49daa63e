// §2 /customer/registration, §5: registers a customer with a phone number verified by a code.
import { Users } from "#domain/people/users.collection.ts";
import type { customerActions } from "#domain/accounts/actions.ts";
import type { Json, Row } from "#domain/schema/collection.ts";
import type { ContractBody } from "#domain/schema/contract.ts";
import { checkField, requiredMessage } from "#domain/schema/fields.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import * as limits from "#domain/limits.ts";
import {
  addVehicle,
  type CustomerVehicle,
  placeholderEmail,
  isPlaceholderEmail,
  getVehicleCountType,
} from "#domain/accounts/customer.ts";
import { vehicleClaimLimit } from "#domain/accounts/attempt-limits.ts";
import { customerFlagByType } from "#domain/accounts/customer-type.ts";
import { anonymous, roles } from "#domain/access/roles.ts";
import { findPhoneAccount, lockPhone } from "#server/auth/verified-phone.ts";
import { createWriteContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { PublicContext } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { pickFields } from "#server/http/action-request.ts";
import { findHeldPlates, lockPlates } from "#server/features/accounts/held-plates.ts";
import { addHomeTypes } from "#server/features/accounts/homes.ts";
import { queueVerificationMail } from "#server/features/accounts/verification.ts";

type Registration = ContractBody<(typeof customerActions)["register"]>;

/** The email is stored after its verification. */
const storedFields = ["first_name", "password", "department", "designation"];

/**
 * §5: USER_PHONE_EXIST or USER_EMAIL_EXIST if a customer with this phone or e-mail exists. FAILED_VALIDATION by field.
 * The e-mail is stored as `temporary_email` until the link mailed to it is opened, since it is not verified before.
 */
export async function registerCustomer({
  services,
  origin,
  body,
}: PublicContext & { body: Registration }): Promise<Session> {
  const { proof, customer_type: type } = body;
  const phone = await services.tokens.verify({ kind: tokenKinds.phoneProof, token: proof });
  if (!body["password"]) {
    const text = requiredMessage("password", Users.fields["password"]!);
    throwApiError("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  const email = parseEmail(body["email"]);
  const vehicleList = parseVehicles(body.vehicles ?? []);
  // The answer tells whether another account has a plate.
  const attempt = [{ key: `vehicle-claim:${phone}`, limit: vehicleClaimLimit }];
  if (vehicleList.length > 0) await services.throttle.count({ keys: attempt, now: services.clock() });
  const details: Row = { ...pickFields(body, storedFields), [customerFlagByType[type]]: true };
  const session = await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      const id = await saveCustomer({
        ctx,
        phone,
        email,
        details: { ...details, ...(await addKnownVehicles({ ctx, phone, given: vehicleList })) },
      });
      await addHomeTypes({ ctx, id, phone });
      const [person] = await tx<
        { id: string; first_name: string }[]
      >`select id, first_name from users where id = ${id}`;
      await queueVerificationMail({ services, ctx, user: { ...person!, default_branch: null }, email });
      return (await loadSession({ sql: tx, userId: id }))!;
    },
  });
  await services.throttle.reset(attempt);
  return session;
}

/**
 * Vehicles entered by the customer, and those of the valet tickets of the verified phone number. An account created at
 * check-in has its vehicles already and keeps them if none are entered.
 */
async function addKnownVehicles({
  ctx,
  phone,
  given,
}: {
  ctx: WriteContext;
  phone: string;
  given: readonly CustomerVehicle[];
}): Promise<Row> {
  await lockPhone({ tx: ctx.tx, phone });
  const account = await findPhoneAccount({ tx: ctx.tx, phone });
  if (given.length === 0 && account) return {};
  await assertPlatesFree({ tx: ctx.tx, plates: given.map(({ vehicleNo }) => vehicleNo), except: account?.id ?? null });
  const known = await ctx.tx<CustomerVehicle[]>`
    select "Vehicle_Number" as "vehicleNo", vehicle_type as type from "Valet_and_Parking_Information"
    where "Customer_Phone_Number" = ${phone} order by id desc limit ${limits.customerVehicles}`;
  let vehicles: Json[] = [];
  for (const added of [...given, ...known]) vehicles = addVehicle({ vehicles, added }) ?? vehicles;
  if (vehicles.length === 0) return {};
  return { user_vehicles: vehicles, user_vehicle_type: getVehicleCountType(vehicles) };
}

/** VISIT_CODE_REQUIRED for a plate that another account holds: it is added afterwards, with the code of a visit. */
async function assertPlatesFree({
  tx,
  plates,
  except,
}: {
  tx: Tx;
  plates: readonly string[];
  except: string | null;
}): Promise<void> {
  await lockPlates({ tx, plates });
  const [held] = await findHeldPlates({ tx, plates, except });
  if (held === undefined) return;
  throwApiError(
    "VISIT_CODE_REQUIRED",
    { field: "vehicle", vehicle: held },
    `*Another account has ${held}. Register without it, then add it in your account with the code of a visit`,
  );
}

/** Creates the account, or completes the unverified one created at check-in for this phone number. */
async function saveCustomer({
  ctx,
  phone,
  email,
  details,
}: {
  ctx: WriteContext;
  phone: string;
  email: string;
  details: Row;
}): Promise<string> {
  const { tx } = ctx;
  await lockPhone({ tx, phone });
  const existing = await findPhoneAccount({ tx, phone });
  if (existing?.hasPassword) throwApiError("USER_PHONE_EXIST", { field: "contact_number" });
  const emailOwners = await tx`select 1 from users where lower(email) = ${email}`;
  if (emailOwners.length > 0) throwApiError("USER_EMAIL_EXIST", { field: "email" });
  const systemValues: Row = { phone_verified_at: ctx.now, temporary_email: email };
  if (!existing) {
    const address = placeholderEmail({ phone, vehicle: Buffer.from(ctx.random(6)).toString("hex") });
    const payload = { ...details, email: address, contact_number: phone, role: roles.customer.id };
    return await createItem({ ctx, collection: Users, payload, systemValues, bypassAccess: true });
  }
  const actor = (await loadSession({ sql: tx, userId: existing.id }))!.actor;
  await updateItem({
    ctx: { ...ctx, actor },
    collection: Users,
    id: existing.id,
    payload: details,
    systemValues,
    bypassAccess: true,
  });
  return existing.id;
}

/** Normalises to lower case; rejects placeholder addresses generated at check-in. */
export function parseEmail(value: unknown): string {
  const emailError = checkField({ name: "email", field: Users.fields.email, value });
  const email = String(value ?? "")
    .trim()
    .toLowerCase();
  if (emailError || isPlaceholderEmail(email))
    throwApiError("FAILED_VALIDATION", { field: "email", path: ["email"] }, emailError ?? "*Invalid email");
  return email;
}

function parseVehicles(vehicles: NonNullable<Registration["vehicles"]>): CustomerVehicle[] {
  return vehicles.map(({ vehicleNo, type }) => {
    if (checkField({ name: "vehicle", field: registeredVehicle, value: vehicleNo }))
      throwApiError("INVALID_VEHICLE_NUMBER", { field: "vehicle" });
    return {
      vehicleNo: registeredVehicle.normalise!(String(vehicleNo)),
      type: Number.isSafeInteger(type) ? Number(type) : null,
    };
  });
}
