// Table of docs/rules/reports-mailed.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#domain/reports/report-period.ts";
import type { ReportPeriod } from "#domain/reports/report.ts";
import { getDuePeriod, scheduleFrequencies } from "#domain/reports/schedules/due-period.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const zone = "Asia/Kolkata";
const periods: readonly ReportPeriod[] = ["range", "day", "coming-day"];
const toTime = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+05:30`);

test("a mail is about the period that has ended, or the day to come", () => {
  const rows = readMarkdownTable({ file: "docs/rules/reports-mailed.md", heading: "What a mail is about" });
  for (const row of rows) {
    const { from, to } = getDuePeriod({
      frequency: scheduleFrequencies.find((name) => name === row["Frequency"])!,
      period: periods.find((name) => name === row["Report of"])!,
      hour: Number(row["Hour"]),
      now: toTime(row["Now"]!),
      zone,
    });
    assert.equal(`${from} to ${to}`, row["Period"], JSON.stringify(row));
  }
});

test("each period becomes due once, in its order, over a year", () => {
  for (const frequency of scheduleFrequencies) {
    const found: string[] = [];
    let previous = { from: "", to: "" };
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const now = new Date(toTime("2026-01-01 00:00").getTime() + hour * 3_600_000);
      const range = getDuePeriod({ frequency, period: "range", hour: 7, now, zone });
      if (range.to === previous.to) continue;
      if (previous.to !== "") assert.equal(range.from, addDays(previous.to, 1), `${frequency}, ${now.toISOString()}`);
      previous = range;
      found.push(range.to);
    }
    assert.deepEqual(found, [...new Set(found)].toSorted());
    // The first one was found before any mail of these days; New Year is the first of a month twice.
    assert.equal(found.length - 1, { daily: 366, weekly: 52, monthly: 13 }[frequency], frequency);
  }
});
