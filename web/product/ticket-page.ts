// The page of the ticket from which a customer went to pay, so that the pay page leads back to it on this device.

const getKey = (ticket: number): string => `chaavi-ticket-page-${ticket}`;

export function storeTicketPage(ticket: number): void {
  localStorage.setItem(getKey(ticket), `${location.pathname}${location.search}`);
}

/** The path of the page; null on another device. */
export function readTicketPage(ticket: number): string | null {
  const path = localStorage.getItem(getKey(ticket));
  return path?.startsWith("/") && !path.startsWith("//") ? path : null;
}
