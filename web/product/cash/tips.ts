// §4 tips of the drivers and their payouts.
import type { HandoverDecision } from "#domain/cash/cash-handover.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";

/** The key starts like that of the payouts, so that live events refetch it. */
export const tipAccountsQuery = {
  queryKey: ["items", "tip_payouts", "accounts"],
  queryFn: () => call({ route: "GET /actions/valet/tips" }),
  // Tickets have no live events for this key.
  staleTime: 0,
};

/** Payouts that the user has not confirmed yet. */
export function incomingTipsQuery(user: string) {
  return itemsQuery("tip_payouts", {
    fields: ["id", "cash_amount", "online_amount", "giver.first_name"],
    filter: { driver: { _eq: user }, state: { _eq: "offered" } },
    sort: ["id"],
    limit: 5,
  });
}

/** The last payouts that the user may see. */
export const payoutsQuery = itemsQuery("tip_payouts", {
  fields: ["id", "cash_amount", "online_amount", "state", "date_created", "driver.first_name", "giver.first_name"],
  filter: {},
  sort: ["-id"],
  limit: 10,
});

/** `expected` is the amount in paise that was shown. Throws ApiError AMOUNT_MISMATCH, CASH_HANDOVER_PENDING. */
export async function payOutTips(driver: string, expected: number): Promise<void> {
  await callAndRefresh({ route: "POST /actions/valet/tips/pay-out", body: { driver, expected } }, "tip_payouts");
}

export async function decideTips(id: number, state: HandoverDecision): Promise<void> {
  await callAndRefresh({ route: "POST /actions/valet/tips/:id/decide", id, body: { state } }, "tip_payouts");
}
