// Texts of the customer's status page.
import type { PickupEstimate } from "#domain/valet/pickup/pickup-estimate.ts";
import { valetSequence } from "#domain/valet/states.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";

/** 'about 6 min, at most 9 min for 9 of 10 cars'. */
export function formatEstimate({ median, high }: PickupEstimate): string {
  return median === high ? `about ${high} min` : `about ${median} min, at most ${high} min for 9 of 10 cars`;
}

function describeQueue(ahead: number): string {
  if (ahead === 0) return "Your car is next.";
  return ahead === 1 ? "1 car is ahead of yours." : `${ahead} cars are ahead of yours.`;
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
    return { title: "Ticket cancelled", text: "Nothing is charged. Ask the valet if you have questions." };
  switch (status.sequence) {
    case valetSequence.received:
      return { title: "We have received your car", text: "Your car is being parked. You can request it once parked." };
    case valetSequence.parked:
      return {
        title: "Your car is parked",
        text: estimate
          ? `If you request it now, it will be at the gate in ${formatEstimate(estimate)}.`
          : "Request it a few minutes before you leave.",
      };
    case valetSequence.pickupRequested:
      return { title: "Pickup requested", text: describeQueue(ahead) };
    case valetSequence.onTheWay:
      return {
        title: "Your car is on the way",
        text: `${driver ?? "Your driver"} is bringing it${gate ? ` to ${gate}` : ""}.`,
      };
    case valetSequence.atTheGate:
      return { title: `Your car is at ${gate ?? "the gate"}`, text: "Show your OTP to collect your car." };
    default:
      return { title: "Car handed over", text: "Thank you. Drive safely." };
  }
}

/** Steps of the progress bar, in order. */
export const customerSteps = [
  { sequence: valetSequence.received, name: "Received" },
  { sequence: valetSequence.parked, name: "Parked" },
  { sequence: valetSequence.pickupRequested, name: "Requested" },
  { sequence: valetSequence.onTheWay, name: "On the way" },
  { sequence: valetSequence.atTheGate, name: "At the gate" },
] as const;
