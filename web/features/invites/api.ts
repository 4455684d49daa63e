// §2 invite queries and actions: the list, one invite with its code and link, and the visitor's public page.
import { queryOptions } from "@tanstack/react-query";
import type { WireRow } from "#domain/schema/registry.ts";
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";
import { entryFields } from "#web/api/entry.ts";
import { itemQuery, pageQuery } from "#web/api/items.ts";

const rowFields = [
  ...entryFields,
  "user_created.id",
  "user_created.first_name",
  "branch.name",
  "branch.company.name",
  "branch.time_zone",
] as const;
/** List row of an invite. */
export type InviteRow = WireRow<"Parking_Information", typeof rowFields>;

/** An invite with its code and link. */
export type Invite = ActionReply<"GET /actions/invites/:id">;

export const inviteListFilters = ["open", "over", "all"] as const;
export type InviteListFilter = (typeof inviteListFilters)[number];

/** Open: pending or inside; over: checked out or cancelled. */
function stateFilter(state: InviteListFilter): Filter[] {
  const { in: inside, out, pending, cancelled } = parkingSequence;
  if (state === "all") return [];
  return [{ parking_status_id: { _in: state === "open" ? [inside, pending] : [out, cancelled] } }];
}

interface InvitesQueryOptions {
  state: InviteListFilter;
  page: number;
  /** Limits the list to a branch; default: all accessible invites. */
  branch?: number;
  /** Limits the list to invites created by this user. */
  createdBy?: string;
  /** Limits the list to invites for this phone number. */
  phone?: string;
}

export function invitesQuery({ state, page, branch, createdBy, phone }: InvitesQueryOptions) {
  const parts: Filter[] = [{ is_invited: { _eq: true } }, ...stateFilter(state)];
  if (branch !== undefined) parts.push({ branch: { _eq: branch } });
  if (createdBy !== undefined) parts.push({ user_created: { _eq: createdBy } });
  if (phone !== undefined) parts.push({ parking_main_info: { phone_no: { _eq: phone } } });
  return pageQuery("Parking_Information", {
    filter: { _and: parts },
    fields: rowFields,
    sort: ["-id"],
    page,
  });
}

/** An invite for the customer's own number. */
export const receivedInviteQuery = (id: number) => itemQuery("Parking_Information", id, { fields: rowFields });

/** The key starts with the collection, so that live events invalidate it. */
export function inviteQuery(id: number) {
  return {
    queryKey: ["items", "Parking_Information", "invite", id],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Invite> =>
      call({ route: "GET /actions/invites/:id", id }, { signal }),
  };
}

export const invitableBranchFields = [
  "id",
  "name",
  "company.name",
  "address",
  "time_zone",
  "allow_person_entries",
  "allow_vehicle_type_required",
  "invite_max_days",
] as const;
export type InvitableBranch = WireRow<"Branch", typeof invitableBranchFields>;

/** The branch that a customer has chosen. */
export const inviteTargetQuery = (id: number) => itemQuery("Branch", id, { fields: invitableBranchFields });

/** Branches where the customer is at home. */
export const homesQuery = queryOptions({
  queryKey: ["invites", "homes"],
  queryFn: ({ signal }) => call({ route: "GET /actions/invites/homes" }, { signal }),
});

export function sendInvite(body: ActionBody<"POST /actions/invites">): Promise<Invite> {
  return callAndRefresh({ route: "POST /actions/invites", body }, "Parking_Information");
}

/** Throws ApiError NO_NEXT_STATUS or STATUS_ALREADY_UPDATED if the visitor has checked in or the invite was withdrawn. */
export function withdrawInvite(id: number): Promise<Invite> {
  return callAndRefresh({ route: "POST /actions/invites/:id/cancel", id }, "Parking_Information");
}

/** The invite as its visitor sees it. */
export type VisitorInvite = ActionReply<"GET /actions/invites/visitor">;

export const getVisitorLivePath = (token: string): string =>
  `/actions/invites/visitor/live?t=${encodeURIComponent(token)}`;

/** Throws ApiError INVALID_TOKEN for an invalid link, LINK_EXPIRED for an expired one, OFFLINE. */
export function readVisitorInvite(token: string, signal: AbortSignal): Promise<VisitorInvite> {
  return call({ route: "GET /actions/invites/visitor", headers: { "x-invite": token } }, { signal, isPublic: true });
}
