// §2 §4: the actions as the reference tells of them. A new one stands there by its address alone until it is described here.
import type { Collection, Operation } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Role, Who } from "#domain/roles.ts";
import { passWindowFields, visitorFields } from "#domain/rules/parking-main.ts";
import { takenFields } from "#domain/rules/valet-entry.ts";
import type { Call } from "#server/features/reference/call.ts";
import { grantOf } from "#server/items/grants.ts";
import { refTo, type Schema, schemaName, sentValue } from "#server/items/openapi/schemas.ts";

const visits = "Parking_Information";
const standing = "Parking_Main_Information";
const tickets = "Valet_and_Parking_Information";
const named = (name: string): Collection => collectionNamed(name)!;

/** May do this to some row of the collection, so far as their role says. */
function may(operation: Operation, name: string, field?: string): (who: Who) => boolean {
  return (who) => {
    const grant = grantOf({ collection: named(name), operation, who });
    return grant !== undefined && (field === undefined || grant.fields === null || grant.fields.has(field));
  };
}
const isOne =
  (...roles: Role[]) =>
  (who: Who): boolean =>
    roles.includes(who.role);
const somebody = (who: Who): boolean => who.id !== null;

/** The body of an action: fields of rows as they are declared, and what is the action's own. */
function sent(from: { [collection: string]: readonly string[] }, more: { [name: string]: Schema } = {}): Schema {
  const properties: { [name: string]: Schema } = {};
  for (const [name, fields] of Object.entries(from))
    for (const field of fields) properties[field] = sentValue({ name: field, field: named(name).fields[field]! });
  return { type: "object", properties: { ...properties, ...more }, additionalProperties: false };
}

