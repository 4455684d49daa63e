// §4 debts of vehicles that left unpaid.
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import type { DebtRef } from "#domain/debts/debt.ts";
import { formatDateTime, defaultTimeZone } from "#domain/dates.ts";
import { formatWireAmount } from "#domain/money.ts";
import { formatCsv } from "#domain/text/csv.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";

type DebtList = ActionReply<"GET /actions/debts">;
export type Debt = DebtList["debts"][number];

export interface DebtFilters {
  search?: string;
  /** A whole vehicle number. */
  vehicle?: string;
  /** Least age in days. */
  age?: number;
  /** From 1. */
  page?: number;
}

/** The key starts like that of the entries, so that live events of payments refetch it. */
export function debtsQuery(filters: DebtFilters) {
  return {
    queryKey: ["items", "Parking_Information", "debts", filters],
    queryFn: () => readDebts(filters),
    // Tickets have no live events for this key.
    staleTime: 0,
  };
}

function readDebts(filters: DebtFilters): Promise<DebtList> {
  const query = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return call({ route: "GET /actions/debts", query });
}

const changed = ["Parking_Information", "Valet_and_Parking_Information", "cash_shifts"] as const;

/** `expected` is the sum in paise that was shown. Throws ApiError AMOUNT_MISMATCH, ALREADY_PAID, DEBT_WRITTEN_OFF. */
export async function collectDebts({
  debts,
  expected,
}: {
  debts: readonly DebtRef[];
  expected: number;
}): Promise<void> {
  await callAndRefresh({ route: "POST /actions/debts/collect", body: { debts: toRefs(debts), expected } }, ...changed);
}

export function toRefs(debts: readonly DebtRef[]): DebtRef[] {
  return debts.map(({ kind, id }) => ({ kind, id }));
}

/** Throws ApiError NOTHING_OWED, AMOUNT_MISMATCH. */
export async function writeOffDebt({
  kind,
  id,
  ...body
}: DebtRef & { reason: string; expected: number }): Promise<void> {
  const services = { P: "parking", V: "valet" } as const;
  await callAndRefresh<`POST /actions/${"parking" | "valet"}/:id/write-off`>(
    { route: `POST /actions/${services[kind]}/:id/write-off`, id, body },
    ...changed,
  );
}

/** All debts that match, as CSV. */
export async function exportDebts({
  filters,
  zone = defaultTimeZone,
}: {
  filters: DebtFilters;
  zone?: string | undefined;
}): Promise<string> {
  const debts: Debt[] = [];
  for (let page = 1; ; page += 1) {
    const read = await readDebts({ ...filters, page });
    debts.push(...read.debts);
    if (read.debts.length === 0 || debts.length >= read.count) break;
  }
  const formatTime = (at: string) => formatDateTime({ at: new Date(at), zone });
  const lines = debts.map((debt) => [
    debt.name ?? "",
    debt.phone ?? "",
    debt.receipt_no ?? "",
    formatTime(debt.out_time),
    formatWireAmount(debt.owed),
    debt.reason ?? "",
  ]);
  return formatCsv([["Vehicle", "Phone", "Receipt", "Left", "Owed", "Reason"], ...lines]);
}

export type Account = ActionReply<"GET /actions/debts/accounts">["accounts"][number];

/** The key starts like that of the ledger, so that its live events refetch it. */
export const accountsQuery = {
  queryKey: ["items", "payments", "accounts"],
  queryFn: () => call({ route: "GET /actions/debts/accounts" }),
};

/** `expected` is the balance in paise that was shown. Throws ApiError AMOUNT_MISMATCH, AMOUNT_TOO_HIGH. */
export async function settleAccount(body: ActionBody<"POST /actions/debts/accounts/settle">): Promise<void> {
  await callAndRefresh({ route: "POST /actions/debts/accounts/settle", body }, "payments", "cash_shifts");
}
