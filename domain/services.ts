// §1 §3: the services a branch may run, by the names of its own fields; in words, and the field of each one's configuration.

export const services = ["is_parking", "is_valet_and_parking", "is_pre_booking"] as const;
export type Service = (typeof services)[number];

export const serviceLabels: { readonly [service in Service]: string } = {
  is_parking: "Parking",
  is_valet_and_parking: "Valet and parking",
  is_pre_booking: "Pre-booking",
};

/** Where a branch keeps how a service is set up. */
export const configurationFields = {
  is_parking: "parking_config",
  is_valet_and_parking: "valet_and_parking_config",
  is_pre_booking: "pre_booking_config",
} as const satisfies { [service in Service]: string };

/** Whether somebody works for a service: who is given none works for all. `given` is their `staff_service_type`. */
export function worksFor({ given, service }: { given: unknown; service: Service }): boolean {
  return !Array.isArray(given) || given.length === 0 || given.includes(service);
}
