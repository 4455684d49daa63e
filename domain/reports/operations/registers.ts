// §2 /reporting/{menu}: registers, the entries, tickets and passes behind the figures of other reports.
import { defineReport, type ReportMenu } from "#domain/reports/report.ts";

/** Why an entry, ticket or pass is listed, with the labels of each. The first kind of a register is its default. */
export const registerKinds = {
  visits: {
    arrived: "Came",
    left: "Left",
    inside: "Inside",
    in_slot: "In a slot",
  },
  "valet-tickets": {
    brought: "Brought",
    parked: "Parked",
    told: "Told a wait",
    scheduled: "Pickup with a time",
    tips: "With a tip",
    damaged: "With a note of damage",
  },
  "people-entries": {
    created: "Created",
    asked: "Needed an approval",
    approved: "Approved",
    refused: "Refused",
    pass_ending: "Pass ending",
    pass_unused: "Pass not used",
    offer_used: "Offer used",
  },
  charges: {
    parking: "Parking charge",
    valet: "Valet parking charge",
    valet_charge: "Valet charge",
    by_hand: "Charge set by hand",
    additional: "Additional charge",
    discount: "Discount",
    offer: "Offer",
    excess: "Received above the charge",
    written_off: "Written off",
    left_unpaid: "Left to pay later",
    tip_cash: "Tip in cash",
    tip_online: "Tip online",
  },
} as const;

const columns = {
  time: { label: "Time", type: "time", hint: "When it became part of the figure." },
  vehicle: { label: "Vehicle", type: "text" },
  receipt: { label: "Receipt", type: "text" },
  came: { label: "Came", type: "time" },
  left: { label: "Left", type: "time" },
  stay: { label: "Stay", type: "minutes" },
  slot: { label: "Slot", type: "text" },
  amount: { label: "Amount", type: "money" },
  person: { label: "Person", type: "text" },
  branch: { label: "Branch", type: "text" },
} as const;

const shared = { columns, isKindChosen: true, isAcrossBranches: true, isDetail: true, isPersonal: true } as const;

export const registers = {
  visits: defineReport({
    ...shared,
    menu: "parking" satisfies ReportMenu,
    title: "Vehicles",
    description: "The entries and tickets behind the figures of space and stays, newest first.",
    kinds: registerKinds.visits,
    filters: ["kind", "service", "weekday", "hour", "length", "block", "slot", "at_branch"],
  }),
  "valet-tickets": defineReport({
    ...shared,
    menu: "valet" satisfies ReportMenu,
    title: "Tickets",
    description: "The tickets behind the figures of the valet service, newest first.",
    kinds: registerKinds["valet-tickets"],
    filters: ["kind", "hour", "person", "at_branch"],
  }),
  "people-entries": defineReport({
    ...shared,
    menu: "people" satisfies ReportMenu,
    title: "Entries and passes",
    description: "What is behind the figures of visitors, passes, offers and staff, newest first.",
    kinds: registerKinds["people-entries"],
    filters: ["kind", "person", "offer", "at_branch"],
  }),
  charges: defineReport({
    ...shared,
    menu: "money" satisfies ReportMenu,
    title: "Charges",
    description: "The entries and tickets behind a line of the day sheet, newest first.",
    kinds: registerKinds.charges,
    filters: ["kind"],
    isAcrossBranches: false,
  }),
};
export type RegisterName = keyof typeof registers;
