// The page of the ticket or pass from which a customer went to pay, so that the pay page leads back to it on this device.
import type { PaidKey } from "#domain/payments/online/paid-kinds.ts";

const names = { P: "entry", V: "ticket", M: "pass" } as const satisfies { readonly [kind in PaidKey["kind"]]: string };
const getKey = ({ kind, id }: PaidKey): string => `chaavi-${names[kind]}-page-${id}`;

export function storePayerPage(paid: PaidKey): void {
  localStorage.setItem(getKey(paid), `${location.pathname}${location.search}`);
}

/** The path of the page; null on another device. */
export function readPayerPage(paid: PaidKey): string | null {
  const path = localStorage.getItem(getKey(paid));
  return path?.startsWith("/") && !path.startsWith("//") ? path : null;
}
