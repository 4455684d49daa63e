// Check-in and pass actions of the server.
import { request } from "#web/api/client.ts";
import type { EntryWire } from "#web/api/entry.ts";
import { queryClient } from "#web/api/query-client.ts";

/** A pass with the content of its QR code. */
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
  /** User who approved or rejected the pass; `approved_at` is the time. */
  approved_by: { first_name: string } | null;
  approved_at: string | null;
  pass_start_time: string | null;
  pass_end_time: string | null;
  vehicle_type: { id: number; name: string } | null;
  branch: { name: string; address: string | null } | null;
  qr: string;
}

export interface SubmittedEntry {
  [field: string]: unknown;
}

async function post<T>(path: string, body: SubmittedEntry): Promise<T> {
  const { data } = await request<{ data: T }>(`/actions/${path}`, { method: "POST", body });
  for (const collection of ["Parking_Information", "Parking_Main_Information"])
    void queryClient.invalidateQueries({ queryKey: ["items", collection] });
  return data;
}

/** Creates an entry; with `parking_main_info`, the next entry of a pass. */
export function checkIn(body: SubmittedEntry): Promise<EntryWire> {
  return post("parking/check-in", body);
}

export function issuePass(body: SubmittedEntry): Promise<PassWire> {
  return post("passes", body);
}

export function renewPass(id: number, body: SubmittedEntry): Promise<PassWire> {
  return post(`passes/${id}/renew`, body);
}

/** The key starts with the collection, so that live events invalidate it. */
export function passQuery(id: string) {
  return {
    queryKey: ["items", "Parking_Main_Information", "pass", id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PassWire> => {
      const { data } = await request<{ data: PassWire }>(`/actions/passes/${encodeURIComponent(id)}`, { signal });
      return data;
    },
  };
}
