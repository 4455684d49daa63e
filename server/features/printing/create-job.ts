// §4: a paper as a job of a printer. The print is recorded as that of the browser, so that every slip and receipt but the
// first is a duplicate.
import { can } from "#domain/access/capabilities.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { isPassPrintable } from "#domain/passes/pass-change.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { type Receipt, receipt as receiptSchema } from "#domain/payments/receipt.ts";
import { describeEntryPaper, type EntrySlip } from "#domain/printing/entry-paper.ts";
import { encodePaper } from "#domain/printing/escpos.ts";
import type { Language } from "#domain/people/languages.ts";
import type { Paper } from "#domain/printing/paper.ts";
import { describePassPaper, getPassPaymentQuery, type PassPayment } from "#domain/printing/pass-paper.ts";
import type { printJobKinds } from "#domain/printing/print-job.ts";
import { PrintJobs } from "#domain/printing/printers.collection.ts";
import { describeSettlementPaper, settlementFields } from "#domain/printing/settlement-paper.ts";
import { describeShiftPaper, printedShiftFields } from "#domain/printing/shift-paper.ts";
import { describeTestPage } from "#domain/printing/test-page.ts";
import { describeTicketPaper, type TicketSlip } from "#domain/printing/ticket-paper.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { z } from "zod";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { printSettlement } from "#server/features/cash/print-settlement.ts";
import { readEntryJson, readPassJson } from "#server/features/parking/entry-json.ts";
import { readReceipt } from "#server/features/payments/receipt.ts";
import { recordPrint, withPrintCounts } from "#server/features/payments/receipts/record-print.ts";
import { lockOwnPrinter, type OwnPrinter } from "#server/features/printing/own-printer.ts";
import { queuePrinterRun } from "#server/features/printing/print-jobs.ts";
import { readTicketJson } from "#server/features/valet/ticket.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { buildQueryById, wholeRowQuery } from "#server/items/read/read.ts";
import { createItem } from "#server/items/write/write.ts";
import { jsonText } from "#server/json-text.ts";
import { readListAs } from "#server/request.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

interface PrintCall {
  context: ActionContext;
  images: ImageProcessor;
  /** Id of the printer. */
  printer: number;
}

interface Place {
  name: string;
  company: string;
  zone: string;
  language: Language;
}

/** What can be printed: its rows, and the column of a job that names the row. */
export const printedPapers = {
  entry: { collection: ParkingInformation, column: "parking_information" },
  ticket: { collection: ValetAndParkingInformation, column: "valet_and_parking_information" },
  pass: { collection: ParkingMainInformation, column: "pass" },
  settlement: { collection: Payments, column: "payment" },
  shift: { collection: CashShifts, column: "shift" },
} as const;
type PaperKind = keyof typeof printedPapers;

const entryReply = jsonText(z.object({ data: z.custom<EntrySlip>() }));
const ticketReply = jsonText(z.object({ data: z.custom<TicketSlip>() }));
const passReply = jsonText(z.object({ data: z.custom<Parameters<typeof describePassPaper>[0]["pass"]>() }));
const passPayments = jsonText(z.array(z.custom<PassPayment>()));
const settlements = jsonText(z.tuple([z.custom<Parameters<typeof describeSettlementPaper>[0]["settlement"]>()]));
const shifts = jsonText(z.array(z.custom<Parameters<typeof describeShiftPaper>[0]["shift"]>()));

/**
 * FORBIDDEN for a printer or a row of another branch and for a shift that the caller may not read, NO_NEXT_STATUS for a cancelled
 * entry or ticket, a pass that is not valid any more or not paid, a settlement that was reversed, and a shift that is open.
 */
export async function printRow({
  context,
  images,
  printer: id,
  kind,
  row,
}: PrintCall & { kind: PaperKind; row: number }): Promise<{ job: number }> {
  const { collection, column } = printedPapers[kind];
  const { sql } = context.services;
  const { printer, place } = await findPrinter({ context, id });
  const [found] = await sql<{ branch: number }[]>`select branch from ${sql(collection.name)} where id = ${row}`;
  if (found?.branch !== printer.branch) throwApiError("FORBIDDEN");
  const paper = await describers[kind]({ context, row, place });
  return createJob({ context, images, printer, paper, values: { kind, [column]: row } });
}

interface DescribeCall {
  context: ActionContext;
  row: number;
  place: Place;
}

