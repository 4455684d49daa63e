// The types derived from the collections; a type test fails in the type check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { collections } from "#domain/collections.ts";
import type { Collection } from "#domain/schema/collection.ts";
import type { FieldPath, IncludedRow, PropagationOf, RowOf, RuleArgsOf, WireRow } from "#domain/schema/registry.ts";

type IsEqual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Compiles only for `assertType<true>()`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type argument is the test
function assertType<_T extends true>(): void {}

type Entry = RowOf<"Parking_Information">;

test("a row has the type of each field", () => {
  assertType<IsEqual<Entry["id"], number>>();
  assertType<IsEqual<RowOf<"users">["id"], string>>();
  assertType<IsEqual<Entry["slot_no"], number | null>>();
  assertType<IsEqual<Entry["in_time"], Date | null>>();
  assertType<IsEqual<Entry["total_amount"], number | null>>();
  assertType<IsEqual<Entry["is_person"], boolean>>();
  assertType<IsEqual<Entry["date_created"], Date>>();
  assertType<IsEqual<RowOf<"Slot_Blocks">["total_slots"], number>>();
});

test("choices and states are unions of their values", () => {
  assertType<IsEqual<Entry["payment_mode"], "cash" | "online" | null>>();
  assertType<IsEqual<Entry["payment_status"], "not_paid" | "partially_paid" | "paid">>();
  assertType<IsEqual<Entry["parking_status_id"], 1 | 2 | 3 | 4>>();
  assertType<IsEqual<RowOf<"Valet_and_Parking_Information">["status_id"], 1 | 2 | 3 | 4 | 5 | 6>>();
  // @ts-expect-error "card" is not a payment mode
  const mode: Entry["payment_mode"] = "card";
  assert.ok(mode);
});

test("relations are keys; to-many relations have no column", () => {
  assertType<IsEqual<Entry["parking_main_info"], number>>();
  assertType<IsEqual<Entry["visitor_id"], string | null>>();
  assertType<IsEqual<"entry_images" extends keyof Entry ? true : false, false>>();
  // @ts-expect-error a collection that does not exist
  assertType<IsEqual<RowOf<"Parking">, never>>();
});

test("included relations are rows, up to three relations deep", () => {
  type Included = IncludedRow<"Parking_Information", "parking_main_info.branch.parking_config" | "visitor_id">;
  type Config = Included["parking_main_info"]["branch"]["parking_config"];
  assertType<IsEqual<NonNullable<Config>["is_slot_required"], boolean>>();
  assertType<IsEqual<null extends Config ? true : false, true>>();
  assertType<IsEqual<null extends Included["visitor_id"] ? true : false, true>>();
  assertType<IsEqual<Included["approved_by"], string | null>>();
  type Blocks = IncludedRow<"Branch", "slot_blocks">["slot_blocks"];
  assertType<IsEqual<Blocks[number]["total_slots"], number>>();
});

test("a rule sees the rows that its collection includes", () => {
  type Args = RuleArgsOf<"Parking_Information", "parking_main_info.branch">;
  assertType<IsEqual<Args["after"], Entry>>();
  assertType<IsEqual<NonNullable<Args["related"]["parking_main_info"]>["branch"]["name"], string>>();
  // @ts-expect-error the branch is not included by itself
  type Branch = Args["related"]["branch"];
  assert.ok((_: Branch) => true);
});

test("a propagated change has the fields of the related collection", () => {
  type Change = PropagationOf<"Parking_Information">;
  assertType<IsEqual<"parking_main_info" extends Change["to"] ? true : false, true>>();
  const change: Change = { to: "parking_main_info", set: { is_waiting_for_approve: false } };
  // @ts-expect-error not a field of the visitor record
  const otherField: Change = { to: "parking_main_info", set: { receipt_no: "1" } };
  // @ts-expect-error a field without a related row
  const otherRelation: Change = { to: "slot_no", set: {} };
  assert.ok(change && otherField && otherRelation);
});

test("on the wire money and timestamps are text, and requested relations are rows", () => {
  type All = WireRow<"Parking_Information">;
  assertType<IsEqual<All["total_amount"], string | null>>();
  assertType<IsEqual<All["date_created"], string>>();
  assertType<IsEqual<All["branch"], number>>();
  type Some = WireRow<
    "Parking_Information",
    readonly ["id", "parking_main_info.phone_no", "entry_images.vehicle_image"]
  >;
  assertType<
    IsEqual<
      Some,
      { id: number; parking_main_info: { phone_no: string | null }; entry_images: { vehicle_image: string }[] }
    >
  >();
  // @ts-expect-error not requested
  type Slot = Some["slot_no"];
  assert.ok((_: Slot) => true);
});

test("paths name existing fields", () => {
  assertType<
    IsEqual<FieldPath<"Parking_Information", "branch.parking_config.slot_type">, "branch.parking_config.slot_type">
  >();
  assertType<IsEqual<FieldPath<"Parking_Information", "branch.*">, "branch.*">>();
  assertType<IsEqual<FieldPath<"Parking_Information", "branch.nmae">, never>>();
  assertType<IsEqual<FieldPath<"Parking_Information", "slot_no.name">, never>>();
});

test("every collection is assignable to the untyped form", () => {
  const names = collections.map((collection: Collection) => collection.name);
  assert.equal(new Set(names).size, names.length);
});
