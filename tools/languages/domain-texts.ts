// Texts of the domain that screens show through `t`: those of the gate here, the others in the files beside it.
import { filledMessages } from "#domain/text/filled-text.ts";
import { approvalActions } from "#domain/approvals/actions.ts";
import { debtActions } from "#domain/debts/actions.ts";
import { type ErrorCode, errorCatalogue } from "#domain/errors.ts";
import { successMessages } from "#domain/success-messages.ts";
import { roles } from "#domain/access/roles.ts";
import { getKeys } from "#domain/object-keys.ts";
import { parkingActions } from "#domain/parking/actions.ts";
import { gateChargeFields } from "#domain/parking/gate-charges.ts";
import { getParkingLabel } from "#domain/parking/status-label.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import {
  channelActions,
  channelLabels,
  describeChannel,
  paymentChannels,
  referenceFields,
} from "#domain/payments/channels/payment-channels.ts";
import { quickLengths } from "#domain/passes/pass.ts";
import { queueTexts } from "#domain/queue/queued-action.ts";
import { identityDocumentLabels, visitDetailFields } from "#domain/visitors/visit-details.ts";
import { quickVisits } from "#domain/visitors/quick-visit.ts";
import { serviceLabels } from "#domain/branches/services.ts";
import { attemptStateTable, refundStateTable } from "#domain/payments/online/online-payment-states.ts";
import { paymentLabels } from "#domain/payments/payment-label.ts";
import { deviceProblems } from "#domain/printing/print-job.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import { listCustomerErrors, listCustomerTexts } from "#tools/languages/customer-texts.ts";
import { listDeskErrors, listDeskTexts } from "#tools/languages/desk-texts.ts";
import { listValetErrors, listValetTexts } from "#tools/languages/valet-texts.ts";

/** Errors of any request. */
const generalErrors: readonly ErrorCode[] = [
  "FETCH_FAILED",
  "OFFLINE",
  "SERVICE_UNAVAILABLE",
  "SOMETHING_WRONG",
  "TOKEN_EXPIRY",
  "USER_ATTENDANCE_OFF",
];
const gateActions = [parkingActions, approvalActions, debtActions].flatMap((actions) => Object.values(actions));
/** Kinds of vehicles of a new installation; the platform can add others, which stay as they are. */
const vehicleTypes = [
  "Two wheeler",
  "Hatchback",
  "Sedan",
  "SUV",
  "Auto rickshaw",
  "Electric car",
  "Van",
  "Bus",
  "Truck",
];
const gateRoles = ["admin", "manager", "staff", "approver", "employee"] as const;
/** Links that staff at the gate have (web/product/shell/navigation.ts), with their groups and short names. */
const links = [
  "Account",
  "Approvals",
  "Board",
  "Book a slot",
  "Bookings",
  "Check in",
  "Check in vehicle",
  "Daily cash",
  "Debts",
  "Help",
  "Home",
  "Invites",
  "Lost ticket",
  "Lot check",
  "Money",
  "My shift",
  "My visitors",
  "New entry",
  "New ticket",
  "Parking",
  "Parking board",
  "Passes",
  "People",
  "Reports",
  "Scan",
  "Scan code",
  "Scan ticket",
  "Settings",
  "Valet",
  "Valet board",
  "Valet cash",
  "Visitor with a vehicle",
  "Visitors",
];
/** Tiles of the home page (web/features/home/home.page.tsx) and of a new entry (web/features/passes/select-entry-type.page.tsx). */
const tiles = [
  "Check in, collect payment, check out",
  "Coming soon",
  "For a vehicle that comes often, for days or longer",
  "Pass",
  "Receive, park and return cars",
  "Request approval, with the person to meet",
  "Reserve slots in advance",
  "Slip, invite or pass",
  "To park: request approval for a vehicle",
  "To park: vehicle and phone number, and a slip",
  "Vehicle entry",
  "Visitor on foot",
  "With the person to meet and the purpose of visit",
  "Your visitors",
];
/** Kinds of received payments (web/product/payments/received-payments.tsx). */
const paymentKinds = ["Booked", "Received", "Refunded", "Reversed", "Settled"];
/** Texts that components put together of a few words. */
const composed = [
  "Entry not found",
  "Confirm {amount} by UPI",
  "Confirm {amount} by card",
  "Book {amount} on account",
  "Request approval",
];
/** Captions of a charge (web/features/parking/charge-breakdown.tsx) and of the counts of the board. */
const captions = [
  "No amount due",
  "Charge until cancellation",
  "Price of the booking",
  "Due before entry",
  "First time unit",
  "Written off",
  "Paid",
  "Additional amount due",
  "Amount due",
  "Amount due now",
  "Inside now",
  "Out today",
  "Pending",
];
/** Messages of fields at the gate. */
const fieldMessages = [ParkingMainInformation.fields.phone_no.message ?? ""];
/** Purposes of the queue on a device (`summary` of a stored action). */
const queuedActions = ["Check-in", "Cash payment"];
const gateSuccesses = getKeys(successMessages).filter((code) =>
  /^(VEHICLE|PERSON|ENTRY|EXIT|PAYMENT|REQUEST|LOGGED)_/.test(code),
);

