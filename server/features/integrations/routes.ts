// §7: static tokens of integrations: created by admins for a role and branches, shown once, and revocable.
import type { FastifyInstance } from "fastify";
import { Users } from "#domain/people/users.collection.ts";
import { integrationActions } from "#domain/integrations/actions.ts";
import type { ContractBody, ContractReply } from "#domain/schema/contract.ts";
import { IntegrationTokens } from "#domain/integrations/integration-tokens.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { can } from "#domain/access/capabilities.ts";
import { isInScope, roles } from "#domain/access/roles.ts";
import { isTimestamp, parseTimestamp } from "#domain/schema/stored-value.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { assertOwnBranches } from "#server/features/integrations/own-branches.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import { generateStaticToken } from "#server/auth/static-tokens.ts";

const collection = IntegrationTokens;
const visiblePrefixLength = 8;
const mailDomain = "integrations.chaavi.example";

type TokenBody = ContractBody<typeof integrationActions.create>;
interface TokenRequest {
  name: string;
  role: TokenBody["role"];
  branches: number[];
  is_read_only: boolean;
  areas: TokenBody["areas"];
  expires_at: Date | null;
}

function parseTokenRequest({ body, now }: { body: TokenBody; now: Date }): TokenRequest {
  const { name, role, branches, is_read_only, areas, expires_at: expiresAt } = body;
  const nameError = checkField({ name: "name", field: collection.fields["name"]!, value: name });
  if (nameError) throwApiError("FAILED_VALIDATION", { field: "name", path: ["name"] }, nameError);
  const keys = Array.isArray(branches) ? [...new Set<unknown>(branches)] : [];
  if (keys.length === 0 || !keys.every((key) => typeof key === "number" && Number.isSafeInteger(key)))
    throwApiError("FAILED_VALIDATION", { field: "branches", path: ["branches"] }, "*Choose at least one branch");
  if (expiresAt !== undefined && expiresAt !== null && !isTimestamp(expiresAt))
    throwApiError("FAILED_VALIDATION", { field: "expires_at", path: ["expires_at"] }, "*Enter a date and time");
  const end = typeof expiresAt === "string" ? parseTimestamp(expiresAt) : null;
  if (end && end <= now)
    throwApiError("FAILED_VALIDATION", { field: "expires_at", path: ["expires_at"] }, "*Choose a time in the future");
  return { name: String(name).trim(), role, branches: keys.map(Number), is_read_only, areas, expires_at: end };
}

/** Creates a token and returns it in plain text with its id; it cannot be read later. */
async function createToken({
  ctx,
  tokenRequest,
}: {
  ctx: WriteContext;
  tokenRequest: TokenRequest;
}): Promise<ContractReply<typeof integrationActions.create>> {
  const { name, role, branches, is_read_only, areas, expires_at } = tokenRequest;
  const company = await assertOwnBranches({ ctx, branches });
  const token = generateStaticToken(ctx.random);
  const systemValues = {
    name,
    company,
    role: roles[role].id,
    token,
    token_start: token.slice(0, visiblePrefixLength),
    is_read_only,
    areas,
    expires_at,
  };
  const id = await createItem({ ctx, collection, payload: {}, systemValues, bypassAccess: true });
  for (const [index, branch] of branches.entries()) {
    const email = `token-${id}-${String(index).padStart(3, "0")}@${mailDomain}`;
    const user = { first_name: name, email, role: roles[role].id, default_company: company, default_branch: branch };
    await createItem({
      ctx,
      collection: Users,
      payload: user,
      systemValues: { integration: id },
      bypassAccess: true,
    });
  }
  return { id, token };
}

/** Revokes a token and suspends its users, effective on all servers with the next request. */
async function revokeToken({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { actor } = ctx;
  const [token] = await ctx.tx<{ company: number; revoked_at: Date | null }[]>`
    select company, revoked_at from "Integration_Tokens" where id = ${id}`;
  if (!token || !can(actor, "integration.manage")) throwApiError("FORBIDDEN");
  if (!isInScope({ actor, company: token.company, branch: null })) throwApiError("FORBIDDEN");
  if (token.revoked_at) return;
  await updateItem({ ctx, collection, id, payload: {}, systemValues: { revoked_at: ctx.now }, bypassAccess: true });
  const users = await ctx.tx<{ id: string }[]>`select id from users where integration = ${id}`;
  for (const user of users)
    await updateItem({
      ctx,
      collection: Users,
      id: user.id,
      payload: { status: "suspended" },
      bypassAccess: true,
    });
}

const implementations = [
  implement(integrationActions.create, async ({ body, ...context }) => {
    if (!can(context.session.actor, "integration.manage")) throwApiError("FORBIDDEN");
    const tokenRequest = parseTokenRequest({ body, now: context.services.clock() });
    return runInTransaction({ ...context, work: (ctx) => createToken({ ctx, tokenRequest }) });
  }),
  implement(integrationActions.revoke, ({ id, ...context }) =>
    runInTransaction({ ...context, work: (ctx) => revokeToken({ ctx, id }) }),
  ),
];

export function integrationRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
