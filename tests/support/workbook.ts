// A minimal workbook: one sheet with texts in its cells.
import { strToU8, zipSync } from "fflate";

export type Cells = readonly (readonly (string | number)[])[];

const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const officeNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNamespace = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The files of a workbook with this XML as its sheet. */
export function createWorkbookFiles(sheet: string): { [name: string]: Uint8Array } {
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${mainNamespace}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
}

/** Its rows as XML. */
export function toSheetXml(rows: Cells): string {
  return rows
    .map(
      (row, line) =>
        `<row r="${line + 1}">${row.map((value, index) => toCellXml({ value, at: index, line })).join("")}</row>`,
    )
    .join("");
}

function toCellXml({ value, at, line }: { value: string | number; at: number; line: number }): string {
  const first = at < 26 ? "" : String.fromCodePoint(64 + Math.floor(at / 26));
  const ref = `${first}${String.fromCodePoint(65 + (at % 26))}${line + 1}`;
  return typeof value === "number"
    ? `<c r="${ref}"><v>${value}</v></c>`
    : `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
}

export function createXlsx(rows: Cells): Buffer {
  return Buffer.from(zipSync(createWorkbookFiles(toSheetXml(rows))));
}
