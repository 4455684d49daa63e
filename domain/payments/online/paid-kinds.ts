// What is paid, by its letter in QR codes and links: its collection, and the field of attempts and payments that names it.
import { getKeys } from "#domain/object-keys.ts";

export const paidKinds = {
  P: { collection: "Parking_Information", field: "parking_information", service: "Parking of a vehicle" },
  V: {
    collection: "Valet_and_Parking_Information",
    field: "valet_and_parking_information",
    service: "Valet parking of a vehicle",
  },
  M: { collection: "Parking_Main_Information", field: "pass", service: "Parking pass" },
} as const;

/** P: parking entry, V: valet ticket, M: pass. */
export type PaidKind = keyof typeof paidKinds;
export type PaidField = (typeof paidKinds)[PaidKind]["field"];
/** What has a stay with a charge: an entry or a ticket. */
export const entryKinds = ["P", "V"] as const satisfies readonly PaidKind[];
export type EntryKind = (typeof entryKinds)[number];

export interface PaidKey {
  kind: PaidKind;
  id: number;
}
export interface EntryKey {
  kind: EntryKind;
  id: number;
}

export function isEntryKey(key: PaidKey): key is EntryKey {
  return key.kind !== "M";
}

/** The key named by the field of an attempt or a payment that is set; undefined if none is, as of a settlement or a trial. */
export function getPaidKey(row: { readonly [kind in PaidKind as (typeof paidKinds)[kind]["field"]]: number | null }):
  | PaidKey
  | undefined {
  for (const kind of getKeys(paidKinds)) {
    const id = row[paidKinds[kind].field];
    if (id !== null) return { kind, id };
  }
  return undefined;
}
