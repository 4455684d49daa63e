// Texts of the domain that the customers' and guests' screens show through `t`.
import { accountActions, customerActions } from "#domain/accounts/actions.ts";
import { customerPages } from "#domain/accounts/customer-type.ts";
import {
  currentPassword,
  customerType,
  mobileNumber,
  registeredVehicle,
  sentCode,
} from "#domain/accounts/fields/account-fields.ts";
import { logInFields } from "#domain/accounts/fields/log-in-fields.ts";
import { authenticatorCode } from "#domain/accounts/fields/two-factor-fields.ts";
import { describeCustomer } from "#domain/accounts/profile/describe-customer.ts";
import { profileActions } from "#domain/accounts/profile/profile-actions.ts";
import { staffLogInActions } from "#domain/accounts/staff-log-in.ts";
import { inviteActions } from "#domain/invites/actions.ts";
import { invitePeriodTexts } from "#domain/invites/invite.ts";
import { messageConsentTexts } from "#domain/messages/message-consents.ts";
import { pushKinds } from "#domain/messages/notifications.ts";
import { getKeys } from "#domain/object-keys.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { getPayerRefusal, refusalTexts } from "#domain/offers/offer-texts.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { paymentActions } from "#domain/payments/actions.ts";
import { employmentFields, personFields } from "#domain/people/user-fields.ts";
import { ownDataActions } from "#domain/privacy/own-data-actions.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { type SuccessCode, successMessages } from "#domain/success-messages.ts";
import { listFooterLinks } from "#domain/site/site-links.ts";
import { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import { ticketCode, ticketSearch } from "#domain/valet/customer-fields.ts";
import { valetStatuses } from "#domain/valet/states.ts";
import { visitActions } from "#domain/visitors/actions.ts";

const actions = [
  accountActions,
  customerActions,
  inviteActions,
  ownDataActions,
  profileActions,
  staffLogInActions,
  valetCustomerActions,
  visitActions,
].flatMap((group) => Object.values(group));
/** Of groups whose other actions are for staff. */
const ownActions = [
  offerActions.quoteByLink,
  offerActions.redeemByLink,
  offerActions.save,
  offerActions.removeSaved,
  paymentActions.readLink,
  paymentActions.startByLink,
];
/** Labels too short to be told from names in code: of the end of an invite (web/features/invites/invite-period.ts). */
const shortLabels = ["To"];
/** Texts that the server sends in place of the text of an error (server/auth, server/features/accounts). */
const serverTexts = [
  "*Incorrect password. Enter your current password",
  "*Incorrect code. Enter the code that your app shows now",
  "*Log out and log in again with a code, then try again within 15 minutes",
];
/** Errors of the log-in with a password, of the camera, the location and the picture, and of any request. */
const otherErrors = [
  "ACCOUNT_MESSAGES_EXCEEDED",
  "ACCOUNT_SUSPEND",
  "CAMERA_NOT_SUPPORTED",
  "CAMERA_PERMISSION",
  "COMMON_PASSWORD",
  "CUSTOMER_INVALID_CREDS",
  "CUSTOMER_LOGGED_IN",
  "EMAIL_API_ISSUE",
  "EMAIL_NOT_VERIFIED",
  "FAILED_VALIDATION",
  "FORBIDDEN",
  "IMAGE_TYPE",
  "INVALID_CREDENTIALS",
  "INVALID_OTP",
  "INVALID_VEHICLE_NUMBER",
  "LOCATION_NOT_SUPPORTED",
  "LOCATION_PERMISSION",
  "PARTNER_LOGGED_IN",
  "PASSWORD_MISMATCH",
  "RECIPIENT_MESSAGES_EXCEEDED",
  "RECORD_NOT_UNIQUE",
  "ROUTE_NOT_FOUND",
  "SERVER_BUSY",
  "SMS_OTP_FAILED",
  "TOO_MANY_REQUESTS",
] as const satisfies readonly ErrorCode[];
const successes = [
  "COUPON_CODE_COPIED",
  "DATA_UPDATED",
  "EMAIL_UPDATED",
  "OTP_SENT_MAIL",
  "OTP_SENT_PHONE",
  "VERIFICATION_MAIL_SENT",
] as const satisfies readonly SuccessCode[];
const { email, entry_reason } = ParkingMainInformation.fields;
const fields: Fields = {
  ...logInFields,
  authenticatorCode,
  currentPassword,
  email,
  entry_reason,
  mobileNumber,
  newPassword: personFields.password,
  pin: employmentFields.pin_number,
  registeredVehicle,
  sentCode,
  ticketCode,
  ticketSearch,
};

export function listCustomerErrors(): ErrorCode[] {
  return [...[...actions, ...ownActions].flatMap(({ errors }) => errors), ...otherErrors];
}

export function listCustomerTexts(): string[] {
  const everyType = {
    public_customer: true,
    residential_customer: true,
    govt_customer: true,
    school_college_university_customer: true,
  };
  return [
    ...shortLabels,
    ...serverTexts,
    ...Object.values(invitePeriodTexts),
    ...Object.values(customerPages).map(({ name }) => name),
    ...describeCustomer(everyType),
    customerType.label ?? "",
    ...Object.values(fields).flatMap(({ label, message, minMessage }) =>
      [label, message, minMessage].filter((text) => text !== undefined),
    ),
    ...[...Object.values(messageConsentTexts), ...Object.values(pushKinds)].flatMap(({ title, text }) => [title, text]),
    ...getKeys(refusalTexts).map(getPayerRefusal),
    ...Object.values(refusalTexts),
    ...successes.map((code) => successMessages[code]),
    ...valetStatuses.map(({ name }) => name),
    ...[...listFooterLinks("customer"), ...listFooterLinks("partner")].map(({ label }) => label),
  ];
}
