// What an invited visitor is told of their invite, in plain words.
import { parkingSequence } from "#domain/states/parking.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";

export interface VisitorWords {
  title: string;
  text?: string;
  /** It lets in now, or has. */
  isGood: boolean;
}

type Told = Pick<VisitorInvite, "parking_status_id" | "next">;

export function visitorWords({ parking_status_id: status, next }: Told): VisitorWords {
  if (status === parkingSequence.in) return { title: "You are in", text: "Welcome.", isGood: true };
  if (status === parkingSequence.out) return { title: "You have left", text: "Thank you for coming.", isGood: false };
  if (status === parkingSequence.cancelled)
    return { title: "This invite is over", text: "Its code lets nobody in any more.", isGood: false };
  if (next === "approve")
    return { title: "Waits for approval", text: "This page says so as soon as it is approved.", isGood: false };
  if (next === "wait") return { title: "Not valid at this time", text: "Come between these times.", isGood: false };
  if (next === "pay") return { title: "Show this at the gate", text: "You pay there before coming in.", isGood: true };
  return { title: "Show this at the gate", isGood: true };
}
