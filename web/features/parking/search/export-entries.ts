// The found entries as a CSV file; the server logs the export.
import { formatDateTime } from "#domain/dates.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { formatCsv } from "#domain/text/csv.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { exportItems } from "#web/api/items.ts";

/** The newest ones; a longer list is a report. */
export const maxExportedEntries = 10_000;

const exportedFields = [
  "receipt_no",
  "parking_main_info.vehicle_no",
  "parking_main_info.name",
  "parking_main_info.phone_no",
  "parking_main_info.vehicle_type.name",
  "parking_status_id.name",
  "slot_prefix",
  "slot_no",
  "in_time",
  "out_time",
  "total_amount",
  "paid_amount",
] as const;

const headings = [
  "Receipt",
  "Vehicle",
  "Name",
  "Phone",
  "Type",
  "Status",
  "Slot",
  "In",
  "Out",
  "Total",
  "Paid",
] as const;

/** Times in the zone of the branch, amounts in rupees. */
export async function exportEntries({ filter, zone }: { filter: Filter; zone: string }): Promise<string> {
  const entries = await exportItems("Parking_Information", {
    filter,
    fields: exportedFields,
    sort: ["-id"],
    limit: maxExportedEntries,
  });
  const format = (at: string | null) => (at === null ? "" : formatDateTime({ at: new Date(at), zone }));
  const lines = entries.map(({ parking_main_info: visitor, parking_status_id: status, ...entry }) => [
    entry.receipt_no ?? "",
    visitor?.vehicle_no ?? "",
    visitor?.name ?? "",
    visitor?.phone_no ?? "",
    visitor?.vehicle_type?.name ?? "",
    status.name ?? "",
    formatSlot(entry) ?? "",
    format(entry.in_time),
    format(entry.out_time),
    entry.total_amount ?? "",
    entry.paid_amount ?? "",
  ]);
  return formatCsv([headings, ...lines]);
}
