import assert from "node:assert/strict";
import { test } from "node:test";
import { describeStayErrors, formatStayFields, parseStay } from "#domain/site/stay/stay-query.ts";

/** 10:00 of 18 November in the default time zone. */
const now = new Date("2026-11-18T04:30:20.500Z");
const parse = (query: string) => parseStay(new URLSearchParams(query), now);

const noTime = (name: string): string => `${name} must be a date and time, as YYYY-MM-DD HH:MM.`;
const notAfter = "Departure must be after arrival.";
const isPast = "Departure is in the past.";

test("times of the page of a branch are those of its time zone, also when they are shown again", () => {
  const zone = "Asia/Dubai";
  const stay = parseStay(new URLSearchParams("from=2026-11-18T10:00&until=2026-11-18T12:00"), now, zone);
  assert.equal(stay.from.toISOString(), "2026-11-18T06:00:00.000Z");
  assert.deepEqual(formatStayFields({ ...stay, zone }), { from: "2026-11-18 10:00", until: "2026-11-18 12:00" });
  const linked = parseStay(new URLSearchParams({ from: "2026-11-18T11:30+05:30" }), now, zone);
  assert.equal(+linked.from, +stay.from);
});

test("what is wrong with a stay is said for each of its times, with what is shown instead", () => {
  const rows: [query: string, from: string | undefined, until: string | undefined, shown: string][] = [
    ["", undefined, undefined, "3 h from 2026-11-18 10:00"],
    ["from=&until=", undefined, undefined, "3 h from 2026-11-18 10:00"],
    ["from=2026-11-19T09:00&until=2026-11-19T11:30", undefined, undefined, "2 h 30 min from 2026-11-19 09:00"],
    ["from=2026-11-17T10:00&until=2026-11-17T12:00", undefined, undefined, "2 h from 2026-11-17 10:00"],
    ["from=2026-11-17T09:59", "Arrival is more than a day ago.", undefined, "3 h from 2026-11-18 10:00"],
    [
      "from=2026-11-16T10:00&until=2026-11-18T12:00",
      "Arrival is more than a day ago.",
      undefined,
      "2 h from 2026-11-18 10:00",
    ],
    [
      "from=2026-11-16T10:00&until=2026-11-16T12:00",
      "Arrival is more than a day ago.",
      isPast,
      "3 h from 2026-11-18 10:00",
    ],
    ["from=2027-11-19T10:01", "Arrival can be at most 366 days from now.", undefined, "3 h from 2026-11-18 10:00"],
    ["from=2027-11-19T10:00", undefined, undefined, "3 h from 2027-11-19 10:00"],
    ["from=tomorrow", noTime("Arrival"), undefined, "3 h from 2026-11-18 10:00"],
    ["from=2026-11-31T10:00", noTime("Arrival"), undefined, "3 h from 2026-11-18 10:00"],
    ["from=2026-11-19T24:00", noTime("Arrival"), undefined, "3 h from 2026-11-18 10:00"],
    ["from=2026-11-19T10:00&until=2026-11-19T10:00", undefined, notAfter, "3 h from 2026-11-19 10:00"],
    ["from=2026-11-19T10:00&until=2026-11-18T12:00", undefined, notAfter, "3 h from 2026-11-19 10:00"],
    ["until=2026-11-18T10:00", undefined, isPast, "3 h from 2026-11-18 10:00"],
    ["until=2027-11-19T10:01", undefined, "Departure can be at most 366 days from now.", "3 h from 2026-11-18 10:00"],
    [
      "from=2026-11-19T10:00&until=2027-11-20T10:01",
      undefined,
      "Departure can be at most 366 days after arrival.",
      "3 h from 2026-11-19 10:00",
    ],
    ["from=2026-11-19T10:00&until=2027-11-20T10:00", undefined, undefined, "8784 h from 2026-11-19 10:00"],
    ["from=x&until=y", noTime("Arrival"), noTime("Departure"), "3 h from 2026-11-18 10:00"],
  ];
  for (const [query, from, until, shown] of rows) {
    const stay = parse(query);
    const { stayErrors } = stay;
    assert.deepEqual([stayErrors?.from?.text, stayErrors?.until?.text], [from, until], query);
    const texts = [from, until].filter((text) => text !== undefined);
    assert.equal(describeStayErrors(stay), [...texts, `Showing ${shown}.`].join(" "), query);
    assert.equal("stayErrors" in stay, texts.length > 0, query);
  }
});

test("a field keeps what was typed if it cannot be used, and else has the time that is shown", () => {
  const typed = formatStayFields(parse("from=2026-11-19T10:00&until=2026-11-18T09:00"));
  assert.deepEqual(typed, { from: "2026-11-19 10:00", until: "2026-11-18T09:00" });
  assert.deepEqual(formatStayFields(parse("from=%20tomorrow%20")), { from: "tomorrow", until: "2026-11-18 13:00" });
  assert.equal(formatStayFields(parse(`from=${"9".repeat(500)}`)).from.length, 40);
});
