// §4 Cash per shift: the open shift before its count, and cash handed from one person to another.
import type { WireRow } from "#domain/schema/registry.ts";
import type { HandoverDecision } from "#domain/cash/cash-handover.ts";
import { call } from "#web/api/call.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";

/** Keys start like that of the handovers, so that live events invalidate them. */
const keyStart = ["items", "cash_handovers"] as const;

/** An open shift: the own one, or that of `shift`. Null without one. */
export function shiftSummaryQuery(shift?: number) {
  return {
    queryKey: [...keyStart, "summary", shift ?? "own"],
    queryFn: () =>
      call({ route: "GET /actions/cash/shift", query: shift === undefined ? {} : { shift: String(shift) } }),
  };
}

export const receiversQuery = {
  queryKey: [...keyStart, "receivers"],
  queryFn: () => call({ route: "GET /actions/cash/receivers" }),
};

/** Cash that others have offered to the user and that is not confirmed yet. */
export function incomingHandoversQuery(user: string) {
  return itemsQuery("cash_handovers", {
    fields: ["id", "amount", "giver.first_name"],
    filter: { receiver: { _eq: user }, state: { _eq: "offered" } },
    sort: ["id"],
    limit: 5,
  });
}

const refreshShifts = (): Promise<void> => refreshItems("cash_shifts", "cash_handovers");

/** What a count resulted in, as rupee amounts. */
export type ClosedShift = Pick<WireRow<"cash_shifts">, "counted" | "expected" | "difference">;

/** Closes a shift with the counted cash, a rupee amount. */
export async function closeShift(id: number, values: { counted: unknown; note: unknown }): Promise<ClosedShift> {
  const closed = await updateItem("cash_shifts", id, values);
  await refreshShifts();
  return closed;
}

/** `counted` is a rupee amount, `expected` the paise that were shown as counted. */
export async function correctCount(
  id: number,
  body: { counted: string | null; reason: string | null; expected: number },
): Promise<void> {
  const { reason } = body;
  const action = {
    route: "POST /actions/cash/shifts/:id/correct-count",
    id,
    body: { ...body, reason: reason ?? "" },
  } as const;
  await callAndRefresh(action, "cash_shifts");
}

export async function setOpeningFloat(id: number, amount: unknown): Promise<void> {
  await updateItem("cash_shifts", id, { opening_float: amount });
  await refreshShifts();
}

export async function handOverCash(receiver: string, amount: string): Promise<void> {
  await call({ route: "POST /actions/cash/hand-over", body: { receiver, amount } });
  await refreshShifts();
}

export async function decideHandover(id: number, state: HandoverDecision): Promise<void> {
  const action = { route: "POST /actions/cash/handovers/:id/decide", id, body: { state } } as const;
  await callAndRefresh(action, "cash_shifts", "cash_handovers");
}
