// §1: the session of a platform user who reads a branch as support; loaded for users of the platform only.
import { getSupportExceptions, supportRole } from "#domain/access/support-access.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { request } from "#web/api/client.ts";
import { stopLiveUpdates } from "#web/api/live-updates.ts";
import type { Session, SessionBranch, SessionCompany, SessionUser } from "#web/api/session.ts";

/** Null unless the session reads a branch as support. */
export async function readSupportSession(
  user: Omit<SessionUser, "default_company" | "default_branch">,
): Promise<Session | null> {
  const support = await call({ route: "GET /actions/support-access/current" });
  if (!support) return null;
  const [company, branch] = await Promise.all([
    request<{ data: SessionCompany }>(`/items/Companies/${support.company}`),
    request<{ data: Omit<SessionBranch, "parking_config" | "valet_and_parking_config"> & ConfigurationIds }>(
      `/items/Branch/${support.branch}`,
    ),
  ]);
  const site = { ...branch.data, ...(await readConfigurations(branch.data)) };
  return {
    user: { ...user, default_company: company.data, default_branch: site },
    role: supportRole,
    company: company.data,
    branch: site,
    exceptions: getSupportExceptions(),
    support: { id: support.id, expiresAt: support.expires_at },
  };
}

interface ConfigurationIds {
  is_valet_and_parking: boolean;
  parking_config: number | null;
  valet_and_parking_config: number | null;
}

async function readConfigurations({
  is_valet_and_parking,
  parking_config,
  valet_and_parking_config,
}: ConfigurationIds) {
  const read = async <T>(collection: string, id: number | null): Promise<T | null> =>
    id === null ? null : (await request<{ data: T }>(`/items/${collection}/${id}`)).data;
  const [parking, valet] = await Promise.all([
    read<SessionBranch["parking_config"]>("Parking_Configuration", parking_config),
    read<SessionBranch["valet_and_parking_config"]>(
      "Valet_and_Parking_Configuration",
      is_valet_and_parking ? valet_and_parking_config : null,
    ),
  ]);
  return { parking_config: parking, valet_and_parking_config: valet };
}

/** Opens the branch's home. Reloads the document, since all loaded data belongs to the platform. */
export async function enterAsSupport(id: number): Promise<void> {
  const { company, branch } = await call({ route: "POST /actions/support-access/:id/enter", id });
  const [owner, site] = await Promise.all([
    request<{ data: { slug: string } }>(`/items/Companies/${company}?fields=slug`),
    request<{ data: { slug: string } }>(`/items/Branch/${branch}?fields=slug`),
  ]);
  stopLiveUpdates();
  location.assign(`/${owner.data.slug}/${site.data.slug}/home`);
}

/** Also once the access has ended: the session has the rights of the platform again. */
export async function leaveBranch(): Promise<void> {
  try {
    await call({ route: "POST /actions/support-access/leave" });
  } catch (error) {
    // Left in another tab already.
    if (!(error instanceof ApiError) || error.code !== "NO_MATCH_FOUND") throw error;
  }
}

/** Opens the company's page at the platform's desk. */
export async function leaveAsSupport({ company }: Session): Promise<void> {
  await leaveBranch();
  stopLiveUpdates();
  location.assign(company ? `/platform/companies/${company.id}` : "/platform/companies");
}
