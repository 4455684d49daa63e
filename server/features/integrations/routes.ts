// §7: static tokens of integrations: an admin makes one for a role and some branches, sees it once, and may take it back.
import type { FastifyInstance } from "fastify";
import type { Collection, Row } from "#domain/collection.ts";
import { IntegrationTokens } from "#domain/collections/integration-tokens.ts";
import { fieldError } from "#domain/fields.ts";
import { tokenRoles } from "#domain/rules/invitation.ts";
import { roles } from "#domain/roles.ts";
import { isTimestamp, timestampOf } from "#domain/stored-value.ts";
import { type House, inTransaction } from "#server/context.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import { originOf } from "#server/request.ts";
import { bodyOf, idIn } from "#server/services/action.ts";
import { usersCollection } from "#server/services/as-person.ts";
import { personAsking } from "#server/services/own-account.ts";
import { newStaticToken } from "#server/services/static-tokens.ts";

const collection = IntegrationTokens as unknown as Collection;
const shownStart = 8;
const mailDomain = "integrations.chaavi.example";

interface Wanted {
  name: string;
  role: (typeof tokenRoles)[number];
  branches: number[];
  expires_at: Date | null;
}

function wantedIn({ body, now }: { body: Row; now: Date }): Wanted {
  const { name, role, branches, expires_at: expires } = body;
  const wrong = fieldError({ name: "name", field: collection.fields["name"]!, value: name });
  if (wrong) refuse("FAILED_VALIDATION", { field: "name", path: ["name"] }, wrong);
  const known = tokenRoles.find((one) => one === role);
  if (!known) refusePayload(`"role" must be one of ${tokenRoles.join(", ")}.`);
  const keys = Array.isArray(branches) ? [...new Set<unknown>(branches)] : [];
  if (keys.length === 0 || !keys.every((key) => Number.isSafeInteger(key)))
    refuse("FAILED_VALIDATION", { field: "branches", path: ["branches"] }, "*Choose at least one branch");
  if (expires !== undefined && expires !== null && !isTimestamp(expires))
    refuse("FAILED_VALIDATION", { field: "expires_at", path: ["expires_at"] }, "*Give a date and time");
  const end = typeof expires === "string" ? timestampOf(expires) : null;
  if (end && end <= now)
    refuse("FAILED_VALIDATION", { field: "expires_at", path: ["expires_at"] }, "*Give a time that is still to come");
  return { name: String(name).trim(), role: known, branches: keys as number[], expires_at: end };
}

/** Only of one's own company; another's is as absent. */
async function ownBranches({ ctx, branches }: { ctx: WriteContext; branches: number[] }): Promise<number> {
  const { role, company } = ctx.who;
  const found = await ctx.tx<{ id: number; company: number }[]>`
    select id, company from "Branch" where id = any(${branches}::int[])`;
  const mayAll =
    role === "platform" || (role === "admin" && company !== null && found.every((one) => one.company === company));
  const isOne = new Set(found.map((one) => one.company)).size === 1;
  if (!mayAll || !isOne || found.length !== branches.length) refuse("FORBIDDEN");
  return found[0]!.company;
}

/** The token in the clear, once, with its row's id. */
async function makeToken({
  ctx,
  wanted,
}: {
  ctx: WriteContext;
  wanted: Wanted;
}): Promise<{ id: number; token: string }> {
  const { name, role, branches, expires_at } = wanted;
  const company = await ownBranches({ ctx, branches });
  const token = newStaticToken(ctx.random);
  const set = { name, company, role: roles[role].id, token, token_start: token.slice(0, shownStart), expires_at };
  const id = Number(await createItem({ ctx, collection, payload: {}, set, isOurs: true }));
  for (const [place, branch] of branches.entries()) {
    const email = `token-${id}-${String(place).padStart(3, "0")}@${mailDomain}`;
    const user = { first_name: name, email, role: roles[role].id, default_company: company, default_branch: branch };
    await createItem({ ctx, collection: usersCollection, payload: user, set: { integration: id }, isOurs: true });
  }
  return { id, token };
}

/** Its users are suspended with it, which every server sees on the next request. */
async function revoke({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { role, company } = ctx.who;
  const [token] = await ctx.tx<{ company: number; revoked_at: Date | null }[]>`
    select company, revoked_at from "Integration_Tokens" where id = ${id}`;
  if (!token || !(role === "platform" || (role === "admin" && token.company === company))) refuse("FORBIDDEN");
  if (token.revoked_at) return;
  await updateItem({ ctx, collection, id, payload: {}, set: { revoked_at: ctx.now }, isOurs: true });
  const users = await ctx.tx<{ id: string }[]>`select id from users where integration = ${id}`;
  for (const user of users)
    await updateItem({ ctx, collection: usersCollection, id: user.id, payload: { status: "suspended" }, isOurs: true });
}

export function integrationRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/integrations", async (request, reply) => {
    const { session } = await personAsking({ house, request });
    const body = bodyOf({ request, fields: ["name", "role", "branches", "expires_at"] });
    if (session.who.role !== "admin" && session.who.role !== "platform") refuse("FORBIDDEN");
    const wanted = wantedIn({ body, now: house.clock() });
    const work = (ctx: WriteContext) => makeToken({ ctx, wanted });
    const data = await inTransaction({ house, session, origin: originOf(request), work });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/integrations/:id/revoke", async (request, reply) => {
    const { session } = await personAsking({ house, request });
    const id = idIn(request);
    const work = (ctx: WriteContext) => revoke({ ctx, id });
    await inTransaction({ house, session, origin: originOf(request), work });
    return reply.code(204).send();
  });
}
