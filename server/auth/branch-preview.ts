// §2 Previews of public pages: tokens for users who configure the branch, checked against their current rights.
import type { ErrorCode } from "#domain/errors.ts";
import { canPreviewBranch } from "#domain/site/branch-preview.ts";
import { formatBranchPath, formatPreviewPath } from "#domain/site/listing-address.ts";
import type { SiteEntityType, SiteService } from "#domain/site/site-data.ts";
import { listPageServices } from "#domain/site/site-labels.ts";
import { type BranchPreviewPayload, tokenKinds } from "#server/auth/token-kinds.ts";
import type { AppServices } from "#server/context.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";

/** Of users who cannot log in before the platform has verified what they see here. */
const verifiedLater: ReadonlySet<ErrorCode> = new Set(["BRANCH_DRAFT", "COMPANY_DRAFT"]);

interface PreviewedBranch {
  id: number;
  company: number;
  companySlug: string;
  slug: string;
  entityType: SiteEntityType;
  isParking: boolean;
  valet: SiteService | null;
  isPublished: boolean;
}

async function findBranch({ sql, id }: { sql: AppServices["sql"]; id: number }): Promise<PreviewedBranch | undefined> {
  const [branch] = await sql<PreviewedBranch[]>`
    select b.id, b.company, c.slug as "companySlug", b.slug, b.entity_type as "entityType", b.is_parking as "isParking",
      case when b.is_valet_and_parking then coalesce(v.service_type, 'valet-parking') end as valet,
      b.status = 'published' and c.status = 'published' as "isPublished"
    from "Branch" b join "Companies" c on c.id = b.company
    left join "Valet_and_Parking_Configuration" v on v.id = b.valet_and_parking_config where b.id = ${id}`;
  return branch;
}

/**
 * The path of a branch's page: the public one, or before it is published one with a token. Null without a service that has
 * a page; FORBIDDEN for a branch that the user does not configure.
 */
export async function createBranchPagePath({
  services,
  session: { actor, authVersion, family },
  branch: id,
}: {
  services: AppServices;
  session: Session;
  branch: number;
}): Promise<string | null> {
  const branch = await findBranch({ sql: services.sql, id });
  if (!branch || actor.id === null || !canPreviewBranch({ actor, branch })) throwApiError("FORBIDDEN");
  const [service] = listPageServices(branch);
  if (!service) return null;
  const address = { company: branch.companySlug, branch: branch.slug, service, entityType: branch.entityType };
  if (branch.isPublished) return formatBranchPath(address);
  const payload = { id: actor.id, version: authVersion, session: family, branch: id };
  const token = await services.tokens.issue({ kind: tokenKinds.branchPreview, payload });
  return `${formatPreviewPath(address)}?token=${token}`;
}

export interface BranchPreview {
  branch: number;
  session: Session;
}

/** The branch of a token; undefined if the token or its user's right has ended. */
export async function findBranchPreview({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<BranchPreview | undefined> {
  const payload = await verify({ services, token });
  const session = payload && (await loadSession({ sql: services.sql, userId: payload.id }));
  if (!session || session.authVersion !== payload.version) return undefined;
  if (payload.session !== null && session.ended.has(payload.session)) return undefined;
  if (session.accessError && !verifiedLater.has(session.accessError)) return undefined;
  const branch = await findBranch({ sql: services.sql, id: payload.branch });
  return branch && canPreviewBranch({ actor: session.actor, branch }) ? { branch: branch.id, session } : undefined;
}

async function verify({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<BranchPreviewPayload | undefined> {
  try {
    return await services.tokens.verify({ kind: tokenKinds.branchPreview, token });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The session of a preview, for a picture that its page shows; FORBIDDEN for any other file. */
export async function getPreviewSession({
  services,
  token,
  image,
}: {
  services: AppServices;
  token: unknown;
  image: string;
}): Promise<Session> {
  const preview = await findBranchPreview({ services, token });
  if (!preview) throwApiError("FORBIDDEN");
  const shown = await services.sql`
    select 1 from "Branch_Banner_Images" where branch = ${preview.branch} and image::text = ${image}
    union all select 1 from "Branch" b join "Companies" c on c.id = b.company where b.id = ${preview.branch} and c.company_logo::text = ${image}`;
  return shown.length > 0 ? preview.session : throwApiError("FORBIDDEN");
}
