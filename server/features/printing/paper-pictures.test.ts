// §4: papers as a printer prints them, compared dot by dot with pictures that a person has looked at. Of lines in other
// scripts the frame is compared, since their letters depend on the fonts of the machine.
// After a deliberate change: UPDATE_PICTURES=1 npm test paper-pictures, and look at the pictures before they are committed.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import sharp from "sharp";
import type { Language } from "#domain/people/languages.ts";
import { describeEntryPaper, type EntrySlip } from "#domain/printing/entry-paper.ts";
import { type Bitmap, encodePaper, type PaperWidth, type RasterText } from "#domain/printing/escpos.ts";
import type { Paper } from "#domain/printing/paper.ts";
import { describePassPaper } from "#domain/printing/pass-paper.ts";
import {
  describeLetterChart,
  describeRasterText,
  findMissingLetters,
  packBitmap,
} from "#domain/printing/raster-text.ts";
import { describeSettlementPaper } from "#domain/printing/settlement-paper.ts";
import { describeShiftPaper } from "#domain/printing/shift-paper.ts";
import { describeTicketPaper, type TicketSlip } from "#domain/printing/ticket-paper.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { decodeEscPos } from "#simulators/escpos-decoder.ts";
import { drawPaper, type Picture, placeBeside } from "#simulators/printed-picture.ts";

const folder = new URL("pictures/", import.meta.url);
const zone = "Asia/Kolkata";
const publicUrl = "https://chaavi.test";
const place = {
  company: { name: "Sri Saravana Multispeciality Parking Services" },
  branch: {
    name: "T Nagar",
    address: "112, Usman Road, opposite the bus terminus, T Nagar, Chennai 600017",
    gstin: "33AAACC1206D1ZM",
    valet_number: "9840012345",
  },
};
const arrival = "2026-11-28T04:30:00Z";
const receipt: Receipt = {
  lines: [
    { amount: 4_000, channel: "cash", by: "Ravi", received_at: "2026-11-28T06:20:00Z", reference: null, utr: null },
    { amount: 7_800, channel: "upi", by: "Ravi", received_at: "2026-11-28T06:21:00Z", reference: "4K7Z", utr: null },
  ],
  refunded: 0,
  invoices: [{ invoice_no: "TN/26-27/000123", credits: null, sac: "996743", taxable: 10_000, cgst: 900, sgst: 900 }],
} as unknown as Receipt;
const charged = {
  payment_status: "paid",
  receipt_prints: 1,
  actual_amount: "100.00",
  additional_charge: "20.00",
  deduction_charge: "2.00",
  total_amount: "118.00",
};
const entry = {
  ...place,
  parking_main_info: { vehicle_no: "TN09BX4521", vehicle_type: { name: "Hatchback" } },
  qr: "CHAAVI:P:12345:c2lnbmVkLXRleHQtb2YtdGhlLXNsaXA",
  pay: "cGF5LXRva2VuLW9mLXRoZS1lbnRyeQ",
  receipt_no: "TN-281126-0042",
  slot_prefix: "B",
  slot_no: 17,
  in_time: arrival,
  date_created: arrival,
  charge_amount_for_minutes: "20.00",
  min_charge_of_minutes: "40.00",
  charge_minutes: 30,
  slip_prints: 1,
  payment_status: "unpaid",
};
const ticket = {
  ...place,
  Vehicle_Number: "TN09BX4521",
  token_no: "042",
  key_tag: "K-17",
  qr: "CHAAVI:V:678:c2lnbmVkLXRleHQtb2YtdGhlLXRpY2tldA",
  receipt_no: "TN-V281126-0007",
  in_time: arrival,
  date_created: arrival,
  slip_prints: 2,
  payment_status: "unpaid",
  status_id: { sequence: 2 },
};
const pass = {
  ...place,
  vehicle_no: "TN09BX4521",
  qr: "CHAAVI:M:910:c2lnbmVkLXRleHQtb2YtdGhlLXBhc3M",
  slot_prefix: "B",
  slot_no: 17,
  pass_start_time: arrival,
  pass_end_time: "2026-12-28T04:30:00Z",
  vehicle_type: { name: "Hatchback" },
};
const settlement = {
  ...place,
  id: 9_876,
  account: "Acme Ltd",
  amount: "4000.00",
  mode: "cash",
  channel: "cash",
  reference: null,
  received_at: "2026-11-28T06:20:00Z",
  collected_by: { first_name: "Ravi" },
};
const shift = {
  ...place,
  id: 45,
  collector: { first_name: "Ravi" },
  opened_at: arrival,
  closed_at: "2026-11-28T12:30:00Z",
  opening_float: "500.00",
  counted: "3480.00",
  expected: "3500.00",
  difference: "-20.00",
  vehicles: 74,
  note: "Gave too much change",
  first_counted: null,
  corrected_at: null,
  corrected_by: null,
  correction_reason: null,
};
const payment = { id: 1, kind: "payment", mode: "cash", channel: "cash", amount: "1500.00", received_at: arrival };

