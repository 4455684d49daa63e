// §4: the text of a UPI QR code that any UPI app reads (NPCI linking specification: pa, pn, am, cu, tr, tn).
import { formatWireAmount } from "#domain/money.ts";

/** `amount` in paise. Spaces are %20, since some apps show a plus sign as it is; the @ of the payee stays readable. */
export function buildUpiIntent({
  vpa,
  payee,
  amount,
  request,
  note,
}: {
  vpa: string;
  payee: string;
  amount: number;
  request: string;
  note: string;
}): string {
  const parameters = [
    ["pa", vpa],
    ["pn", payee],
    ["am", formatWireAmount(amount)],
    ["cu", "INR"],
    ["tr", request],
    ["tn", note.slice(0, 50)],
  ] as const;
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`);
  return `upi://pay?${query.join("&")}`;
}
