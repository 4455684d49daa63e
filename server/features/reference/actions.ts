// §2 §4: reference of the actions. Actions not described here are listed with their path only.
import type { Collection, Operation } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { passWindowFields, visitorFields } from "#domain/parking/visitor-record.ts";
import { ticketCreateFields } from "#domain/valet/valet-ticket.ts";
import type { DocumentedCall } from "#server/features/reference/documented-call.ts";
import { getGrant } from "#server/items/access/grants.ts";
import {
  toSchemaRef,
  type OpenApiSchema,
  getSchemaName,
  buildWriteValueSchema,
} from "#server/items/openapi/schemas.ts";

const entriesName = "Parking_Information";
const visitorRecordsName = "Parking_Main_Information";
const ticketsName = "Valet_and_Parking_Information";
const getCollection = (name: string): Collection => findCollection(name)!;

/** Whether the actor's role has the grant, and the field if given. */
function canDo(operation: Operation, name: string, field?: string): (actor: Actor) => boolean {
  return (actor) => {
    const grant = getGrant({ collection: getCollection(name), operation, actor });
    return grant !== undefined && (field === undefined || grant.fields === null || grant.fields.has(field));
  };
}
const isAuthenticated = (actor: Actor): boolean => actor.id !== null;

/** Schema of an action's body: fields of collections plus the action's own properties. */
function toBodySchema(
  fieldsByCollection: { [collection: string]: readonly string[] },
  additional: { [name: string]: OpenApiSchema } = {},
): OpenApiSchema {
  const properties: { [name: string]: OpenApiSchema } = {};
  for (const [name, fields] of Object.entries(fieldsByCollection))
    for (const field of fields)
      properties[field] = buildWriteValueSchema({ name: field, field: getCollection(name).fields[field]! });
  return { type: "object", properties: { ...properties, ...additional }, additionalProperties: false };
}

const text = { type: "string" };
const images = {
  entry_images: { type: "array", items: { ...text, format: "uuid" }, maxItems: 5, description: "File ids." },
};
const cash = {
  ...getCashProperties(),
  expected: { type: "integer", description: "Expected amount in paise; AMOUNT_MISMATCH if it differs." },
};
function getCashProperties(): { [name: string]: OpenApiSchema } {
  const amount = { type: ["string", "number"], description: "Rupees." };
  return {
    additional_charge: amount,
    addition_note: text,
    deduction_charge: amount,
    deduction_note: text,
    is_extra: { type: "boolean" },
  };
}
const slot = ["slot_prefix", "slot_no"];

type ActionDescription = Pick<DocumentedCall, "method" | "path" | "summary"> & Partial<DocumentedCall>;

function describeActions({
  tag,
  row,
  isVisibleTo,
  isIdempotent = false,
  actions,
}: {
  tag: string;
  row?: string;
  isVisibleTo: DocumentedCall["isVisibleTo"];
  /** Whether all actions that change something accept Idempotency-Key. */
  isIdempotent?: boolean;
  actions: readonly ActionDescription[];
}): DocumentedCall[] {
  const response = row === undefined ? {} : { responseSchema: toSchemaRef(getSchemaName(getCollection(row))) };
  return actions.map((call): DocumentedCall => ({
    tag: `Actions: ${tag}`,
    ...response,
    ...(isVisibleTo ? { isVisibleTo } : {}),
    isIdempotent: isIdempotent && call.method === "POST",
    ...call,
  }));
}

