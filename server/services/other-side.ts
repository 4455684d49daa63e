// §6: a partner logged in as customer, and the reverse, is told to log out first.
import type { FastifyRequest } from "fastify";
import { otherSideRefusal } from "#domain/rules/login-gate.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession } from "#server/items/who.ts";
import { refreshCookie } from "#server/request.ts";
import { userOfToken } from "#server/services/sessions.ts";

/** Throws PARTNER_LOGGED_IN, CUSTOMER_LOGGED_IN or ADMIN_LOGGED_IN for who is logged in in this browser on the other side. */
export async function refuseOtherSide({
  house,
  request,
  page,
}: {
  house: House;
  request: FastifyRequest;
  page: "partner" | "customer";
}): Promise<void> {
  const token = request.cookies[refreshCookie];
  const userId = token && (await userOfToken({ sql: house.sql, token, now: house.clock() }));
  const other = userId ? await loadSession({ sql: house.sql, userId }) : undefined;
  if (!other || other.gate) return;
  const refusal = otherSideRefusal({ role: other.who.role, page });
  if (refusal) refuse(refusal);
}
