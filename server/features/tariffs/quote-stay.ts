// What a stay would cost: public for published branches, otherwise for the branch's own users.
import { isInScope, type Actor } from "#domain/access/roles.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import * as limits from "#domain/limits.ts";
import { describeLines } from "#domain/payments/stay-breakdown.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { ContractBody, ContractResult } from "#domain/schema/contract.ts";
import type { tariffActions } from "#domain/tariffs/actions.ts";
import { copyTariff } from "#domain/tariffs/copy-tariff.ts";
import { computeStayCharge, countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import type { AppServices } from "#server/context.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { findTariffInForce } from "#server/features/tariffs/tariff-lookups.ts";

type Quote = ContractResult<typeof tariffActions.quote>;

const limit = createAttemptLimit(limits.quotesPerFiveMinutes);

/** The time zone of a branch whose prices the actor may know. FORBIDDEN. */
async function readZone({
  services: { sql },
  actor,
  branch: id,
}: {
  services: AppServices;
  actor: Actor;
  branch: number;
}): Promise<string> {
  const [row] = await sql<{ company: number; status: string; zone: string }[]>`
    select company, status, time_zone as zone from "Branch" where id = ${id}`;
  const isReadable = row && (row.status === "published" || isInScope({ actor, company: row.company, branch: id }));
  return isReadable ? row.zone : throwApiError("FORBIDDEN");
}

export async function quoteStay({
  services,
  session: { actor },
  origin,
  request: { branch, service, vehicle_type, arrival, departure },
}: ActionContext & { request: ContractBody<typeof tariffActions.quote> }): Promise<Quote> {
  const [from, to] = [new Date(arrival), new Date(departure)];
  if (to < from) throwInvalidPayload('"departure" must not be before "arrival".');
  if (countStartedMinutes({ from, to }) > limits.quotedStayMinutes)
    throwInvalidPayload("The stay may last at most 366 days.");
  const keys = [{ key: `quote:${toClientAddressKey(origin.ip)}`, limit }];
  await services.throttle.count({ keys, now: services.clock() });
  const zone = await readZone({ services, actor, branch });
  const version = await findTariffInForce({ tx: services.sql, branch, service, at: from });
  const copied = copyTariff({ version, vehicleType: vehicle_type ?? null, zone, now: from });
  if (copied instanceof RuleViolation) throwViolation(copied);
  const { tariff } = copied;
  if (!tariff) return { charge: 0, minutes: countStartedMinutes({ from, to }), version: null, lines: [] };
  const { charge, minutes, lines } = computeStayCharge({ tariff, stay: { from, to } });
  return { charge, minutes, version: tariff.version, lines: describeLines(lines) };
}
