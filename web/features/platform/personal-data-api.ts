// Personal data of a person: preview, export, erasure and request history (docs/rules/personal-data.md).
import { queryOptions } from "@tanstack/react-query";
import { downloadResponse } from "#web/api/files.ts";
import { request } from "#web/api/client.ts";

export interface PersonIdentifier {
  phone: string | null;
  email: string | null;
}

export interface PersonalDataPreview {
  counts: { [what: string]: number };
  stays: { invoices: number; work_accounts: number };
  valid_passes: number;
  blockers: { inside: number; owed: number };
  accounts: { first_name: string; phone: string | null; email: string }[];
}

export interface PrivacyRequest {
  id: number;
  kind: "export" | "erasure";
  state: "pending" | "done";
  subject: string;
  reason: string;
  requested_at: string;
  by: string | null;
}

const apiPath = "/actions/platform/privacy";

export const searchPersonalData = async (person: PersonIdentifier): Promise<PersonalDataPreview> =>
  (await request<{ data: PersonalDataPreview }>(`${apiPath}/preview`, { method: "POST", body: person })).data;

export const downloadPersonalData = (body: PersonIdentifier & { reason: string }): Promise<void> =>
  downloadResponse({ path: `${apiPath}/export`, body, name: "personal-data.zip" });

export const erasePersonalData = (body: PersonIdentifier & { reason: string }): Promise<unknown> =>
  request(`${apiPath}/erase`, { method: "POST", body });

const pendingRefreshMs = 3_000;

export const requestsQuery = queryOptions({
  queryKey: ["privacy-requests"],
  queryFn: async ({ signal }) => (await request<{ data: PrivacyRequest[] }>(`${apiPath}/requests`, { signal })).data,
  // Polls while an erasure runs in the background.
  refetchInterval: ({ state }) => (state.data?.some((entry) => entry.state === "pending") ? pendingRefreshMs : false),
});

/** In display order. */
export const countLabels: readonly [name: string, label: string][] = [
  ["visitors", "Visitor records"],
  ["visits", "Entries"],
  ["tickets", "Valet tickets"],
  ["bookings", "Pre-bookings"],
  ["pictures", "Photos"],
  ["chat_messages", "Chat messages"],
  ["messages", "Emails and SMS"],
  ["enquiries", "Enquiries"],
  ["accounts", "Customer accounts"],
];