/** Each but that of a shift records the print: a shift is no receipt, so that it has no duplicates. */
const describers: { readonly [kind in PaperKind]: (call: DescribeCall) => Promise<Paper> } = {
  entry: async ({ context: { services, session, ...context }, row, place: { zone, language } }) => {
    const counts = await recordPrint({ services, session, ...context, id: row, collection: ParkingInformation });
    const { data: slip } = entryReply.parse(
      withPrintCounts({ json: await readEntryJson({ services, session, id: row }), counts }),
    );
    const receipt = await readPaid({ services, slip, entry: { kind: "P", id: row } });
    return describeEntryPaper({ slip, receipt, zone, language, publicUrl: services.config.publicUrl });
  },
  ticket: async ({ context: { services, session, ...context }, row, place: { zone, language } }) => {
    const counts = await recordPrint({
      services,
      session,
      ...context,
      id: row,
      collection: ValetAndParkingInformation,
    });
    const { data: slip } = ticketReply.parse(
      withPrintCounts({ json: await readTicketJson({ services, session, id: row }), counts }),
    );
    const receipt = await readPaid({ services, slip, entry: { kind: "V", id: row } });
    return describeTicketPaper({ slip, receipt, zone, language, isProof: can(session.actor, "valet.manage") });
  },
  pass: async ({ context: { services, session }, row, place: { zone, language } }) => {
    const { data: pass } = passReply.parse(await readPassJson({ services, session, id: row }));
    if (!isPassPrintable({ pass, now: services.clock() })) throwApiError("NO_NEXT_STATUS");
    const query = { ...wholeRowQuery, ...getPassPaymentQuery(row) };
    const { data } = await readListAs({ services, session, collection: Payments, query });
    return describePassPaper({ pass, payments: passPayments.parse(data), zone, language });
  },
  settlement: async ({ context, row, place: { zone, language } }) => {
    const { services, session } = context;
    const { receipt_prints: prints } = await printSettlement({ ...context, id: row });
    const query = buildQueryById({ collection: Payments, id: String(row), fields: settlementFields })!;
    const { data } = await readListAs({ services, session, collection: Payments, query });
    const [settlement] = settlements.parse(data);
    return describeSettlementPaper({ settlement, prints, zone, language });
  },
  shift: async ({ context: { services, session }, row, place: { zone, language } }) => {
    const query = buildQueryById({ collection: CashShifts, id: String(row), fields: printedShiftFields })!;
    const { data } = await readListAs({ services, session, collection: CashShifts, query });
    const [shift] = shifts.parse(data);
    if (!shift) throwApiError("FORBIDDEN");
    if (shift.closed_at === null) throwApiError("NO_NEXT_STATUS");
    return describeShiftPaper({ shift, zone, language });
  },
};

/** The receipt of an entry or a ticket that is paid. */
async function readPaid({
  services,
  slip,
  entry,
}: {
  services: AppServices;
  slip: { payment_status: string | null };
  entry: Parameters<typeof readReceipt>[0]["entry"];
}): Promise<Receipt | undefined> {
  return slip.payment_status === "paid" ? parseReceipt(await readReceipt({ services, entry })) : undefined;
}

/** Times as text, as clients get them. */
const parseReceipt = (read: unknown): Receipt => receiptSchema.parse(JSON.parse(JSON.stringify(read)));

export async function printTestPage({ context, images, printer: id }: PrintCall): Promise<{ job: number }> {
  const { printer, place } = await findPrinter({ context, id });
  const { name: branch, company, zone } = place;
  const paper = describeTestPage({ printer: printer.name, branch, company, zone, at: context.services.clock() });
  return createJob({ context, images, printer, paper, values: { kind: "test" } });
}

function findPrinter({
  context,
  id,
}: {
  context: ActionContext;
  id: number;
}): Promise<{ printer: OwnPrinter; place: Place }> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const printer = await lockOwnPrinter({ ctx, id, capability: "gate.operate" });
      const [place] = await ctx.tx<Place[]>`
        select b.name, c.name as company, b.time_zone as zone, coalesce(b.print_language, 'en') as language from "Branch" b join "Companies" c on c.id = b.company
        where b.id = ${printer.branch}`;
      return { printer, place: place! };
    },
  });
}

/** The paper as it is now, so that a later one of the same entry differs from it only as a duplicate. */
async function createJob({
  context,
  images,
  printer: { id, company, branch, connection, paper_width: width, opens_drawer: hasDrawer },
  paper,
  values,
}: {
  context: ActionContext;
  images: ImageProcessor;
  printer: OwnPrinter;
  paper: Paper;
  values: { kind: (typeof printJobKinds)[number] } & {
    [name in (typeof printedPapers)[PaperKind]["column"]]?: number;
  };
}): Promise<{ job: number }> {
  const draw = (text: Parameters<ImageProcessor["drawText"]>[0]["text"]) =>
    images.drawText({ text, queueKey: `printer:${id}` });
  const bytes = await encodePaper({ paper, width, hasDrawer, draw });
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const content = Buffer.from(bytes).toString("base64");
      const systemValues = { ...values, company, branch, printer: id, content };
      const job = await createItem({ ctx, collection: PrintJobs, payload: {}, systemValues, bypassAccess: true });
      if (connection === "network") await queuePrinterRun({ tx: ctx.tx, printer: id });
      return { job };
    },
  });
}
