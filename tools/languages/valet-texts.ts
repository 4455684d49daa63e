// Texts of the domain that the valet's screens and the shift show through `t`.
import { cashActions } from "#domain/cash/actions.ts";
import { CashHandovers } from "#domain/cash/cash-handovers.collection.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { describeChannel, paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { type SuccessCode, successMessages } from "#domain/success-messages.ts";
import { capitalize } from "#domain/text/labels.ts";
import { valetActions } from "#domain/valet/actions.ts";
import { carParts, fuelLevels } from "#domain/valet/condition/damages.ts";

const successes = ["CHAT_STATUS_UPDATED", "STAFF_ASSIGNED"] as const satisfies readonly SuccessCode[];

export function listValetErrors(): ErrorCode[] {
  return [...Object.values(valetActions), ...Object.values(cashActions)].flatMap(({ errors }) => errors);
}

export function listValetTexts(): string[] {
  return [
    "Ticket not found",
    ...[...carParts, ...fuelLevels].map(capitalize),
    ...[CashShifts.fields.counted, CashShifts.fields.opening_float, CashHandovers.fields.amount].map(
      ({ label }) => label ?? "",
    ),
    ...paymentChannels.map((channel) => describeChannel({ channel })),
    ...successes.map((code) => successMessages[code]),
  ];
}
