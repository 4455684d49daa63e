// Status texts of the visitor's invite page.
import { parkingSequence } from "#domain/parking/states.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";
import { t } from "#web/languages/t.ts";

export interface VisitorStatusText {
  title: string;
  text?: string;
  /** The invite is valid now, or the visitor is inside. */
  isPositive: boolean;
}

type VisitorStatusOptions = Pick<VisitorInvite, "parking_status_id" | "next" | "invite_end_date"> & { now: Date };

/** An invite is cancelled within a minute after its end; who is inside then still shows the code to leave. */
export function isInviteOver({
  parking_status_id: status,
  invite_end_date: end,
  now,
}: Pick<VisitorStatusOptions, "parking_status_id" | "now"> & { invite_end_date: string | null }): boolean {
  const isOpen = status === parkingSequence.pending;
  return status === parkingSequence.cancelled || (isOpen && end !== null && new Date(end) <= now);
}

export function describeVisitorStatus(invite: VisitorStatusOptions): VisitorStatusText {
  const { parking_status_id: status, next, invite_end_date: end, now } = invite;
  if (status === parkingSequence.in) return { title: t("You are checked in"), text: t("Welcome."), isPositive: true };
  if (status === parkingSequence.out)
    return { title: t("You are checked out"), text: t("Thank you for visiting."), isPositive: false };
  const isOver = new Date(end) <= now;
  if (isInviteOver(invite))
    return {
      // Before its end the host withdrew it, or the branch refused it.
      title: isOver ? t("This invite has expired") : t("This invite was cancelled"),
      text: t("The code is no longer valid."),
      isPositive: false,
    };
  if (next === "approve")
    return { title: t("Waiting for approval"), text: t("This page updates when it is approved."), isPositive: false };
  if (next === "wait")
    return { title: t("Not valid at this time"), text: t("Please come during the time shown."), isPositive: false };
  if (next === "pay")
    return { title: t("Show this code at the gate"), text: t("You pay at the gate before entry."), isPositive: true };
  return { title: t("Show this code at the gate"), isPositive: true };
}
