// The services a branch may run, by their field (§3 Branch).
export const services = [
  { field: "is_parking", menu: "parking", label: "Parking" },
  { field: "is_valet_and_parking", menu: "valet-parking", label: "Valet and parking" },
  { field: "is_pre_booking", menu: "pre-booking", label: "Pre-booking" },
] as const;
export type ServiceField = (typeof services)[number]["field"];
