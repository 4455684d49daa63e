// What the customer reads at each step of their car.
import type { Estimate } from "#domain/rules/pickup-estimate.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";

/** 'about 4–7 min'; never an exact time, since there is none. */
export function estimateWords({ low, high }: Estimate): string {
  return low === high ? `about ${low} min` : `about ${low}–${high} min`;
}

function queueWords(ahead: number): string {
  if (ahead === 0) return "Yours is the next one.";
  return ahead === 1 ? "One car is before yours." : `${ahead} cars are before yours.`;
}

export interface Said {
  title: string;
  text: string;
}

export function wordsFor({ status, driver, ahead, estimate }: CustomerTicket): Said {
  switch (status.sequence) {
    case valetSequence.received:
      return { title: "We have your key", text: "Your car is being parked. You can ask for it once it stands." };
    case valetSequence.parked:
      return {
        title: "Your car is parked",
        text: estimate
          ? `If you ask for it now, it is at the gate in ${estimateWords(estimate)}.`
          : "Ask for it a few minutes before you leave.",
      };
    case valetSequence.pickupRequested:
      return { title: "You asked for your car", text: queueWords(ahead) };
    case valetSequence.onTheWay:
      return { title: "Your car is on the way", text: driver ? `${driver} is bringing it.` : "It is being brought." };
    case valetSequence.atTheGate:
      return { title: "Your car is at the gate", text: "Say your OTP to get the key." };
    default:
      return { title: "You have your car", text: "Thank you, and a safe drive." };
  }
}

/** The steps a customer sees; received and parked are one wait to them, but not the same news. */
export const steps = [
  { sequence: valetSequence.received, name: "Key taken" },
  { sequence: valetSequence.parked, name: "Parked" },
  { sequence: valetSequence.pickupRequested, name: "Asked for" },
  { sequence: valetSequence.onTheWay, name: "On the way" },
  { sequence: valetSequence.atTheGate, name: "At the gate" },
] as const;
