// §5 §9: customers created or updated by check-ins, with their vehicles. See docs/rules/passes.md.
import type { Json } from "#domain/schema/collection.ts";
import * as limits from "#domain/limits.ts";

/** Vehicles that a customer can give at registration. */
export const maxRegisteredVehicles = 10;

export interface CustomerVehicle {
  vehicleNo: string;
  type: number | null;
}

/** §9: email of a customer without one: c_{phone}_{vehicle} at the product's email domain, in lower case. */
export function placeholderEmail({ phone, vehicle }: { phone: string; vehicle: string }): string {
  return `c_${phone}_${vehicle.toLowerCase()}@${limits.customerMailDomain}`;
}

/** True for a placeholder address, which receives no emails and cannot be used to register. */
export function isPlaceholderEmail(email: string): boolean {
  return email.trim().toLowerCase().endsWith(`@${limits.customerMailDomain}`);
}

function getVehicleNumber(vehicle: Json): string {
  const vehicleNumber =
    typeof vehicle === "object" && vehicle !== null && !Array.isArray(vehicle) ? vehicle["vehicleNo"] : vehicle;
  return String(vehicleNumber ?? "")
    .replaceAll(/[\s-]+/g, "")
    .toUpperCase();
}

/**
 * Returns the customer's vehicles including the new one; undefined if it is already in the list (ignoring case) or the
 * list is full.
 */
export function addVehicle({ vehicles, added }: { vehicles: Json; added: CustomerVehicle }): Json[] | undefined {
  const existing = Array.isArray(vehicles) ? vehicles : [];
  if (existing.length >= limits.customerVehicles) return undefined;
  const vehicleNumber = getVehicleNumber(added.vehicleNo);
  return existing.some((vehicle) => getVehicleNumber(vehicle) === vehicleNumber)
    ? undefined
    : [...existing, { ...added }];
}

/** §3 user_vehicle_type. */
export function getVehicleCountType(vehicles: readonly unknown[]): "single" | "multiple" {
  return vehicles.length > 1 ? "multiple" : "single";
}
