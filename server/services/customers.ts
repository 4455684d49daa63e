// §5 §9: the customer a vehicle at the gate belongs to, kept in the transaction of the entry.
import type { Collection, Json, Row } from "#domain/collection.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { Users } from "#domain/collections/users.ts";
import { limits } from "#domain/limits.ts";
import { roles } from "#domain/roles.ts";
import { customerEmail, vehicleCount, withVehicle } from "#domain/rules/customer.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const collection = Users as unknown as Collection;
const collectionOfMain = ParkingMainInformation as unknown as Collection;

interface Visitor {
  phone: string;
  vehicle: string;
  vehicleType: number | null;
  email: string | null;
  name: string | null;
}

/**
 * Gives an existing customer, by phone or email, the vehicle; makes a new one who has no password, so that nobody can log in
 * as them before they have set one.
 */
async function keepCustomer({ ctx, visitor }: { ctx: WriteContext; visitor: Visitor }): Promise<void> {
  const { phone, vehicle, vehicleType } = visitor;
  const email = visitor.email ?? customerEmail({ phone, vehicle });
  const found = (await find({ ctx, phone, email })) ?? (await findAlone({ ctx, phone, email }));
  const vehicles = withVehicle({
    vehicles: found?.user_vehicles ?? [],
    added: { vehicleNo: vehicle, type: vehicleType },
  });
  if (!vehicles) return;
  const theirs: Row = { user_vehicles: vehicles, user_vehicle_type: vehicleCount(vehicles) };
  if (found) {
    // Another account with this email is somebody who works here, say: it is left alone.
    if (found.role === roles.customer.id)
      await updateItem({ ctx, collection, id: found.id, payload: theirs, isOurs: true });
    return;
  }
  const name = visitor.name ?? `Customer ${phone.slice(-4)}`;
  const payload: Row = { ...theirs, first_name: name.slice(0, limits.name), email, contact_number: phone };
  await createItem({
    ctx,
    collection,
    payload: { ...payload, role: roles.customer.id, public_customer: true },
    isOurs: true,
  });
}

interface Found {
  id: string;
  role: string;
  user_vehicles: Json;
}

async function find({
  ctx,
  phone,
  email,
}: {
  ctx: WriteContext;
  phone: string;
  email: string;
}): Promise<Found | undefined> {
  const [found] = await ctx.tx.unsafe<(Found & Row)[]>(
    `select "id", "role", "user_vehicles" from "users"
     where ("contact_number" = $1 and "role" = $2::uuid) or lower("email") = $3
     order by ("role" = $2::uuid) desc, ("contact_number" = $1) desc nulls last, "date_created" limit 1`,
    [phone, roles.customer.id, email.toLowerCase()],
    { prepare: true },
  );
  return found;
}

/** Two gates that meet one new customer take turns, so that the second finds whom the first made. */
async function findAlone(args: { ctx: WriteContext; phone: string; email: string }): Promise<Found | undefined> {
  const lock = "select pg_advisory_xact_lock(7303, hashtext($1::text))";
  // Sent together, run one after the other: who is there is looked at only when the lock is ours.
  return (await Promise.all([args.ctx.tx.unsafe(lock, [args.phone], { prepare: true }), find(args)]))[1];
}

/** The same for the standing record that was just made from what the gate typed; a person brings no vehicle. */
export async function keepCustomerOf({ ctx, main }: { ctx: WriteContext; main: Row }): Promise<void> {
  if (main["is_person"] === true) return;
  const vehicle = collectionOfMain.fields["vehicle_no"]!.normalise!(String(main["vehicle_no"]));
  const text = (field: string) =>
    typeof main[field] === "string" && main[field].trim() !== "" ? main[field].trim() : null;
  const vehicleType = Number.isInteger(Number(main["vehicle_type"] ?? Number.NaN))
    ? Number(main["vehicle_type"])
    : null;
  const visitor = { phone: text("phone_no")!, vehicle, vehicleType, email: text("email"), name: text("name") };
  await keepCustomer({ ctx, visitor });
}
