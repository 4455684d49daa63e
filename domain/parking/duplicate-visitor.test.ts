import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Row, WriteRule } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import { formatDateTime, fromDateParts } from "#domain/dates.ts";
import { computePassEnd, type PassUnit, getRenewalStart } from "#domain/passes/pass.ts";
import { validateNoOpenEntry, isOverlapping, type MatchingVisitor } from "#domain/parking/duplicate-visitor.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/passes.md";
const now = new Date("2026-11-21T04:30:00Z");
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const parseDateTime = (text: string) => {
  const [year, month, day, hour, min] = text.split(/[- :]/).map(Number) as [number, number, number, number, number];
  return fromDateParts({
    parts: { year, month, day, hour, minute: min, second: 0 } as Parameters<typeof fromDateParts>[0]["parts"],
  });
};

test("computes the pass durations of docs/rules/passes.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Length of a pass" })) {
    const end = computePassEnd({
      start: parseDateTime(row["start"]!),
      unit: row["time_type"] as PassUnit,
      amount: Number(row["duration"]),
    });
    assert.equal(formatDateTime({ at: end }), row["ends"], JSON.stringify(row));
  }
});

test("computes the renewals of docs/rules/passes.md", () => {
  const at = parseDateTime("2026-11-21 10:00");
  for (const row of readMarkdownTable({ file, heading: "Renewal" })) {
    const end = row["ended or ends"] ? parseDateTime(row["ended or ends"]) : null;
    assert.equal(formatDateTime({ at: getRenewalStart({ end, now: at }) }), row["goes on from"], JSON.stringify(row));
  }
});

function toMatchingVisitors(text: string): MatchingVisitor[] {
  const [kind = "", start, end] = text.split(" ");
  if (kind === "") return [];
  const isPass = kind !== "open";
  return [
    {
      id: 1,
      phone_no: "9840012345",
      parking_type: isPass ? "long_time" : "single_time",
      pass_start_time: isPass ? minutesFromNow(Number(start)) : null,
      pass_end_time: isPass ? minutesFromNow(Number(end)) : null,
      parking_status_id: kind === "rejected" ? 4 : kind === "open" ? 1 : 3,
      is_waiting_for_approve: false,
      is_unpaid: kind === "unpaid",
      is_open: kind === "open",
    },
  ];
}

function toNewRecord(text: string): Row {
  const [kind, start, end] = text.split(" ");
  const base = { vehicle_no: "TN01AB1234", phone_no: "9840012345", is_invited: kind === "invite" };
  if (kind !== "pass") return { ...base, parking_type: "single_time" };
  return {
    ...base,
    parking_type: "long_time",
    pass_start_time: minutesFromNow(Number(start)),
    pass_end_time: minutesFromNow(Number(end)),
  };
}

const openEntryRule: WriteRule = validateNoOpenEntry;

const validate = (after: Row, matchingVisitors: MatchingVisitor[]) =>
  openEntryRule({
    before: null,
    after,
    changes: after,
    actor: anonymous,
    now,
    related: {},
    lookups: { matchingVisitors },
  });

test("checks returning visitors by the table of docs/rules/passes.md", () => {
  for (const row of readMarkdownTable({ file, heading: "Who comes again" })) {
    const violation = validate(toNewRecord(row["makes"]!), toMatchingVisitors(row["has"] ?? ""));
    assert.equal(violation?.code ?? "", row["refused with"], JSON.stringify(row));
  }
  assert.equal(
    validate({ ...toNewRecord("visit"), phone_no: "9999999999" }, toMatchingVisitors("open"))?.code,
    "VEHICLE_IN_PROGRESS_OTHER_PHONE",
  );
  const person = validate({ ...toNewRecord("visit"), is_person: true }, toMatchingVisitors("open"));
  assert.deepEqual([person?.code, person?.field], ["PERSON_IN_PROGRESS", "name"]);
});

test("two periods overlap exactly if they share a point in time", () => {
  const period = fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 40 }))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(period, period, (first, second) => {
      const contains = (at: number, { start, end }: { start: number; end: number }) => start <= at && at < end;
      const instants = Array.from({ length: 160 }, (_, index) => index - 60);
      const isShared = instants.some((at) => contains(at, first) && contains(at, second));
      const toDates = ({ start, end }: { start: number; end: number }) => ({
        start: minutesFromNow(start),
        end: minutesFromNow(end),
      });
      assert.equal(isOverlapping(toDates(first), toDates(second)), isShared);
    }),
  );
});
