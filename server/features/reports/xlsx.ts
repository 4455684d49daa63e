// Writes rows as a workbook of one sheet while they are read, so that its size does not matter. Texts are inline: a table of
// shared ones would have to be kept until the end (docs/decisions/018-libraries-and-own-code.md).
import { Zip, ZipDeflate } from "fflate";
import { toDateParts } from "#domain/dates.ts";
import type { CellType, ReportValue } from "#domain/reports/report.ts";

export interface SheetColumn {
  label: string;
  type: CellType;
}

interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (ReportValue | undefined)[]>;
  /** Time zone of the times: a workbook has none. */
  zone: string;
}

const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;

/** Indexes of the formats in the style sheet below. */
const formats = { text: 0, header: 1, money: 2, date: 3, time: 4, decimal: 5 } as const;
const cellFormats: { readonly [type in CellType]?: number } = {
  money: formats.money,
  date: formats.date,
  time: formats.time,
  percent: formats.decimal,
};

const parts = ({ name }: Pick<Sheet, "name">): { readonly [path: string]: string } => ({
  "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(toSheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

/** Names of sheets have at most 31 characters, and none of these. */
const toSheetName = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31) || "Report";

/** Characters that XML does not allow are left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const msPerDay = 86_400_000;
/** Day 0 of workbooks. */
const epoch = Date.UTC(1899, 11, 30);

/** An inline text is never a formula, whatever it begins with. */
const toTextCell = (text: string, address: string, format: number): string =>
  `<c r="${address}" t="inlineStr" s="${format}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

interface Cell {
  value: ReportValue | undefined;
  type: CellType;
  zone: string;
  /** 'B7'. */
  address: string;
}

/** Empty for no value. */
function toCell({ value, type, zone, address }: Cell): string {
  if (value === null || value === undefined || value === "") return "";
  const number = toNumber({ value, type, zone });
  return Number.isFinite(number)
    ? `<c r="${address}" s="${cellFormats[type] ?? formats.text}"><v>${number}</v></c>`
    : toTextCell(String(value), address, formats.text);
}

/** NaN for a text. */
function toNumber({ value, type, zone }: { value: string | number; type: CellType; zone: string }): number {
  if (type === "text") return typeof value === "number" ? value : NaN;
  if (type === "date") return (Date.parse(`${value}T00:00:00Z`) - epoch) / msPerDay;
  if (type === "time") {
    const at = new Date(value);
    if (Number.isNaN(at.getTime())) return NaN;
    const { year, month, day, hour, minute, second } = toDateParts({ at, zone });
    return (Date.UTC(year, month - 1, day, hour, minute, second) - epoch) / msPerDay;
  }
  return type === "money" ? Number(value) / 100 : Number(value);
}

/** Letters of a column, from 0: 'A' to 'Z', 'AA' and so on. */
const toLetters = (index: number): string =>
  (index < 26 ? "" : toLetters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

/** Rows are compressed when so many characters have come together. */
const batchLength = 64 * 1024;

export async function* createXlsxChunks({ name, columns, rows, zone }: Sheet): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const letters = columns.map((_, index) => toLetters(index));
  const encoder = new TextEncoder();
  for (const [path, xml] of Object.entries(parts({ name }))) {
    const file = new ZipDeflate(path);
    zip.add(file);
    file.push(encoder.encode(declaration + xml), true);
  }
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml", { level: 6 });
  zip.add(sheet);
  let text = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData><row r="1">${columns.map(({ label }, index) => toTextCell(label, `${letters[index]}1`, formats.header)).join("")}</row>`;
  let line = 1;
  for await (const row of rows) {
    line += 1;
    const cells = columns.map(({ type }, index) =>
      toCell({ value: row[index], type, zone, address: `${letters[index]}${line}` }),
    );
    text += `<row r="${line}">${cells.join("")}</row>`;
    if (text.length < batchLength) continue;
    sheet.push(encoder.encode(text));
    text = "";
    yield* chunks.splice(0);
  }
  sheet.push(encoder.encode(`${text}</sheetData></worksheet>`), true);
  zip.end();
  yield* chunks.splice(0);
}
