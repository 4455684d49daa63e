// §3 §5 user_vehicles: the vehicles of somebody who works here: single or multiple, each with its number.
import { Refusal, type Json, type Row, type RuleArgs } from "#domain/collection.ts";
import { fieldError, vehicleNumber } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { type OwnVehicle, vehicleCount } from "#domain/rules/customer.ts";

const number = vehicleNumber({ required: true });

/** A vehicle as it is kept; undefined where its number is none. */
function ownVehicle(vehicle: Json): OwnVehicle | undefined {
  if (typeof vehicle !== "object" || vehicle === null || Array.isArray(vehicle)) return undefined;
  const { vehicleNo, type = null } = vehicle;
  if (fieldError({ name: "vehicleNo", field: number, value: vehicleNo })) return undefined;
  return { vehicleNo: number.normalise!(vehicleNo as string), type: typeof type === "number" ? type : null };
}

/** Vehicles as they are typed: numbers parted by commas, semicolons or lines; undefined where one is no number. */
export function vehiclesTyped(typed: string): OwnVehicle[] | undefined {
  const numbers = typed.split(/[,;\n]/).filter((part) => part.trim() !== "");
  const vehicles = numbers.map((vehicleNo) => ownVehicle({ vehicleNo }));
  return vehicles.every((vehicle) => vehicle !== undefined) ? once(vehicles) : undefined;
}

function once(vehicles: readonly OwnVehicle[]): OwnVehicle[] {
  return vehicles.filter(({ vehicleNo }, at) => vehicles.findIndex((other) => other.vehicleNo === vehicleNo) === at);
}

/** Of people who work here: every number holds, none twice, and how many there are follows. INVALID_VEHICLE_NUMBER. */
export function vehiclesHold({ after, changes }: RuleArgs): Row | Refusal | undefined {
  if (after["is_customer_user"] === true) return undefined;
  if (!("user_vehicles" in changes)) return undefined;
  const sent = (changes["user_vehicles"] ?? []) as Json;
  const vehicles = Array.isArray(sent) && sent.length <= limits.customerVehicles ? sent.map(ownVehicle) : [undefined];
  if (!vehicles.every((vehicle) => vehicle !== undefined))
    return new Refusal("INVALID_VEHICLE_NUMBER", "user_vehicles");
  const kept = once(vehicles);
  return { user_vehicles: kept, user_vehicle_type: kept.length === 0 ? null : vehicleCount(kept as unknown as Json[]) };
}
