// §2 Account: how a customer's own vehicles are added and changed, and what proves that a vehicle is the customer's. See
// docs/rules/customer-accounts.md.
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import type { ErrorCode } from "#domain/errors.ts";

/** Days after its start for which a visit proves that its vehicle is the customer's, who may have sold it later. */
export const visitCodeDays = 30;

/** A visit whose slip, ticket or link has been presented. */
export interface PresentedVisit {
  plate: string | null;
  startedAt: Date;
  /** It was voided or cancelled, has not begun, or was made while the branch was set up. */
  isVoid: boolean;
}

/** Whether the visit proves that the vehicle is that of who presents it. */
export function provesVehicle({
  visit: { plate, startedAt, isVoid },
  vehicleNo,
  now,
}: {
  visit: PresentedVisit;
  vehicleNo: string;
  now: Date;
}): boolean {
  const age = now.getTime() - startedAt.getTime();
  return !isVoid && plate === vehicleNo && age >= 0 && age <= visitCodeDays * 24 * 60 * 60_000;
}

/**
 * The vehicles with the given one, in the place of `replaces` if that is another number. VEHICLE_ALREADY_EXIST,
 * NO_MATCH_FOUND for a vehicle to replace that is not there.
 */
export function putVehicle({
  vehicles,
  vehicle,
  replaces,
}: {
  vehicles: readonly CustomerVehicle[];
  vehicle: CustomerVehicle;
  replaces: string | null;
}): CustomerVehicle[] | ErrorCode {
  const isListed = (plate: string): boolean => vehicles.some(({ vehicleNo }) => vehicleNo === plate);
  if (vehicle.vehicleNo !== replaces && isListed(vehicle.vehicleNo)) return "VEHICLE_ALREADY_EXIST";
  if (replaces === null) return [...vehicles, vehicle];
  if (!isListed(replaces)) return "NO_MATCH_FOUND";
  return vehicles.map((current) => (current.vehicleNo === replaces ? vehicle : current));
}