/** Error texts, which are refusals, by their code. */
export function listRefusals(): string[] {
  const codes = new Set<string>([
    ...generalErrors,
    ...gateActions.flatMap(({ errors }) => errors),
    ...listCustomerErrors(),
    ...listDeskErrors(),
    ...listValetErrors(),
  ]);
  return getKeys(errorCatalogue).flatMap((code) => (codes.has(code) ? [errorCatalogue[code].text] : []));
}

export function listDomainTexts(): string[] {
  return [
    ...Object.values(filledMessages),
    ...listCustomerTexts(),
    ...listDeskTexts(),
    ...listValetTexts(),
    ...listStatusLabels(),
    ...paymentLabels,
    ...[attemptStateTable, refundStateTable].flatMap(({ states }) => Object.values(states).map(({ name }) => name)),
    ...paymentChannels.map((channel) => `Paid ${describeChannel({ channel })}`),
    ...Object.values(channelActions).flatMap(({ label, description }) => [label, description]),
    ...gateSuccesses.map((code) => successMessages[code]),
    ...gateRoles.map((role) => roles[role].name),
    ...vehicleTypes,
    ...links,
    ...tiles,
    ...Object.values(serviceLabels),
    ...quickVisits,
    ...paymentKinds,
    ...paymentChannels.map((channel) => describeChannel({ channel })),
    ...Object.values(channelLabels),
    ...Object.values(queueTexts),
    ...quickLengths.map(({ label }) => label),
    ...Object.values(identityDocumentLabels),
    ...listLabels(visitDetailFields),
    ...composed,
    ...captions,
    ...fieldMessages,
    ...queuedActions,
    ...Object.values(deviceProblems),
    ...listLabels({ reason: changeReason }),
    ...listLabels(referenceFields),
    ...listLabels(pickFields(gateChargeFields, ["lost_slip_proof", "bill_shop", "bill_number", "bill_amount"])),
    ...listLabels(pickFields(ParkingMainInformation.fields, ["vehicle_no", "phone_no", "vehicle_type", "name"])),
    ...listLabels(pickFields(ParkingInformation.fields, ["slot_no"])),
  ];
}

function listStatusLabels(): string[] {
  const flags = ["isInvited", "isWaiting", "isApproved", "isPrepayVehicle", "isBooked", "isRejected"] as const;
  const none = {
    isInvited: false,
    isWaiting: false,
    isApproved: false,
    isPrepayVehicle: false,
    isBooked: false,
    isRejected: false,
  };
  return Object.values(parkingSequence).flatMap((sequence) =>
    [undefined, ...flags].map(
      (flag) => getParkingLabel({ ...none, ...(flag ? { [flag]: true } : {}), sequence }).label,
    ),
  );
}

const pickFields = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]!]));

const listLabels = (fields: Fields): string[] =>
  Object.entries(fields).map(([name, field]) => getFieldLabel(name, field));
