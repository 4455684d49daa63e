// §6: staff without an email address, who log in by their phone number or with a card. See docs/rules/staff-log-in.md.
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { findRole, roles, type Role } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";

/** Roles above the staff need an email: password, two-factor reset and security notices depend on it. */
export function canLackEmail(role: Role): boolean {
  return roles[role].list === "staff";
}

/** `unique` is a random text. Receives no emails; passwords cannot be used with it. */
export function createStaffEmail(unique: string): string {
  return `s_${unique}@${limits.customerMailDomain}`;
}

/** SQL over columns of `users`: accounts of which a phone number can open only one. Suspended ones free their number. */
export const isPhoneLogInSql = `contact_number is not null and not is_customer_user and status <> 'suspended' and email like '%@${limits.customerMailDomain}'`;

/** Landlines receive no codes. */
export function isMobileNumber(phone: unknown): boolean {
  return typeof phone === "string" && /^[6-9]\d{9}$/.test(phone.trim());
}

export const mobileRequired = "*Enter an email, or the mobile number they log in with";

/** True for a user who works without an email. Customers of a gate have a placeholder address too. */
export function isWithoutEmail({ email, role }: { email: string; role: string | null }): boolean {
  return isPlaceholderEmail(email) && roles[findRole(role)].scope !== "customer";
}
