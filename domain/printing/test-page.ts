// §4: the page that shows whether a printer works: name, letters of another script, amount, code and time.
import { formatDateTime12 } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { headLines, type Paper, textLine } from "#domain/printing/paper.ts";

export function describeTestPage({
  printer,
  branch,
  company,
  at,
  zone,
}: {
  printer: string;
  branch: string;
  company: string;
  at: Date;
  zone: string;
}): Paper {
  const head = { company: { name: company }, branch: { name: branch } };
  return {
    lines: [
      ...headLines({ head, title: "TEST PAGE", isDuplicate: false }),
      ...textLine(printer, "plate"),
      ...textLine(formatRupees(12_345)),
      ...textLine("पार्किंग"),
      { kind: "qr", text: "TEST", label: "QR code of the test page", mm: 40 },
      ...textLine(formatDateTime12({ at, zone }), "small"),
    ],
    isLong: false,
    opensDrawer: false,
  };
}
