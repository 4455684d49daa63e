// The receipt of a stay by a tariff of several parts in each language, decoded from the bytes for a printer of 58 mm.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getKeys } from "#domain/object-keys.ts";
import { formatWireAmount } from "#domain/money.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { type Language, languages } from "#domain/people/languages.ts";
import { encodePaper } from "#domain/printing/escpos.ts";
import { receiptLines } from "#domain/printing/receipt-lines.ts";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import type { EntryTariff } from "#domain/tariffs/tariff.ts";
import { decodePages } from "#simulators/printer.ts";

const { plans, calendar, passes, pass_proration, ...terms } = createTariff({ rates: [] });
const tariff: EntryTariff = {
  ...terms,
  version: 3,
  zone: "Asia/Kolkata",
  multiplier: null,
  rates: createRates({
    free: { minutes: 15, kind: "deducted" },
    lines: [
      { kind: "total", to: 120, amount: 40_00 },
      { kind: "each", to: null, step: 60, amount: 20_00 },
    ],
    nights: [{ from: "22:00", to: "06:00", amount: 50_00, per: "night" }],
    lost_slip: { amount: 300_00, waive_with_proof: true },
  }),
  extras: [{ id: "wash", label: "Car wash", kind: "amount", amount: 60_00, when: "pressed" }],
};
const from = new Date("2026-11-27T15:00:00Z");
const out = new Date(from.getTime() + 5 * 3_600_000);
const balance = computeBalance({
  entry: { tariff, in_time: from, out_time: out, is_slip_lost: true, tariff_extras: ["wash"] },
  now: out,
});
const amount = balance.total;
const receipt: Receipt = {
  lines: [
    {
      amount,
      mode: "cash",
      channel: "cash",
      reference: null,
      received_at: out.toISOString(),
      transaction: null,
      utr: null,
      by: "Ravi",
      period: null,
    },
  ],
  refunded: 0,
  invoices: [],
  mayRate: false,
  mayInvoice: false,
};

/** What is printed as text, and what is drawn. */
async function print(language: Language): Promise<{ rows: string[]; drawn: string[] }> {
  const total = formatWireAmount(amount);
  const slip = { actual_amount: total, additional_charge: null, deduction_charge: null, total_amount: total };
  const lines = receiptLines({ slip, label: "Parking", balance, receipt, zone: "Asia/Kolkata", language });
  const drawn: string[] = [];
  const bytes = await encodePaper({
    paper: { lines, isLong: true, opensDrawer: false },
    width: "58",
    hasDrawer: false,
    draw: async ({ text, dots }) => {
      drawn.push(text);
      return { bytesPerRow: dots / 8, rows: 1, bits: new Uint8Array(dots / 8).fill(0xf0) };
    },
  });
  const [page] = decodePages(bytes);
  assert.deepEqual(page!.errors, []);
  return { rows: page!.rows.filter((row) => !row.startsWith("[picture")), drawn };
}

test("the lines of a charge are English without another language, as text", async () => {
  const { rows, drawn } = await print("en");
  assert.deepEqual(drawn, []);
  assert.deepEqual(rows.slice(0, 3), [
    "First 15 min free",
    "First 2 hours Rs. 40.00",
    "3 more hours at Rs. 20.00 = Rs.",
  ]);
});

const pictures = {
  hi: [
    "पहले 15 मिनट मुफ़्त",
    "पहले 2 घंटे ₹40.00",
    "3 घंटे और, दर ₹20.00 = ₹60.00",
    "1 रात (22:00–06:00), दर ₹50.00 = ₹50.00",
    "पर्ची खोई ₹300.00",
    "पार्किंग ₹510.00",
    "कुल ₹510.00",
    "₹510.00 नकद, Ravi",
    "मिले पैसे ₹510.00 नकद",
  ],
  ta: [
    "முதல் 15 நிமி. இலவசம்",
    "முதல் 2 மணிநேரம் ₹40.00",
    "மேலும் 3 மணிநேரம், விலை ₹20.00 = ₹60.00",
    "1 இரவு (22:00–06:00), விலை ₹50.00 = ₹50.00",
    "சீட்டு தொலைந்தது ₹300.00",
    "பார்க்கிங் ₹510.00",
    "மொத்தம் ₹510.00",
    "₹510.00 ரொக்கம், Ravi",
    "பெற்ற கட்டணம் ₹510.00 ரொக்கம்",
  ],
} as const;

for (const language of getKeys(pictures))
  test(`the receipt of a tariff of several parts in ${languages[language]}`, async () => {
    assert.deepEqual((await print(language)).drawn, pictures[language]);
  });

for (const language of getKeys(languages).filter((code) => code !== "en"))
  test(`no part of the tariff is English on a paper in ${languages[language]}`, async () => {
    const { rows, drawn } = await print(language);
    // What the vendor has named itself, and the time of the payment.
    assert.deepEqual(rows, ["Car wash +Rs. 60.00", "2026/11/28 01:30 AM"]);
    for (const text of drawn) assert.doesNotMatch(text.replace("Ravi", ""), /[A-Za-z{}]/);
  });
