// §4: bytes of papers, decoded by the simulated printer, which knows nothing of the encoder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodePaper, type RasterText, wrapText } from "#domain/printing/escpos.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";
import { getPaperText, paperTexts } from "#domain/printing/paper-text.ts";
import { headLines, type Paper, textLine } from "#domain/printing/paper.ts";
import { parsePrinterAddress } from "#domain/printing/printer-address.ts";
import { describeRasterText, packBitmap } from "#domain/printing/raster-text.ts";
import { getPrinterRetryDelay } from "#domain/printing/print-job.ts";
import { decodePages } from "#simulators/printer.ts";

const head = { company: { name: "Sri Saravana Multispeciality Parking Services" }, branch: { name: "T Nagar" } };
const paper: Paper = {
  lines: [
    ...headLines({ head, title: "RECEIPT", isDuplicate: true }),
    ...textLine("TN01AB1234", "plate"),
    { kind: "qr", text: "https://chaavi.test/pay/abc", label: "QR code", mm: 30 },
    ...textLine("₹40.00 Cash · Ravi – 4 hours"),
    ...textLine("टी नगर", "small"),
  ],
  isLong: true,
  opensDrawer: true,
};

async function print(width: "58" | "80", hasDrawer: boolean) {
  const drawn: RasterText[] = [];
  const bytes = await encodePaper({
    paper,
    width,
    hasDrawer,
    draw: async (line) => {
      drawn.push(line);
      return { bytesPerRow: line.dots / 8, rows: 2, bits: new Uint8Array((line.dots / 8) * 2).fill(0xf0) };
    },
  });
  return { pages: decodePages(bytes), drawn };
}

test("a paper on 58 mm", async () => {
  const { pages, drawn } = await print("58", true);
  assert.deepEqual(pages, [
    {
      rows: [
        "*Sri Saravana Multispeciality*",
        "*Parking Services*",
        "T Nagar",
        "*RECEIPT*",
        "*DUPLICATE*",
        "2x *TN01AB1234*",
        "[QR https://chaavi.test/pay/abc]",
        "Rs. 40.00 Cash | Ravi - 4 hours",
        "[picture 384x2]",
      ],
      errors: [],
      drawer: true,
    },
  ]);
  assert.deepEqual(drawn, [{ text: "टी नगर", size: 24, isBold: false, dots: 384 }]);
});

test("a paper on 80 mm of a printer without a drawer", async () => {
  const { pages } = await print("80", false);
  assert.equal(pages[0]!.rows[0], "*Sri Saravana Multispeciality Parking Services*");
  assert.equal(pages[0]!.rows.at(-1), "[picture 576x2]");
  assert.equal(pages[0]!.drawer, false);
});

test("the decoder reports what a plain printer does not know", () => {
  const [page] = decodePages(Uint8Array.from([0xc2, 0xb9, 0x0a, 0x1b, 0x7a, 0x1d, 0x56, 66, 0]));
  assert.deepEqual(page!.errors, ["unknown byte c2", "unknown byte b9", "unknown ESC 7a"]);
});

test("breaks text between words, and words that are too long", () => {
  assert.deepEqual(wrapText({ text: "one two three", columns: 7 }), ["one two", "three"]);
  assert.deepEqual(wrapText({ text: "abcdefghij kl", columns: 4 }), ["abcd", "efgh", "ij", "kl"]);
  assert.deepEqual(wrapText({ text: "", columns: 4 }), []);
});

test("draws other letters in rows, without markup from the text", () => {
  const svg = describeRasterText({ text: "टी <नगर> & नगर", size: 24, isBold: true, dots: 192 });
  assert.equal(svg.match(/<text /g)?.length, 2);
  assert.match(svg, /&lt;नगर&gt;/);
  // Without them the system may draw single letters of a script in another font.
  for (const script of ["Devanagari", "Tamil", "Telugu", "Kannada"])
    assert.match(svg, new RegExp(`font-family="[^"]*Noto Sans ${script},`));
  assert.doesNotMatch(svg, /<नगर/);
});

test("text is centred, or starts or ends at its side", () => {
  const draw = (anchor?: "start" | "end") =>
    describeRasterText({ text: "டி", size: 24, isBold: false, dots: 192, ...(anchor && { anchor }) });
  assert.match(draw(), /text-anchor="middle"><text x="96"/);
  assert.match(draw("start"), /text-anchor="start"><text x="0"/);
  assert.match(draw("end"), /text-anchor="end"><text x="192"/);
});

test("packs pixels into bits, rows padded to bytes", () => {
  const bytes = Uint8Array.from([
    0, 255, 0, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0,
  ]);
  assert.deepEqual(packBitmap({ bytes, width: 10, height: 2 }), {
    bytesPerRow: 2,
    rows: 2,
    bits: Uint8Array.from([0b1011_0000, 0b1000_0000, 0, 0b0100_0000]),
  });
});

test("addresses are IPv4, with a port", () => {
  assert.deepEqual(parsePrinterAddress("192.168.1.50"), { host: "192.168.1.50", port: 9100 });
  assert.deepEqual(parsePrinterAddress("10.0.0.1:9101"), { host: "10.0.0.1", port: 9101 });
  for (const text of [
    "printer.local",
    "192.168.1",
    "192.168.1.256",
    "192.168.01.5",
    "::1",
    "10.0.0.1:0",
    "10.0.0.1:70000",
    "http://10.0.0.1",
  ])
    assert.equal(parsePrinterAddress(text), undefined, text);
});

test("tries a printer that is off again after growing delays of at most a minute", () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 500].map(getPrinterRetryDelay),
    [2, 5, 10, 20, 30, 60, 60].map((s) => s * 1_000),
  );
});

const tamilHead = { company: { name: "Saravana" }, branch: { name: "T Nagar" } };

test("the title and the notice of a Tamil paper are pictures, numbers and names stay text", async () => {
  const drawn: string[] = [];
  const bytes = await encodePaper({
    paper: {
      lines: [
        ...headLines({
          head: tamilHead,
          title: getPaperText({ language: "ta", text: "RECEIPT" }),
          isDuplicate: true,
          language: "ta",
        }),
        ...textLine("TN01AB1234", "plate"),
        ...textLine(`${getPaperText({ language: "ta", text: "Total" })} ₹40.00`),
      ],
      isLong: false,
      opensDrawer: false,
    },
    width: "58",
    hasDrawer: false,
    draw: async ({ text, dots }) => {
      drawn.push(text);
      return { bytesPerRow: dots / 8, rows: 1, bits: new Uint8Array(dots / 8).fill(0xf0) };
    },
  });
  assert.deepEqual(drawn, ["ரசீது", "நகல்", "மொத்தம் ₹40.00"]);
  assert.deepEqual(decodePages(bytes)[0]!.rows, [
    "*Saravana*",
    "T Nagar",
    "[picture 384x1]",
    "[picture 384x1]",
    "2x *TN01AB1234*",
    "[picture 384x1]",
  ]);
});

test("every text of a paper has its placeholders in every language", () => {
  for (const text of paperTexts)
    for (const language of getKeys(languages)) {
      const list = (of: string) => (of.match(/{\w+}/g) ?? []).toSorted((one, other) => one.localeCompare(other));
      assert.deepEqual(list(getPaperText({ language, text })), list(text), `${language}: ${text}`);
    }
});
