import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Row } from "#domain/collection.ts";
import { nobody } from "#domain/roles.ts";
import { formatDateTime, momentOf } from "#domain/rules/dates.ts";
import { endOfPass, type PassUnit, renewalStart } from "#domain/rules/pass.ts";
import { isNotHereYet, overlaps, type SameVisitor } from "#domain/rules/same-visitor.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/passes.md";
const now = new Date("2026-11-21T04:30:00Z");
const minute = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const moment = (text: string) => {
  const [year, month, day, hour, min] = text.split(/[- :]/).map(Number) as [number, number, number, number, number];
  return momentOf({
    parts: { year, month, day, hour, minute: min, second: 0 } as Parameters<typeof momentOf>[0]["parts"],
  });
};

test("the lengths of docs/rules/passes.md", () => {
  for (const row of markdownTable({ file, heading: "Length of a pass" })) {
    const end = endOfPass({
      start: moment(row["start"]!),
      unit: row["time_type"] as PassUnit,
      amount: Number(row["duration"]),
    });
    assert.equal(formatDateTime({ at: end }), row["ends"], JSON.stringify(row));
  }
});

test("the renewals of docs/rules/passes.md", () => {
  const at = moment("2026-11-21 10:00");
  for (const row of markdownTable({ file, heading: "Renewal" })) {
    const end = row["ended or ends"] ? moment(row["ended or ends"]) : null;
    assert.equal(formatDateTime({ at: renewalStart({ end, now: at }) }), row["goes on from"], JSON.stringify(row));
  }
});

function recordOf(text: string): SameVisitor[] {
  const [kind = "", start, end] = text.split(" ");
  if (kind === "") return [];
  const isPass = kind !== "open";
  return [
    {
      id: 1,
      phone_no: "9840012345",
      parking_type: isPass ? "long_time" : "single_time",
      pass_start_time: isPass ? minute(Number(start)) : null,
      pass_end_time: isPass ? minute(Number(end)) : null,
      parking_status_id: kind === "rejected" ? 4 : kind === "open" ? 1 : 3,
      is_waiting_for_approve: false,
      is_open: kind === "open",
    },
  ];
}

function madeOf(text: string): Row {
  const [kind, start, end] = text.split(" ");
  const base = { vehicle_no: "TN01AB1234", phone_no: "9840012345", is_invited: kind === "invite" };
  if (kind !== "pass") return { ...base, parking_type: "single_time" };
  return {
    ...base,
    parking_type: "long_time",
    pass_start_time: minute(Number(start)),
    pass_end_time: minute(Number(end)),
  };
}

const judge = (after: Row, sameVisitor: SameVisitor[]) =>
  isNotHereYet({ before: null, after, changes: after, who: nobody, now, related: {}, facts: { sameVisitor } });

test("who comes again, by the table of docs/rules/passes.md", () => {
  for (const row of markdownTable({ file, heading: "Who comes again" })) {
    const refusal = judge(madeOf(row["makes"]!), recordOf(row["has"] ?? ""));
    assert.equal(refusal?.code ?? "", row["refused with"], JSON.stringify(row));
  }
  assert.equal(
    judge({ ...madeOf("visit"), phone_no: "9999999999" }, recordOf("open"))?.code,
    "VEHICLE_IN_PROGRESS_OTHER_PHONE",
  );
  assert.equal(judge({ ...madeOf("visit"), is_person: true }, recordOf("open"))?.code, "PERSON_IN_PROGRESS");
});

test("two windows overlap just when some moment is in both", () => {
  const window = fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 40 }))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(window, window, (one, other) => {
      const isIn = (at: number, { start, end }: { start: number; end: number }) => start <= at && at < end;
      const moments = Array.from({ length: 160 }, (_, index) => index - 60);
      const isShared = moments.some((at) => isIn(at, one) && isIn(at, other));
      const dates = ({ start, end }: { start: number; end: number }) => ({ start: minute(start), end: minute(end) });
      assert.equal(overlaps(dates(one), dates(other)), isShared);
    }),
  );
});
