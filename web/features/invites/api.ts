// §2 invites as the screens ask for them: the list, one with its code and link, and the page of the visitor who has no account.
import type { Filter } from "#domain/collection.ts";
import type { NextStep } from "#domain/rules/next-step.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { errorFrom, offlineError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { entryFields } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { pageQuery } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";

/** An invite in a list. */
export interface InviteRow extends EntryWire {
  invite_start_date: string;
  invite_end_date: string;
  user_created: { id: string; first_name: string } | null;
  branch: { name: string; time_zone: string } | null;
}

/** One invite with what is shown to the visitor. */
export interface InviteWire extends EntryWire {
  invite_start_date: string;
  invite_end_date: string;
  branch: { name: string; address: string | null } | null;
  qr: string;
  /** The visitor's page, on this server. */
  link: string;
}

const rowFields = [
  ...entryFields,
  "user_created.id",
  "user_created.first_name",
  "branch.name",
  "branch.time_zone",
] as const;

export const inviteStates = ["open", "over", "all"] as const;
export type InviteState = (typeof inviteStates)[number];

/** Those still to come or inside; those that are over. */
function stateFilter(state: InviteState): Filter[] {
  const { in: inside, out, pending, cancelled } = parkingSequence;
  if (state === "all") return [];
  return [{ parking_status_id: { _in: state === "open" ? [inside, pending] : [out, cancelled] } }];
}

interface Listed {
  state: InviteState;
  page: number;
  /** Of a branch, for who works there; else all one may see. */
  branch?: number;
  /** Only those this person made. */
  maker?: string;
}

export function invitesQuery({ state, page, branch, maker }: Listed) {
  const parts: Filter[] = [{ is_invited: { _eq: true } }, ...stateFilter(state)];
  if (branch !== undefined) parts.push({ branch: { _eq: branch } });
  if (maker !== undefined) parts.push({ user_created: { _eq: maker } });
  return pageQuery<InviteRow>("Parking_Information", {
    filter: { _and: parts },
    fields: rowFields,
    sort: ["-id"],
    page,
  });
}

/** Its key begins like that of the record itself, so that a live event finds it. */
export function inviteQuery(id: number) {
  return {
    queryKey: ["items", "Parking_Information", "invite", id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<InviteWire> => {
      const { data } = await request<{ data: InviteWire }>(`/actions/invites/${id}`, { signal });
      return data;
    },
  };
}

async function post(path: string, body: object): Promise<InviteWire> {
  const { data } = await request<{ data: InviteWire }>(`/actions/invites${path}`, { method: "POST", body });
  void queryClient.invalidateQueries({ queryKey: ["items", "Parking_Information"] });
  return data;
}

export function sendInvite(sent: object): Promise<InviteWire> {
  return post("", sent);
}

/** Throws ApiError NO_NEXT_STATUS or STATUS_ALREADY_UPDATED once the visitor came or the invite was withdrawn. */
export function withdrawInvite(id: number): Promise<InviteWire> {
  return post(`/${id}/cancel`, {});
}

/** What a visitor sees (server/features/invites/visitor.ts). */
export interface VisitorInvite {
  vehicle_no: string | null;
  name: string | null;
  is_person: boolean;
  parking_status_id: number;
  is_waiting_for_approve: boolean;
  invite_start_date: string;
  invite_end_date: string;
  next: NextStep;
  invited_by: string | null;
  branch: { name: string; address: string | null; time_zone: string; company: string };
  qr: string | null;
}

/** Throws ApiError INVALID_TOKEN for a link that is not ours or over, OFFLINE. */
export async function readVisitorInvite(token: string, signal: AbortSignal): Promise<VisitorInvite> {
  let response: Response;
  try {
    response = await fetch("/actions/invites/visitor", { signal, headers: { "x-invite": token } });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw offlineError();
  }
  const answer = (await response.json().catch(() => null)) as { data: VisitorInvite } | null;
  if (!response.ok || !answer) throw errorFrom({ status: response.status, body: answer });
  return answer.data;
}