/** Rows with the fields that papers name. */
const papers: { readonly [name: string]: (language: Language) => Paper } = {
  slip: (language) =>
    describeEntryPaper({ slip: entry as unknown as EntrySlip, receipt: undefined, zone, language, publicUrl }),
  receipt: (language) =>
    describeEntryPaper({ slip: { ...entry, ...charged } as unknown as EntrySlip, receipt, zone, language, publicUrl }),
  "valet-ticket": (language) =>
    describeTicketPaper({
      slip: ticket as unknown as TicketSlip,
      receipt: undefined,
      zone,
      language,
      isProof: true,
    }),
  pass: (language) =>
    describePassPaper({ pass, payments: [payment], zone, language } as unknown as Parameters<
      typeof describePassPaper
    >[0]),
  settlement: (language) =>
    describeSettlementPaper({ settlement, prints: 1, zone, language } as unknown as Parameters<
      typeof describeSettlementPaper
    >[0]),
  shift: (language) =>
    describeShiftPaper({ shift, zone, language } as unknown as Parameters<typeof describeShiftPaper>[0]),
};
const dots: { readonly [width in PaperWidth]: number } = { "58": 384, "80": 576 };
const variants = (["58", "80"] as const).flatMap((width) =>
  (["en", "ta"] as const).map((language) => ({ width, language })),
);

/** As the image process draws it. */
async function draw(text: RasterText): Promise<Bitmap> {
  const image = sharp(Buffer.from(describeRasterText(text)))
    .flatten({ background: "white" })
    .greyscale();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return packBitmap({ bytes: data, width: info.width, height: info.height });
}

async function print(paper: Paper, width: PaperWidth): Promise<Picture> {
  const operations = decodeEscPos(await encodePaper({ paper, width, hasDrawer: true, draw }));
  for (const operation of operations)
    if (operation.kind === "picture")
      assert.ok(
        operation.bits.some((byte) => byte !== 0),
        "a picture without ink",
      );
  return drawPaper({ operations, width: dots[width] });
}

async function readPicture(file: URL): Promise<Picture> {
  const { data, info } = await sharp(await readFile(file))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, dots: data.map((grey) => Number(grey < 128)) };
}

async function writePicture(file: URL, { width, height, dots: black }: Picture): Promise<void> {
  await mkdir(folder, { recursive: true });
  const image = sharp(Buffer.from(black.map((dot) => (dot === 1 ? 0 : 255))), { raw: { width, height, channels: 1 } });
  await writeFile(file, await image.png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer());
}

/** The first dot that differs, or undefined. */
function findDifference(actual: Picture, expected: Picture): string | undefined {
  if (actual.width !== expected.width || actual.height !== expected.height)
    return `${actual.width}x${actual.height} instead of ${expected.width}x${expected.height} dots`;
  const at = actual.dots.findIndex((dot, index) => dot !== expected.dots[index]);
  return at === -1 ? undefined : `from the dot ${at % actual.width}, ${Math.floor(at / actual.width)}`;
}

for (const [name, describe] of Object.entries(papers))
  test(`a ${name} on 58 and 80 mm, in English and in Tamil`, async () => {
    const pictures = await Promise.all(variants.map(({ width, language }) => print(describe(language), width)));
    const actual = placeBeside(pictures);
    const file = new URL(`${name}.png`, folder);
    if (process.env["UPDATE_PICTURES"]) await writePicture(file, actual);
    const difference = findDifference(actual, await readPicture(file));
    assert.equal(
      difference,
      undefined,
      `${name}.png differs ${difference}. After a deliberate change: UPDATE_PICTURES=1 npm test paper-pictures`,
    );
  });

test("letters that no font of the machine has are found in their chart", async () => {
  const letters = ["A", "ā", "\u0379", "\u200D", "\u{F0000}", "&"];
  const bytes = await sharp(Buffer.from(describeLetterChart(letters)))
    .flatten({ background: "white" })
    .greyscale()
    .threshold(160)
    .raw()
    .toBuffer();
  assert.deepEqual([...findMissingLetters({ letters, bytes })], ["\u0379", "\u{F0000}"]);
});

test("one dot more or less is a difference", async () => {
  const expected = await readPicture(new URL("slip.png", folder));
  const changed = { ...expected, dots: Uint8Array.from(expected.dots, (dot, at) => (at === 5_000 ? 1 - dot : dot)) };
  assert.match(findDifference(changed, expected) ?? "", /^from the dot /);
  assert.equal(findDifference(expected, expected), undefined);
});

test("bytes that a plain printer does not know are no picture", () => {
  const refuse = (bytes: number[], error: RegExp) =>
    assert.throws(() => drawPaper({ operations: decodeEscPos(Uint8Array.from(bytes)), width: 384 }), error);
  refuse([0x1b, 0x7a], /unknown ESC 7a/);
  refuse([0x1d, 0x42, 1], /unknown GS 42/);
  refuse([0xe2, 0x82, 0xb9, 0x0a], /unknown byte e2/);
  refuse([0x1b, 0x61, 3], /unknown alignment 3/);
  refuse([0x1d, 0x76, 0x30, 1, 1, 0, 1, 0, 0xff], /unknown picture/);
  refuse([0x1d, 0x76, 0x30, 0, 48, 0, 2, 0, 0xff], /unexpected end/);
  refuse([0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30], /QR without data/);
  refuse([0x41, 0x1d, 0x76, 0x30, 0, 1, 0, 1, 0, 0xff], /picture within a line/);
  refuse([0x41], /text without a line feed/);
  refuse([...Array.from({ length: 33 }, () => 0x41), 0x0a], /396 dots do not fit on 384/);
});
