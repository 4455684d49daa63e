// §3 §5 user_vehicles: the vehicles of partner users and those a customer edits, single or multiple, each with its number.
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { checkField } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { type CustomerVehicle, getVehicleCountType } from "#domain/accounts/customer.ts";

/** Normalises a vehicle; undefined if its number is invalid. */
function parseVehicle(vehicle: unknown): CustomerVehicle | undefined {
  if (typeof vehicle !== "object" || vehicle === null || !("vehicleNo" in vehicle)) return undefined;
  const { vehicleNo } = vehicle;
  if (typeof vehicleNo !== "string" || checkField({ name: "vehicleNo", field: registeredVehicle, value: vehicleNo }))
    return undefined;
  const type = "type" in vehicle ? vehicle.type : null;
  return { vehicleNo: registeredVehicle.normalise!(vehicleNo), type: typeof type === "number" ? type : null };
}

/** Parses numbers separated by commas, semicolons or line breaks; undefined if one is invalid. */
export function parseVehicles(input: string): CustomerVehicle[] | undefined {
  const numbers = input.split(/[,;\n]/).filter((part) => part.trim() !== "");
  const vehicles = numbers.map((vehicleNo) => parseVehicle({ vehicleNo }));
  return vehicles.every((vehicle) => vehicle !== undefined) ? uniqueVehicles(vehicles) : undefined;
}

function uniqueVehicles(vehicles: readonly CustomerVehicle[]): CustomerVehicle[] {
  return vehicles.filter(
    ({ vehicleNo }, index) => vehicles.findIndex((other) => other.vehicleNo === vehicleNo) === index,
  );
}

/**
 * Validates and deduplicates the vehicles of partner users, and of customers who edit their own, and sets
 * `user_vehicle_type`. INVALID_VEHICLE_NUMBER.
 */
export function applyUserVehicles({ after, changes, actor }: RuleArgsOf<"users">): Row | RuleViolation | undefined {
  // Check-ins add vehicles to a customer (domain/accounts/customer.ts).
  if (after.is_customer_user && after.id !== actor.id) return undefined;
  if (!("user_vehicles" in changes)) return undefined;
  const input: unknown = changes.user_vehicles ?? [];
  const vehicles =
    Array.isArray(input) && input.length <= limits.customerVehicles ? input.map(parseVehicle) : [undefined];
  if (!vehicles.every((vehicle) => vehicle !== undefined))
    return new RuleViolation("INVALID_VEHICLE_NUMBER", "user_vehicles");
  const distinctVehicles = uniqueVehicles(vehicles);
  return {
    user_vehicles: distinctVehicles,
    user_vehicle_type: distinctVehicles.length === 0 ? null : getVehicleCountType(distinctVehicles),
  };
}
