// Texts of the customer's status page.
import type { PickupEstimate } from "#domain/valet/pickup/pickup-estimate.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { t } from "#web/languages/t.ts";
import { tPlural } from "#web/languages/nodes.ts";

/** 'about 6–9 min': half of the cars come within the first, 9 of 10 within the second. */
export function formatEstimate({ median, high }: PickupEstimate): string {
  return median === high ? t("about {high} min", { high }) : t("about {median}–{high} min", { median, high });
}

function describeQueue(ahead: number): string {
  if (ahead === 0) return t("Your car is next.");
  return tPlural(ahead, "{count} car is ahead of yours.", "{count} cars are ahead of yours.");
}

function describeDriver({ driver, gate }: { driver: string | null; gate: string | null }): string {
  if (!gate) return driver ? t("{driver} is bringing it.", { driver }) : t("Your driver is bringing it.");
  return driver
    ? t("{driver} is bringing it to {gate}.", { driver, gate })
    : t("Your driver is bringing it to {gate}.", { gate });
}

export interface StatusText {
  title: string;
  text: string;
}

export function describeTicketStatus({
  status,
  is_cancelled: isCancelled,
  driver,
  pickup_gate: gate,
  ahead,
  estimate,
}: CustomerTicket): StatusText {
  if (isCancelled)
    return { title: t("Ticket cancelled"), text: t("Nothing is charged. Ask the valet if you have questions.") };
  switch (status.sequence) {
    case valetSequence.received:
      return {
        title: t("We have received your car"),
        text: t("Your car is being parked. You can request it once parked."),
      };
    case valetSequence.parked:
      return {
        title: t("Your car is parked"),
        text: estimate
          ? t("If you request it now, it will be at the gate in {time}.", { time: formatEstimate(estimate) })
          : t("Request it a few minutes before you leave."),
      };
    case valetSequence.pickupRequested:
      return { title: t("Pickup requested"), text: describeQueue(ahead) };
    case valetSequence.onTheWay:
      return {
        title: t("Your car is on the way"),
        text: describeDriver({ driver, gate }),
      };
    case valetSequence.atTheGate:
      return {
        title: gate ? t("Your car is at {gate}", { gate }) : t("Your car is at the gate"),
        text: t("Show your OTP to collect your car."),
      };
    default:
      return { title: t("Car handed over"), text: t("Thank you. Drive safely.") };
  }
}

/** Steps of the progress bar, in order. */
export const customerSteps = [
  { sequence: valetSequence.received, label: "Received" },
  { sequence: valetSequence.parked, label: "Parked" },
  { sequence: valetSequence.pickupRequested, label: "Requested" },
  { sequence: valetSequence.onTheWay, label: "On the way" },
  { sequence: valetSequence.atTheGate, label: "At the gate" },
] as const;
