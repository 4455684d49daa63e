// An entry or a pass as its detail page and its slip show it, with the signed text of its QR.
import type { Collection } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { readRowAs } from "#server/request.ts";
import { payToken } from "#server/services/pay-link.ts";
import { type QrKind, qrText } from "#server/services/qr.ts";

const shown: { [kind in "P" | "M"]: readonly string[] } = {
  P: ["*", "parking_main_info.*", "parking_main_info.vehicle_type.name", "branch.name", "branch.address"],
  M: ["*", "vehicle_type.name", "branch.name", "branch.address"],
};
const shownToCompany: { [kind in "P" | "M"]: readonly string[] } = {
  P: ["company.name"],
  M: ["company.name", "approved_by.first_name"],
};
const collections = {
  P: ParkingInformation as unknown as Collection,
  M: ParkingMainInformation as unknown as Collection,
};

interface Shown {
  house: House;
  session: Session;
  id: number;
  /** What stands beside the row's own fields. */
  more?: { [name: string]: string };
}

/** `{"data": …}` of a visit, as JSON text; FORBIDDEN for who may not read it. */
export function entryText(args: Shown): Promise<string> {
  return textOf({ ...args, kind: "P" });
}

/** The same for a standing record: a pass. */
export function passText(args: Shown): Promise<string> {
  return textOf({ ...args, kind: "M" });
}

async function textOf({ house, session, id, kind, more = {} }: Shown & { kind: "P" | "M" }): Promise<string> {
  const collection = collections[kind];
  // Who works for a company may read its name; a visitor's slip does without.
  const isOfCompany = session.who.role !== "customer" && session.who.role !== "employee";
  const fields = isOfCompany ? [...shown[kind], ...shownToCompany[kind]] : shown[kind];
  const { data } = await readRowAs({ house, session, collection, id, fields });
  if (data === "[]") refuse("FORBIDDEN");
  const { secret } = house.config;
  const qr = qrText({ kind: kind satisfies QrKind, id, secret });
  const pay = kind === "P" ? { pay: payToken({ kind, id, secret }) } : {};
  return `{"data":${data.slice(1, -2)},${JSON.stringify({ qr, ...pay, ...more }).slice(1)}}`;
}
