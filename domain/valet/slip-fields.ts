// Fields of tickets that pages and slips show.

/** The relations that lists, detail pages and slips show alike. */
export const ticketRelationFields = [
  "vehicle_type.id",
  "vehicle_type.name",
  "vehicle_type.icon",
  "Assigned_Staff.id",
  "Assigned_Staff.first_name",
  "Assigned_Staff.in_out_flag",
  "pickup_request_assigned.id",
  "pickup_request_assigned.first_name",
  "pickup_request_assigned.in_out_flag",
  "payment_collected_by.id",
  "payment_collected_by.first_name",
  "offered_to.id",
  "offered_to.first_name",
] as const;

/** Fields of the tickets that actions reply with. */
export const ticketSlipFields = [
  "*",
  ...ticketRelationFields,
  "status_id.*",
  "entry_images.vehicle_image",
  "branch.name",
  "branch.slug",
  "branch.address",
  "branch.valet_number",
  "company.name",
  "company.slug",
] as const;
