// §4: the pass as shown to its holder without an account, authorised by the signed link, which is sent by SMS.
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import { isSlotPromised } from "#domain/passes/kept-slot.ts";
import { getPassState, isPassIssued } from "#domain/passes/pass.ts";
import { getPassDue, getPassLinkExpiry } from "#domain/passes/pass-due.ts";
import { getBranchChannels } from "#domain/payments/channels/payment-channels.ts";
import { buildUpiIntent } from "#domain/payments/channels/upi-intent.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { readPaymentRequest } from "#server/features/payments/channels/payment-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { queueSms } from "#server/messaging/outbox.ts";

type HolderPass = ContractResult<typeof passActions.readAsHolder>;
type Pass = RowOf<"Parking_Main_Information">;

/** Queues the SMS with the link; each press sends one. FAILED_VALIDATION of a missing phone number, the errors of `lockPass`. */
export async function sendPass({ id, ...context }: ContractCall<typeof passActions.send>): Promise<void> {
  const { services } = context;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const { branch, phone_no: to, vehicle_no: vehicle, name } = await lockPass({ ctx, id });
      if (to === null) throwApiError("FAILED_VALIDATION", { field: "phone_no", path: ["phone_no"] });
      const link = `${services.config.publicUrl}/pass?t=${services.tokens.issue({ kind: tokenKinds.passLink, payload: id })}`;
      await queueSms({ ctx, branch, to, template: "pass-link", values: { visitor: vehicle ?? name ?? "", link } });
    },
  });
}

interface HolderBranch {
  name: string;
  address: string | null;
  latitude: string | null;
  longitude: string | null;
  time_zone: string;
  company: string;
  channels: unknown;
  vpa: string | null;
  payee: string | null;
}

/** INVALID_TOKEN for an invalid link, LINK_EXPIRED for a pass that ended long ago. */
export async function readHolderPass({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<HolderPass> {
  const id = services.tokens.verify({ kind: tokenKinds.passLink, token: String(token) });
  const [found] = await services.sql<{ pass: Row; branch: HolderBranch }[]>`
    select row_to_json(m) as pass,
      json_build_object('name', b.name, 'address', b.address, 'latitude', b.latitude, 'longitude', b.longitude,
        'time_zone', b.time_zone, 'company', c.name,
        'channels', b.payment_channels, 'vpa', b.upi_vpa, 'payee', b.upi_payee_name) as branch
    from "Parking_Main_Information" m join "Branch" b on b.id = m.branch join "Companies" c on c.id = b.company
    where m.id = ${id} and m.parking_type = 'long_time'`;
  if (!found) return throwApiError("INVALID_TOKEN");
  const now = services.clock();
  const pass = fromDatabase(ParkingMainInformation, found.pass);
  const { pass_end_time: end } = pass;
  if (getPassLinkExpiry(pass) <= now) throwApiError("LINK_EXPIRED");
  const state = getPassState({ pass, now });
  const { channels, vpa, payee, ...branch } = found.branch;
  return {
    id,
    vehicle_no: pass.vehicle_no,
    name: pass.name,
    state,
    pass_start_time: pass.pass_start_time,
    pass_end_time: end,
    slot: isSlotPromised({ pass, now }) ? `${pass.slot_prefix ?? ""}${pass.slot_no}` : null,
    due: await readDue({
      services,
      pass,
      now,
      account: getBranchChannels({ payment_channels: channels }).includes("upi") ? { vpa, payee } : {},
    }),
    qr: isPassIssued(state) ? services.tokens.issue({ kind: tokenKinds.qr, payload: { kind: "M", id } }) : null,
    branch,
  };
}

/**
 * What can be paid now: online, or with the UPI link to the branch's account, which the gate confirms.
 */
async function readDue({
  services,
  pass,
  now,
  account: { vpa = null, payee = null },
}: {
  services: AppServices;
  pass: Pass;
  now: Date;
  account: { vpa?: string | null; payee?: string | null };
}): Promise<HolderPass["due"]> {
  const due = getPassDue({ pass, now });
  if (!due) return null;
  const entry = { kind: "M", id: pass.id } as const;
  const request = await readPaymentRequest({ sql: services.sql, entry });
  const note = `Pass ${pass.vehicle_no ?? pass.name ?? ""}`;
  const upi = vpa && payee ? buildUpiIntent({ vpa, payee, amount: due.amount, request, note }) : null;
  const gateway = await services.paymentGateways.get({ sql: services.sql, branch: pass.branch });
  return {
    ...due,
    upi,
    payee: upi === null ? null : payee,
    pay: gateway ? createPayToken({ tokens: services.tokens, entry }) : null,
  };
}
