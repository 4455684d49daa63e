// What the entry screens ask of the server: visits that begin now, and passes that hold for a time.
import { request } from "#web/items/client.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { queryClient } from "#web/items/query-client.ts";

/** A pass as it is shown, with the text of its QR. */
export interface PassWire {
  id: number;
  vehicle_no: string | null;
  name: string | null;
  phone_no: string;
  email: string | null;
  entry_reason: string | null;
  is_person: boolean;
  is_waiting_for_approve: boolean;
  parking_type: string;
  parking_status_id: number;
  /** Who answered its request, and when. */
  approved_by: { first_name: string } | null;
  approved_at: string | null;
  pass_start_time: string | null;
  pass_end_time: string | null;
  vehicle_type: { id: number; name: string } | null;
  branch: { name: string; address: string | null } | null;
  qr: string;
}

export interface Sent {
  [field: string]: unknown;
}

async function post<T>(path: string, body: Sent): Promise<T> {
  const { data } = await request<{ data: T }>(`/actions/${path}`, { method: "POST", body });
  for (const collection of ["Parking_Information", "Parking_Main_Information"])
    void queryClient.invalidateQueries({ queryKey: ["items", collection] });
  return data;
}

/** Begins a visit; with `parking_main_info` the next one of a pass. */
export function checkIn(sent: Sent): Promise<EntryWire> {
  return post("parking/check-in", sent);
}

export function issuePass(sent: Sent): Promise<PassWire> {
  return post("passes", sent);
}

export function renewPass(id: number, sent: Sent): Promise<PassWire> {
  return post(`passes/${id}/renew`, sent);
}

/** Its key begins like that of the record itself, so that a live event finds it. */
export function passQuery(id: string) {
  return {
    queryKey: ["items", "Parking_Main_Information", "pass", id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PassWire> => {
      const { data } = await request<{ data: PassWire }>(`/actions/passes/${encodeURIComponent(id)}`, { signal });
      return data;
    },
  };
}
