// §7: examples of integrations. The page `/docs/examples` shows their requests, and a test sends them as they are here.
import type { TokenArea } from "#domain/integrations/token-areas.ts";
import type { tokenRoles } from "#domain/people/invitation.ts";

export interface GuideRequest {
  /** What the request is for. */
  text: string;
  method: "GET" | "POST";
  /** `{name}` stands for a value that the reader knows or that an earlier reply contained. */
  path: string;
  /** Filters and fields of a list, as query parameters. */
  query?: { readonly [name: string]: unknown };
  body?: { readonly [name: string]: unknown };
  /** Value of the header `Idempotency-Key`. */
  idempotencyKey?: string;
  /** Value that later requests use, by its path in the reply. */
  keeps?: { readonly [name: string]: string };
  /** What to do with the reply. */
  next: string;
}

export interface IntegrationGuide {
  id: string;
  title: string;
  text: string;
  /** The narrowest token that suffices; null for public requests. */
  token: { role: (typeof tokenRoles)[number]; isReadOnly: boolean; areas: readonly TokenArea[] } | null;
  requests: readonly GuideRequest[];
  /** What webhooks add. */
  webhook?: string;
}

export const integrationGuides: readonly IntegrationGuide[] = [
  {
    id: "barrier",
    title: "Boom barrier with a number plate camera",
    text: "The camera reads a plate, and the barrier opens if Chaavi accepts the vehicle. The branch must not require a phone number, a vehicle type or a photo at the gate.",
    token: { role: "staff", isReadOnly: false, areas: ["entries"] },
    requests: [
      {
        text: "At the entrance, check the vehicle in. Send the camera's own event id as the key: a repeated request is answered as the first one.",
        method: "POST",
        path: "/actions/parking/check-in",
        body: { vehicle_no: "{plate}" },
        idempotencyKey: "camera-1-{event}",
        keeps: { entry: "id" },
        next: "200: open the barrier. 409 VEHICLE_IN_PROGRESS: the vehicle is already inside, so call the staff.",
      },
      {
        text: "At the exit, find the open entry of the plate.",
        method: "GET",
        path: "/items/Parking_Information",
        query: {
          filter: {
            out_time: { _null: true },
            in_time: { _nnull: true },
            parking_main_info: { vehicle_no: { _eq: "{plate}" } },
          },
          fields: ["id", "in_time", "total_amount", "payment_status"],
          sort: ["-id"],
          limit: 1,
        },
        keeps: { entry: "0.id" },
        next: "An empty list: the plate was read wrongly or never came in, so call the staff.",
      },
      {
        text: "Check it out.",
        method: "POST",
        path: "/actions/parking/{entry}/check-out",
        body: {},
        idempotencyKey: "camera-2-{event}",
        next: "200: open the barrier. 409 NOT_SETTLED: keep it closed; the driver pays at the gate or by the QR code of the slip.",
      },
    ],
    webhook:
      "Subscribe to `entry.checked_out`: a driver who pays on the phone at the exit is checked out without the camera, and the barrier can open at once.",
  },
  {
    id: "accounting",
    title: "Export to accounting software",
    text: "All amounts received, refunded and reversed, and the tax invoices, each exactly once. Amounts are rupees with two decimals, times are UTC.",
    token: { role: "manager", isReadOnly: true, areas: ["payments"] },
    requests: [
      {
        text: "Read what was booked after the last id that you have stored; begin with 0.",
        method: "GET",
        path: "/items/payments",
        query: {
          filter: { id: { _gt: "{last}" } },
          fields: [
            "id",
            "kind",
            "mode",
            "channel",
            "amount",
            "received_at",
            "corrects",
            "invoice",
            "merchant_transaction_id",
            "parking_information",
            "valet_and_parking_information",
            "pass",
          ],
          sort: ["id"],
          limit: 500,
        },
        next: "Store the rows, keep the highest id, and repeat until fewer than 500 arrive. Refunds and reversals are negative and name the payment in `corrects`. Rows never change or disappear.",
      },
      {
        text: "Read the tax invoices of the same period in the same way.",
        method: "GET",
        path: "/items/tax_invoices",
        query: {
          filter: { id: { _gt: "{last}" } },
          fields: [
            "id",
            "kind",
            "credits",
            "gstin",
            "invoice_no",
            "issued_at",
            "day",
            "recipient_gstin",
            "taxable",
            "cgst",
            "sgst",
            "total",
          ],
          sort: ["id"],
          limit: 500,
        },
        next: "`day` invoices sum up the small sales of a day. A row of kind `credit` is the credit note of a refund: it reduces the invoice in `credits`, and its amounts are negative. Numbers have no gaps within a GSTIN and a financial year, invoices and credit notes each for itself.",
      },
    ],
    webhook:
      "Subscribe to `payment.received`, `payment.refunded` and `payment.reversed` to book at once, and run the export daily to find what was missed.",
  },
  {
    id: "free-slots",
    title: "Display of free slots",
    text: "A sign at the road or a page of your own shows how many slots are free. Counts of published branches are public and contain no vehicles.",
    token: null,
    requests: [
      {
        text: "Open the stream of server-sent events and keep it open. Up to 24 branches fit in one stream.",
        method: "GET",
        path: "/live/space",
        query: { service: "parking", branches: "{branch}" },
        next: "Each message replaces the numbers that it names; there is at most one in five seconds. If the connection ends, open it again after some seconds, and show no number after two minutes without it.",
      },
    ],
  },
];

/** Replaces `{name}` in a text, or in the texts within a value, by the value of that name; unknown names stay. */
export function fillPlaceholders<T>(template: T, values: { readonly [name: string]: string }): T {
  const filled = JSON.stringify(template).replaceAll(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
  return JSON.parse(filled);
}

/** A value of a query as the API reads it: lists are separated by commas, and what is no text is JSON. */
export function formatQueryValue(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(",") : JSON.stringify(value);
}
