// Status texts of the visitor's invite page.
import { parkingSequence } from "#domain/parking/states.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";

export interface VisitorStatusText {
  title: string;
  text?: string;
  /** The invite is valid now, or the visitor is inside. */
  isPositive: boolean;
}

type VisitorStatusOptions = Pick<VisitorInvite, "parking_status_id" | "next">;

export function describeVisitorStatus({ parking_status_id: status, next }: VisitorStatusOptions): VisitorStatusText {
  if (status === parkingSequence.in) return { title: "You are checked in", text: "Welcome.", isPositive: true };
  if (status === parkingSequence.out)
    return { title: "You are checked out", text: "Thank you for visiting.", isPositive: false };
  if (status === parkingSequence.cancelled)
    return { title: "This invite has expired", text: "The code is no longer valid.", isPositive: false };
  if (next === "approve")
    return { title: "Waiting for approval", text: "This page updates when it is approved.", isPositive: false };
  if (next === "wait")
    return { title: "Not valid at this time", text: "Please come during the time shown.", isPositive: false };
  if (next === "pay")
    return { title: "Show this code at the gate", text: "You pay at the gate before entry.", isPositive: true };
  return { title: "Show this code at the gate", isPositive: true };
}