const text = { type: "string" };
const images = {
  entry_images: { type: "array", items: { ...text, format: "uuid" }, maxItems: 5, description: "File ids." },
};
const cash = {
  ...sentCash(),
  expected: { type: "integer", description: "Paise. Another sum than this is refused: AMOUNT_MISMATCH." },
};
function sentCash(): { [name: string]: Schema } {
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

type Described = Pick<Call, "method" | "path" | "summary"> & Partial<Call>;

function area({
  tag,
  row,
  isFor,
  described,
}: {
  tag: string;
  row?: string;
  isFor: Call["isFor"];
  described: readonly Described[];
}): Call[] {
  const answer = row === undefined ? {} : { answer: refTo(schemaName(named(row))) };
  return described.map((call): Call => ({ tag: `Actions: ${tag}`, ...answer, ...(isFor ? { isFor } : {}), ...call }));
}

const parking = area({
  tag: "parking",
  row: visits,
  isFor: may("create", visits),
  described: [
    {
      method: "POST",
      path: "/actions/parking/check-in",
      summary: "A vehicle or person comes in",
      body: sent(
        {
          [standing]: [...visitorFields, "parking_type", ...passWindowFields],
          [visits]: [...slot, "payment_type", "visitor_id", "parking_main_info"],
        },
        { duration: { type: "integer", description: "The length of a pass." }, ...images },
      ),
    },
    {
      method: "POST",
      path: "/actions/parking/scan",
      summary: "What a scanned code says, and what comes next",
      body: sent({}, { text }),
      answer: {},
    },
    {
      method: "GET",
      path: "/actions/parking/:id/slip",
      summary: "A visit with its QR, for the slip",
      isFor: may("read", visits),
    },
    {
      method: "POST",
      path: "/actions/parking/:id/check-in",
      summary: "An invite, an approved or a paid entry comes in",
      body: sent({ [visits]: slot }, images),
    },
    {
      method: "POST",
      path: "/actions/parking/:id/take-cash",
      summary: "Take cash; with auto_checkout the vehicle goes out in the same step",
      body: sent({}, { ...cash, auto_checkout: { type: "boolean" } }),
    },
    { method: "POST", path: "/actions/parking/:id/check-out", summary: "A settled visit ends" },
  ],
});

const move = (verb: string, summary: string, body?: Schema): Described => ({
  method: "POST",
  path: `/actions/valet/:id/${verb}`,
  summary,
  ...(body ? { body } : {}),
});
const valet = area({
  tag: "valet",
  row: tickets,
  isFor: may("create", tickets),
  described: [
    {
      method: "POST",
      path: "/actions/valet/create-ticket",
      summary: "The key is taken: a ticket, and its code, told once",
      body: sent(
        {
          [tickets]: takenFields,
        },
        images,
      ),
    },
    {
      method: "GET",
      path: "/actions/valet/find",
      summary: "Open tickets by phone, plate or code",
      query: { text: "What the customer says." },
      answer: {},
    },
    {
      method: "GET",
      path: "/actions/valet/returning",
      summary: "What is known of a plate that was here before",
      query: { plate: "The plate." },
      answer: {},
    },
    { method: "GET", path: "/actions/valet/:id/slip", summary: "A ticket with its link, for the slip" },
    move("new-code", "A new code for a customer who lost theirs"),
    move("park", "The car stands in its slot", sent({ [tickets]: [...slot, "key_tag"] })),
    move("request-pickup", "The customer wants the car"),
    move("accept-pickup", "Somebody goes for the car"),
    move("at-the-gate", "The car is at the gate"),
    move(
      "hand-over",
      "The car goes to its owner, against the code or the QR of the ticket",
      sent({}, { otp: text, qr: text, handover_note: text }),
    ),
    move("take-cash", "Take cash", sent({}, cash)),
    move("reassign", "Somebody else takes over", sent({}, { to: { type: ["string", "null"], format: "uuid" } })),
  ],
});

const holder = area({
  tag: "valet customer",
  isFor: () => true,
  described: [
    {
      method: "POST",
      path: "/actions/valet/customer/log-in",
      summary: "A token for one ticket, by its code",
      body: sent({}, { company: text, branch: text, text, otp: text }),
      answer: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/status",
      summary: "The ticket, by its token in the header x-ticket",
      answer: {},
    },
    {
      method: "POST",
      path: "/actions/valet/customer/request-pickup",
      summary: "The customer wants the car",
      answer: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/live",
      summary: "What changes, as server-sent events",
      query: { t: "The ticket's token." },
      isPlain: true,
      type: "text/event-stream",
      answer: text,
    },
  ],
});

const passes = area({
  tag: "passes",
  row: standing,
  isFor: may("create", standing),
  described: [
    {
      method: "POST",
      path: "/actions/passes",
      summary: "Make a pass",
      body: sent({ [standing]: [...visitorFields, ...passWindowFields] }, { duration: { type: "integer" } }),
    },
    { method: "GET", path: "/actions/passes/:id", summary: "A pass with its QR", isFor: may("read", standing) },
    {
      method: "POST",
      path: "/actions/passes/:id/renew",
      summary: "Renew a pass",
      body: sent({ [standing]: ["time_type", "pass_end_time"] }, { duration: { type: "integer" } }),
    },
  ],
});

const answer = (path: string, summary: string): Described => ({ method: "POST", path, summary });
const approvals = area({
  tag: "approvals",
  isFor: isOne("platform", "admin", "manager", "approver"),
  described: [
    { ...answer("/actions/approvals/:id/approve", "Let a visit that waits come in"), answer: refTo(visits) },
    { ...answer("/actions/approvals/:id/reject", "Refuse it"), answer: refTo(visits) },
    { ...answer("/actions/passes/:id/approve", "Approve a pass"), answer: refTo(standing) },
    { ...answer("/actions/passes/:id/reject", "Refuse a pass"), answer: refTo(standing) },
  ],
});

const invites = area({
  tag: "invites",
  row: visits,
  isFor: (who) => somebody(who) && may("read", visits)(who),
  described: [
    {
      method: "POST",
      path: "/actions/invites",
      summary: "Invite a visitor",
      body: sent({ [standing]: visitorFields, [visits]: ["invite_start_date", "invite_end_date", "visitor_id"] }),
    },
    { method: "GET", path: "/actions/invites/:id", summary: "An invite with its QR" },
    { method: "POST", path: "/actions/invites/:id/cancel", summary: "Withdraw an invite" },
  ],
});

export const actions: readonly Call[] = [...parking, ...valet, ...holder, ...passes, ...approvals, ...invites];