const parking = describeActions({
  tag: "parking",
  row: entriesName,
  isVisibleTo: canDo("create", entriesName),
  isIdempotent: true,
  actions: [
    {
      method: "POST",
      path: "/actions/parking/check-in",
      summary: "Check in a vehicle or person",
      body: toBodySchema(
        {
          [visitorRecordsName]: [...visitorFields, "parking_type", ...passWindowFields],
          [entriesName]: [...slot, "payment_type", "visitor_id", "parking_main_info"],
        },
        { duration: { type: "integer", description: "Length of the pass in units of `time_type`." }, ...images },
      ),
    },
    {
      method: "POST",
      path: "/actions/parking/scan",
      summary: "Read a scanned code and return the next step",
      body: toBodySchema({}, { text }),
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/parking/:id/slip",
      summary: "Entry with its QR text, for the slip",
      isVisibleTo: canDo("read", entriesName),
    },
    {
      method: "POST",
      path: "/actions/parking/:id/check-in",
      summary: "Check in an approved or prepaid entry, or an invite with its code (`qr`) or `phone_no`",
      body: toBodySchema({ [entriesName]: slot, [visitorRecordsName]: ["phone_no"] }, { ...images, qr: text }),
    },
    {
      method: "POST",
      path: "/actions/parking/:id/take-cash",
      summary: "Collect cash; with `auto_checkout` also check out",
      body: toBodySchema({}, { ...cash, auto_checkout: { type: "boolean" } }),
    },
    { method: "POST", path: "/actions/parking/:id/check-out", summary: "Check out a settled entry" },
  ],
});

const describeTransition = (verb: string, summary: string, body?: OpenApiSchema): ActionDescription => ({
  method: "POST",
  path: `/actions/valet/:id/${verb}`,
  summary,
  ...(body ? { body } : {}),
});
const valet = describeActions({
  tag: "valet",
  row: ticketsName,
  isVisibleTo: canDo("create", ticketsName),
  actions: [
    {
      method: "POST",
      path: "/actions/valet/create-ticket",
      summary: "Create a ticket; the handover code is returned once",
      isIdempotent: true,
      body: toBodySchema(
        {
          [ticketsName]: ticketCreateFields,
        },
        images,
      ),
    },
    {
      method: "GET",
      path: "/actions/valet/find",
      summary: "Find tickets by phone number, vehicle number or code",
      query: { text: "Phone number, vehicle number or code." },
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/valet/returning",
      summary: "Customer of a returning vehicle",
      query: { plate: "Vehicle number." },
      responseSchema: {},
    },
    { method: "GET", path: "/actions/valet/:id/slip", summary: "Ticket with its link, for the slip" },
    { ...describeTransition("new-code", "Renew the handover code"), isIdempotent: true },
    describeTransition("park", "Park the vehicle", toBodySchema({ [ticketsName]: [...slot, "key_tag"] })),
    describeTransition("request-pickup", "Request the pickup"),
    describeTransition("accept-pickup", "Accept the pickup"),
    describeTransition("at-the-gate", "Report the vehicle at the gate"),
    describeTransition(
      "hand-over",
      "Hand the vehicle over against the ticket's code or QR code",
      toBodySchema({}, { otp: text, qr: text, handover_note: text }),
    ),
    { ...describeTransition("take-cash", "Collect cash", toBodySchema({}, cash)), isIdempotent: true },
    describeTransition(
      "reassign",
      "Reassign the ticket",
      toBodySchema({}, { to: { type: ["string", "null"], format: "uuid" } }),
    ),
  ],
});

const ticketHolder = describeActions({
  tag: "valet customer",
  isVisibleTo: () => true,
  actions: [
    {
      method: "POST",
      path: "/actions/valet/customer/send-code",
      summary: "Send a code to the phone of the ticket found by `text`: a phone or vehicle number",
      body: toBodySchema({}, { company: text, branch: text, text }),
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/valet/customer/log-in",
      summary: "Log in to the ticket with the code",
      body: toBodySchema({}, { values: text, otp: text }),
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/status",
      summary: "Ticket of the token in the header x-ticket",
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/valet/customer/request-pickup",
      summary: "Request the pickup",
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/live",
      summary: "Changes of the ticket as server-sent events",
      query: { t: "Token of the ticket." },
      isPlain: true,
      type: "text/event-stream",
      responseSchema: text,
    },
  ],
});

