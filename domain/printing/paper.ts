// §4: what a slip or receipt contains, line by line: the single source of the browser's print and of receipt printers.

import type { Language } from "#domain/people/languages.ts";
import { getPaperText } from "#domain/printing/paper-text.ts";

/** How a line is printed: `plate` and `heading` stand out, `slot` is read from a distance. */
export type LineStyle = "normal" | "small" | "heading" | "plate" | "slot";

export type PaperLine =
  | { kind: "text"; text: string; style: LineStyle }
  /** `label` describes the code, `mm` is its width on paper. */
  | { kind: "qr"; text: string; label: string; mm: number };

export interface Paper {
  lines: readonly PaperLine[];
  /** Whether it is longer than a slip: with a code for payment, or with payments. */
  isLong: boolean;
  /** Whether it is the original of a receipt with cash, for which the drawer opens. */
  opensDrawer: boolean;
}

/** A line of text; empty for a value that is absent. */
export function textLine(text: string | null | undefined | false, style: LineStyle = "normal"): PaperLine[] {
  return text ? [{ kind: "text", text, style }] : [];
}

/** A QR code of this width in mm, described by `label`. */
export function qrLine(line: { text: string; label: string; mm: number }): PaperLine {
  return { kind: "qr", ...line };
}

interface PaperHead {
  company?: { name: string | null } | null | undefined;
  branch?: { name: string | null; address?: string | null } | null | undefined;
}

/** Company, branch, address, title, and DUPLICATE on what was printed before. */
export function headLines({
  head: { company, branch },
  title,
  isDuplicate,
  language = "en",
}: {
  head: PaperHead;
  title: string;
  isDuplicate: boolean;
  language?: Language;
}): PaperLine[] {
  return [
    ...textLine(company?.name, "heading"),
    ...textLine(branch?.name),
    ...textLine(branch?.address, "small"),
    ...textLine(title, "heading"),
    ...textLine(isDuplicate && getPaperText({ language, text: "DUPLICATE" }), "heading"),
  ];
}
