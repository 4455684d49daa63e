import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTicketPaper, type TicketSlip } from "#domain/printing/ticket-paper.ts";

const slip = {
  company: { name: "Golconda Hospitality" },
  branch: { name: "Banjara Hills", address: null, gstin: null, valet_number: null },
  Vehicle_Number: "TS09EA4455",
  token_no: "V00297",
  key_tag: "K22",
  receipt_no: "20261130-7",
  qr: "CHAAVI:V:7:c2lnbmVk",
  in_time: "2026-11-30T04:30:00Z",
  out_time: null,
  payment_status: "not_paid",
  slip_prints: 1,
  receipt_prints: 0,
} as unknown as TicketSlip;

test("the first paper of a vehicle that is inside ends with a stub for the key, and no later receipt does", () => {
  const cases: [name: string, change: Partial<TicketSlip>, hasStub: boolean][] = [
    ["the slip", {}, true],
    ["paid when it was received", { payment_status: "paid", slip_prints: 0, receipt_prints: 1 }, true],
    ["paid while inside", { payment_status: "paid", receipt_prints: 1 }, false],
    ["handed over", { out_time: "2026-11-30T06:30:00Z" }, false],
  ];
  for (const [name, change, hasStub] of cases) {
    const { lines } = describeTicketPaper({
      slip: { ...slip, ...change },
      receipt: undefined,
      zone: "Asia/Kolkata",
      language: "en",
      isProof: true,
    });
    const plates = lines.filter((line) => line.kind === "text" && line.text === slip.Vehicle_Number).length;
    assert.equal(plates, hasStub ? 2 : 1, name);
  }
});
