// §4: the paper of an entry or ticket as a job of a printer. The print is recorded as that of the browser, so that every
// paper but the first is a duplicate.
import { can } from "#domain/access/capabilities.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { type Receipt, receipt as receiptSchema } from "#domain/payments/receipt.ts";
import { describeEntryPaper, type EntrySlip } from "#domain/printing/entry-paper.ts";
import { encodePaper } from "#domain/printing/escpos.ts";
import type { Language } from "#domain/people/languages.ts";
import type { Paper } from "#domain/printing/paper.ts";
import { PrintJobs } from "#domain/printing/printers.collection.ts";
import { describeTestPage } from "#domain/printing/test-page.ts";
import { describeTicketPaper, type TicketSlip } from "#domain/printing/ticket-paper.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { z } from "zod";
import { runInTransaction } from "#server/context.ts";
import { readEntryJson } from "#server/features/parking/entry-json.ts";
import { readReceipt } from "#server/features/payments/receipt.ts";
import { recordPrint, withPrintCounts } from "#server/features/payments/receipts/record-print.ts";
import { lockOwnPrinter, type OwnPrinter } from "#server/features/printing/own-printer.ts";
import { queuePrinterRun } from "#server/features/printing/print-jobs.ts";
import { readTicketJson } from "#server/features/valet/ticket.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem } from "#server/items/write/write.ts";
import { jsonText } from "#server/json-text.ts";
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

const entryReply = jsonText(z.object({ data: z.custom<EntrySlip>() }));
const ticketReply = jsonText(z.object({ data: z.custom<TicketSlip>() }));

/** FORBIDDEN for a printer or a row of another branch, NO_NEXT_STATUS for a cancelled entry or ticket. */
export async function printRow({
  context,
  images,
  printer: id,
  kind,
  row,
}: PrintCall & { kind: "entry" | "ticket"; row: number }): Promise<{ job: number }> {
  const collection = kind === "entry" ? ParkingInformation : ValetAndParkingInformation;
  const { services, session } = context;
  const { printer, place } = await findPrinter({ context, id });
  const [found] = await services.sql<{ branch: number }[]>`
    select branch from ${services.sql(collection.name)} where id = ${row}`;
  if (found?.branch !== printer.branch) throwApiError("FORBIDDEN");
  const counts = await recordPrint({ ...context, id: row, collection });
  const read = { services, session, id: row };
  const json = kind === "entry" ? await readEntryJson(read) : await readTicketJson(read);
  const text = withPrintCounts({ json, counts });
  const readPaid = async (status: string | null): Promise<Receipt | undefined> =>
    status === "paid"
      ? parseReceipt(await readReceipt({ services, entry: { kind: kind === "entry" ? "P" : "V", id: row } }))
      : undefined;
  const { zone, language } = place;
  if (kind === "entry") {
    const { data: slip } = entryReply.parse(text);
    const receipt = await readPaid(slip.payment_status);
    const paper = describeEntryPaper({ slip, receipt, zone, language, publicUrl: services.config.publicUrl });
    return createJob({ context, images, printer, paper, values: { kind, parking_information: row } });
  }
  const { data: slip } = ticketReply.parse(text);
  const receipt = await readPaid(slip.payment_status);
  const paper = describeTicketPaper({ slip, receipt, zone, language, isProof: can(session.actor, "valet.manage") });
  return createJob({ context, images, printer, paper, values: { kind, valet_and_parking_information: row } });
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
  printer: { id, paper_width: width, opens_drawer: hasDrawer, ...place },
  paper,
  values,
}: {
  context: ActionContext;
  images: ImageProcessor;
  printer: OwnPrinter;
  paper: Paper;
  values: { kind: string; parking_information?: number; valet_and_parking_information?: number };
}): Promise<{ job: number }> {
  const draw = (text: Parameters<ImageProcessor["drawText"]>[0]["text"]) =>
    images.drawText({ text, queueKey: `printer:${id}` });
  const bytes = await encodePaper({ paper, width, hasDrawer, draw });
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const { company, branch } = place;
      const content = Buffer.from(bytes).toString("base64");
      const systemValues = { ...values, company, branch, printer: id, content };
      const job = await createItem({ ctx, collection: PrintJobs, payload: {}, systemValues, bypassAccess: true });
      await queuePrinterRun({ tx: ctx.tx, printer: id });
      return { job };
    },
  });
}
