// A copy of the ticket on the customer's device: shown while there is no network, and saved as a file.
import { formatDateTime12 } from "#domain/dates.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { t } from "#web/languages/t.ts";

interface TicketCopy {
  ticket: CustomerTicket;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** A link has one token; a renewed link gets a copy of its own. */
const getKey = (token: string): string => `chaavi-ticket-${token}`;

const isCopy = (value: unknown): value is TicketCopy =>
  typeof value === "object" && value !== null && "ticket" in value && "savedAt" in value;

export function storeTicketCopy({ token, ticket }: { token: string; ticket: CustomerTicket }): void {
  try {
    localStorage.setItem(getKey(token), JSON.stringify({ ticket, savedAt: Date.now() } satisfies TicketCopy));
  } catch {
    // Without storage the page works as long as it is open.
  }
}

export function readTicketCopy(token: string): TicketCopy | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(getKey(token)) ?? "null");
    return isCopy(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

export function removeTicketCopy(token: string): void {
  localStorage.removeItem(getKey(token));
}

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** The ticket as a page without links to the server, which opens without a network. */
export function formatTicketFile(ticket: CustomerTicket): string {
  const { branch } = ticket;
  const lines: [string, string | null][] = [
    [t("Vehicle"), ticket.Vehicle_Number],
    [t("Token"), ticket.token_no],
    ["OTP", ticket.otp],
    [t("Key tag"), ticket.key_tag],
    [t("Slot"), ticket.slot],
    [t("Pickup gate"), ticket.pickup_gate],
    [t("In"), ticket.in_time && formatDateTime12({ at: new Date(ticket.in_time), zone: branch.zone })],
    [t("Valet phone"), branch.valet_number],
  ];
  const rows = lines.flatMap(([label, value]) =>
    value === null ? [] : [`<dt>${label}</dt><dd>${escapeText(value)}</dd>`],
  );
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t("Valet ticket")}</title>
<h1>${escapeText(`${branch.company}, ${branch.name}`)}</h1><dl>${rows.join("")}</dl>`;
}

export function saveTicketFile(ticket: CustomerTicket): void {
  const url = URL.createObjectURL(new Blob([formatTicketFile(ticket)], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${t("Valet ticket")} ${ticket.token_no}.html`;
  link.click();
  URL.revokeObjectURL(url);
}
