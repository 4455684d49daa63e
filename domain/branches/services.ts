// §1 §3: services of a branch by field name, with their labels and configuration fields.

export const serviceNames = ["is_parking", "is_valet_and_parking", "is_pre_booking"] as const;
export type ServiceName = (typeof serviceNames)[number];

export const serviceLabels: { readonly [service in ServiceName]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet and parking",
  is_pre_booking: "Pre-booking",
};

/** Field of the branch that holds the configuration of each service. */
export const configurationFields = {
  is_parking: "parking_config",
  is_valet_and_parking: "valet_and_parking_config",
  is_pre_booking: "pre_booking_config",
} as const satisfies { [service in ServiceName]: string };

/**
 * True if the user works for the service; a user without assigned services works for all. `staffServices` is
 * `staff_service_type`.
 */
export function isStaffOfService({
  staffServices,
  service,
}: {
  staffServices: unknown;
  service: ServiceName;
}): boolean {
  return !Array.isArray(staffServices) || staffServices.length === 0 || staffServices.includes(service);
}
