// Fields of log-in, registration and the own account that no collection has: for contracts, and for forms, which load no zod.
import { customerFlagByType } from "#domain/accounts/customer-type.ts";
import { getKeys } from "#domain/object-keys.ts";
import { choice, oneTimeCode, password, phone, vehicleNumber } from "#domain/schema/fields.ts";

/** Only presence is checked: the rules for new passwords do not apply to existing ones. */
export const currentPassword = password({ label: "Current password", required: true, pattern: /^/ });
/** Receives a one-time code. */
export const mobileNumber = phone({ label: "Mobile number", required: true });
export const sentCode = oneTimeCode({ required: true });
export const customerType = choice(getKeys(customerFlagByType), {
  label: "Customer type",
  required: true,
  default: "public",
});
/** Number of a vehicle in `user_vehicles`. */
export const registeredVehicle = vehicleNumber({ required: true });
