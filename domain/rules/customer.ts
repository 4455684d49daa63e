// §5 §9: the customer behind a vehicle at the gate: found by phone or email, given the vehicle, or made anew. Prose: docs/rules/passes.md.
import type { Json } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";

export interface OwnVehicle {
  vehicleNo: string;
  type: number | null;
}

/** §9: the address of a customer who gave none: c_{phone}_{vehicle} at the product's mail domain, in small letters. */
export function customerEmail({ phone, vehicle }: { phone: string; vehicle: string }): string {
  return `c_${phone}_${vehicle.toLowerCase()}@${limits.customerMailDomain}`;
}

function plateOf(vehicle: Json): string {
  const plate =
    typeof vehicle === "object" && vehicle !== null && !Array.isArray(vehicle) ? vehicle["vehicleNo"] : vehicle;
  return String(plate ?? "")
    .replaceAll(/[\s-]+/g, "")
    .toUpperCase();
}

/** The customer's vehicles with this one; undefined where it is among them already, in capitals or not, or there is no room. */
export function withVehicle({ vehicles, added }: { vehicles: Json; added: OwnVehicle }): Json[] | undefined {
  const known = Array.isArray(vehicles) ? vehicles : [];
  if (known.length >= limits.customerVehicles) return undefined;
  const plate = plateOf(added.vehicleNo);
  return known.some((vehicle) => plateOf(vehicle) === plate) ? undefined : [...known, { ...added }];
}

/** A customer with one vehicle has a single one, with more multiple ones (§3 user_vehicle_type). */
export function vehicleCount(vehicles: readonly Json[]): "single" | "multiple" {
  return vehicles.length > 1 ? "multiple" : "single";
}
