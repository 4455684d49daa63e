// Fields of the rows that actions reply with: what detail pages, slips and passes show.

/** Fields of an entry. Customers and employees do not get the company and the GSTIN. */
export const entrySlipFields = [
  "*",
  "parking_main_info.*",
  "parking_main_info.vehicle_type.name",
  "parking_main_info.vehicle_type.icon",
  "branch.name",
  "branch.address",
  "branch.gstin",
  "company.name",
] as const;

/** Fields of a pass. Customers and employees get neither the company, the GSTIN nor the name of the approver. */
export const passFields = [
  "*",
  "vehicle_type.id",
  "vehicle_type.name",
  "branch.name",
  "branch.address",
  "branch.gstin",
  "company.name",
  "approved_by.first_name",
] as const;
