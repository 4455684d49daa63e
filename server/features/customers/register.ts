// §2 /customer/registration, §5: a customer's own account, for a phone that was proved by its code.
import type { Row } from "#domain/collection.ts";
import { fieldError, requiredText, vehicleNumber } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { vehicleCount } from "#domain/rules/customer.ts";
import { registeredAs } from "#domain/rules/customer-kind.ts";
import { nobody, roles } from "#domain/roles.ts";
import { type House, type Origin, writeContext } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { loadSession, type Session } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import { phoneProof } from "#server/features/customers/log-in-with-code.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { picked } from "#server/services/action.ts";
import { queueVerification } from "#server/services/verification.ts";

const told = ["first_name", "email", "password", "department", "designation"];
const mostVehicles = 10;
const plate = vehicleNumber({ required: true });

/** §5: rejected where a customer with this phone or email exists: USER_PHONE_EXIST, USER_EMAIL_EXIST. FAILED_VALIDATION by field. */
export async function register({ house, origin, body }: { house: House; origin: Origin; body: Row }): Promise<Session> {
  const { proof, customer_type: type, vehicles, ...rest } = body;
  for (const name of Object.keys(rest)) if (!told.includes(name)) refusePayload(`"${name}" is not part of this.`);
  const phone = await house.tokens.verifyFor({ purpose: phoneProof, token: String(proof), now: house.clock() });
  if (type !== "public" && type !== "gov") refusePayload('"customer_type" must be public or gov.');
  if (!body["password"]) {
    const text = requiredText("password", usersCollection.fields["password"]!);
    refuse("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  const own = vehiclesIn(vehicles);
  const details: Row = { ...picked(rest, told), [registeredAs[type]]: true };
  if (own.length > 0) Object.assign(details, { user_vehicles: own, user_vehicle_type: vehicleCount(own) });
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const ctx = writeContext({ house, tx, who: nobody, origin });
      const id = await keep({ ctx, phone, details });
      const [person] = await tx<{ id: string; first_name: string; email: string }[]>`
        select id, first_name, email from users where id = ${id}`;
      await queueVerification({ house, ctx, person: { ...person!, default_branch: null } });
      return (await loadSession({ sql: tx, userId: id }))!;
    },
  });
}

/** A new account, or the one the gate has made for this phone, which has been nobody's until now. */
async function keep({ ctx, phone, details }: { ctx: WriteContext; phone: string; details: Row }): Promise<string> {
  const { tx } = ctx;
  // With the gate, which makes customers of its own under the same lock.
  await tx`select pg_advisory_xact_lock(7303, hashtext(${phone}))`;
  const known = await tx<{ id: string; email: string; isTaken: boolean }[]>`
    select id, email, password is not null as "isTaken" from users
    where contact_number = ${phone} and role = ${roles.customer.id} order by date_created`;
  const isGates = ({ email }: { email: string }) => email.endsWith(`@${limits.customerMailDomain}`);
  if (known.some((one) => one.isTaken || !isGates(one))) refuse("USER_PHONE_EXIST", { field: "contact_number" });
  const email = String(details["email"] ?? "")
    .trim()
    .toLowerCase();
  const taken = await tx`select 1 from users where lower(email) = ${email}`;
  if (taken.length > 0) refuse("USER_EMAIL_EXIST", { field: "email" });
  const [mine] = known;
  if (!mine) {
    const payload = { ...details, contact_number: phone, role: roles.customer.id };
    return String(await createItem({ ctx, collection: usersCollection, payload, isOurs: true }));
  }
  const person = (await loadSession({ sql: tx, userId: mine.id }))!.who;
  await updateItem({
    ctx: { ...ctx, who: person },
    collection: usersCollection,
    id: mine.id,
    payload: details,
    isOurs: true,
  });
  return mine.id;
}

function vehiclesIn(value: unknown): { vehicleNo: string; type: number | null }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > mostVehicles)
    refusePayload(`"vehicles" is a list of at most ${mostVehicles}.`);
  return value.map((vehicle: unknown) => {
    const { vehicleNo, type } = (vehicle ?? {}) as { vehicleNo?: unknown; type?: unknown };
    if (fieldError({ name: "vehicle", field: plate, value: vehicleNo }))
      refuse("INVALID_VEHICLE_NUMBER", { field: "vehicle" });
    return { vehicleNo: plate.normalise!(String(vehicleNo)), type: Number.isSafeInteger(type) ? Number(type) : null };
  });
}
