// §2 /reporting/valet.
import { defineReport } from "#domain/reports/report.ts";

export const valetReports = {
  "valet-times": defineReport({
    menu: "valet",
    title: "Times of the valet service",
    description: "How long it took to park and to bring cars, and what customers were told to wait.",
    groups: { day: "Day", hour: "Hour", person: "Driver", branch: "Branch" },
    columns: {
      group: { label: "Group", type: "text" },
      parked: { label: "Parked", type: "count" },
      park_median: { label: "To park, median", type: "seconds" },
      park_ninetieth: { label: "To park, 90th percentile", type: "seconds" },
      brought: { label: "Brought", type: "count" },
      bring_median: { label: "To bring, median", type: "seconds", hint: "From the driver's start to the gate." },
      bring_ninetieth: { label: "To bring, 90th percentile", type: "seconds" },
      wait_median: { label: "Wait, median", type: "seconds", hint: "From the request to the gate." },
      wait_ninetieth: { label: "Wait, 90th percentile", type: "seconds" },
      told: {
        label: "Told a wait",
        type: "count",
        hint: "Customers who asked for the car on their page, which showed how long it takes.",
      },
      told_kept: { label: "Within what was told", type: "percent", hint: "At the gate by the latest time shown." },
      scheduled: {
        label: "Pickups with a time",
        type: "count",
        hint: "The customer chose when the car is to be there.",
      },
      late_median: { label: "Past that time, median", type: "seconds", hint: "Zero if the car was there in time." },
    },
    chart: { kind: "lines", category: "group", values: ["wait_median", "wait_ninetieth"] },
    best: { column: "wait_median", is: "lowest" },
    isAcrossBranches: true,
  }),
  "valet-drivers": defineReport({
    menu: "valet",
    title: "Drivers",
    description: "What each driver parked and brought, with tips and notes of damage.",
    groups: { person: "Driver", branch: "Branch" },
    columns: {
      group: { label: "Driver", type: "text" },
      tickets: { label: "Tickets", type: "count", hint: "Tickets that the driver parked or brought." },
      parked: { label: "Parked", type: "count" },
      brought: { label: "Brought", type: "count" },
      tips: { label: "Tips", type: "money", hint: "Cash and online, of tickets that were handed over." },
      damages: { label: "Damage notes", type: "count", hint: "Cars received with at least one note of damage." },
    },
    chart: { kind: "bars", category: "group", values: ["parked", "brought"] },
    isAcrossBranches: true,
  }),
};