const passes = describeActions({
  tag: "passes",
  row: visitorRecordsName,
  isVisibleTo: canDo("create", visitorRecordsName),
  isIdempotent: true,
  actions: [
    {
      method: "POST",
      path: "/actions/passes",
      summary: "Issue a pass",
      body: toBodySchema(
        { [visitorRecordsName]: [...visitorFields, ...passWindowFields] },
        { duration: { type: "integer" } },
      ),
    },
    {
      method: "GET",
      path: "/actions/passes/:id",
      summary: "Pass with its QR text",
      isVisibleTo: canDo("read", visitorRecordsName),
    },
    {
      method: "POST",
      path: "/actions/passes/:id/renew",
      summary: "Renew a pass",
      body: toBodySchema({ [visitorRecordsName]: ["time_type", "pass_end_time"] }, { duration: { type: "integer" } }),
    },
  ],
});

const describeDecision = (path: string, summary: string): ActionDescription => ({ method: "POST", path, summary });
const approvals = describeActions({
  tag: "approvals",
  isVisibleTo: (actor) => can(actor, "request.decide"),
  isIdempotent: true,
  actions: [
    {
      ...describeDecision("/actions/approvals/:id/approve", "Approve a waiting entry"),
      responseSchema: toSchemaRef(entriesName),
    },
    {
      ...describeDecision("/actions/approvals/:id/reject", "Reject a waiting entry"),
      responseSchema: toSchemaRef(entriesName),
    },
    {
      ...describeDecision("/actions/passes/:id/approve", "Approve a pass"),
      responseSchema: toSchemaRef(visitorRecordsName),
    },
    {
      ...describeDecision("/actions/passes/:id/reject", "Reject a pass"),
      responseSchema: toSchemaRef(visitorRecordsName),
    },
  ],
});

const invites = describeActions({
  tag: "invites",
  row: entriesName,
  isVisibleTo: (actor) => isAuthenticated(actor) && canDo("read", entriesName)(actor),
  isIdempotent: true,
  actions: [
    {
      method: "POST",
      path: "/actions/invites",
      summary: "Invite a visitor",
      body: toBodySchema({
        [visitorRecordsName]: visitorFields,
        [entriesName]: ["invite_start_date", "invite_end_date", "visitor_id"],
      }),
    },
    { method: "GET", path: "/actions/invites/:id", summary: "Invite with its QR text" },
    { method: "POST", path: "/actions/invites/:id/cancel", summary: "Withdraw an invite" },
  ],
});

const startBody = toBodySchema(
  {},
  {
    part: { ...text, description: "Part of the balance due in rupees; the full balance by default." },
    expected: { ...text, description: "Expected amount in rupees; AMOUNT_MISMATCH if it differs." },
    auto_checkout: { type: "boolean" },
  },
);
const payments = describeActions({
  tag: "payments",
  isVisibleTo: canDo("read", entriesName),
  isIdempotent: true,
  actions: [
    {
      method: "POST",
      path: "/actions/payments/parking/:id/start",
      summary: "Open the provider's payment page for an entry",
      body: startBody,
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/payments/valet/:id/start",
      summary: "Open the provider's payment page for a ticket",
      isVisibleTo: canDo("read", ticketsName),
      body: startBody,
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/payments/link/:token/start",
      summary: "Open the provider's payment page as the holder of a payment link",
      isVisibleTo: () => true,
      body: startBody,
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/payments/attempts/:id/refund",
      summary: "Refund a payment, with a reason",
      isVisibleTo: (actor) => can(actor, "payment.refund"),
      body: toBodySchema({}, { amount: text, reason: text }),
      responseSchema: {},
    },
  ],
});

export const actionCalls: readonly DocumentedCall[] = [
  ...parking,
  ...valet,
  ...ticketHolder,
  ...passes,
  ...approvals,
  ...invites,
  ...payments,
];
