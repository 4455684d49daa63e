// Personal data of a person: preview, export, erasure and request history (docs/rules/personal-data.md).
import { queryOptions } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import { downloadResponse } from "#web/api/files.ts";
import { call } from "#web/api/call.ts";

export interface PersonIdentifier {
  phone: string | null;
  email: string | null;
}

export type PersonalDataPreview = ActionReply<"POST /actions/platform/privacy/preview">;
export type PrivacyRequest = ActionReply<"GET /actions/platform/privacy/requests">[number];

export const searchPersonalData = (body: PersonIdentifier): Promise<PersonalDataPreview> =>
  call({ route: "POST /actions/platform/privacy/preview", body });

export const downloadPersonalData = (body: PersonIdentifier & { reason: string }): Promise<void> =>
  downloadResponse({ path: "/actions/platform/privacy/export", body, name: "personal-data.zip" });

export const erasePersonalData = (body: PersonIdentifier & { reason: string }) =>
  call({ route: "POST /actions/platform/privacy/erase", body });

const pendingRefreshMs = 3_000;

export const requestsQuery = queryOptions({
  queryKey: ["privacy-requests"],
  queryFn: ({ signal }) => call({ route: "GET /actions/platform/privacy/requests" }, { signal }),
  // Polls while an erasure runs in the background.
  refetchInterval: ({ state }) => (state.data?.some((entry) => entry.state === "pending") ? pendingRefreshMs : false),
});

/** In display order. */
export const countLabels: readonly [name: keyof PersonalDataPreview["counts"], label: string][] = [
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
