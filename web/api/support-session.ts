// §1: the session of a platform user who reads a branch as support; loaded for users of the platform only.
import { getSupportExceptions, supportRole } from "#domain/access/support-access.ts";
import { findRole } from "#domain/access/roles.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { request } from "#web/api/client.ts";
import { isPlatformPage, stopLiveUpdates } from "#web/api/live-updates.ts";
import type { Session, SessionBranch, SessionCompany, SessionUser } from "#web/api/session.ts";

/** Of local storage: other tabs have the same session, and are told that it enters or leaves a branch. */
const changeKey = "chaavi-support";

const tellOtherTabs = (): void => localStorage.setItem(changeKey, String(Date.now()));

/** Returns the function that stops listening. */
export function onSupportChangeInOtherTab(listener: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent): void => {
    if (key === changeKey) listener();
  };
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}

type PlatformUser = Omit<SessionUser, "default_company" | "default_branch">;

/** Whether this document shows a branch that is read as support. */
let isReading = false;

/** Null unless the session reads a branch as support. Pages of the platform keep the role, and wait (support-elsewhere.tsx). */
export async function readSupportSession(user: PlatformUser): Promise<Session | null> {
  const session = await readOpenAccess(user).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "SUPPORT_ENDED") throw error;
    // Between two of the requests.
    await leaveBranch();
    return null;
  });
  // Left in another tab, or ended: a page that was opened to read must not go on with the rights of the platform.
  if (isReading && !session) location.assign("/platform/companies");
  isReading = session !== null && !isPlatformPage();
  return session;
}

async function readOpenAccess(user: PlatformUser): Promise<Session | null> {
  const support = await call({ route: "GET /actions/support-access/current" });
  if (!support) return null;
  const [company, branch] = await Promise.all([
    request<{ data: SessionCompany }>(`/items/Companies/${support.company}`),
    request<{ data: Omit<SessionBranch, "parking_config" | "valet_and_parking_config"> & ConfigurationIds }>(
      `/items/Branch/${support.branch}`,
    ),
  ]);
  const site = { ...branch.data, ...(await readConfigurations(branch.data)) };
  const rights: Pick<Session, "role" | "exceptions"> = isPlatformPage()
    ? { role: findRole(user.role) }
    : { role: supportRole, exceptions: getSupportExceptions() };
  return {
    user: { ...user, default_company: company.data, default_branch: site },
    ...rights,
    company: company.data,
    branch: site,
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
  tellOtherTabs();
  stopLiveUpdates();
  location.assign(`/${owner.data.slug}/${site.data.slug}/home`);
}

let leaving: Promise<void> | undefined;

/** Also once the access has ended: the session has the rights of the platform again. Once at a time. */
export function leaveBranch(): Promise<void> {
  leaving ??= leave().finally(() => (leaving = undefined));
  return leaving;
}

async function leave(): Promise<void> {
  try {
    await call({ route: "POST /actions/support-access/leave" });
  } catch (error) {
    // Left in another tab already.
    if (!(error instanceof ApiError) || error.code !== "NO_MATCH_FOUND") throw error;
  }
  tellOtherTabs();
}

/** Opens the company's page at the platform's desk. */
export async function leaveAsSupport({ company }: Session): Promise<void> {
  isReading = false;
  await leaveBranch();
  stopLiveUpdates();
  location.assign(company ? `/platform/companies/${company.id}` : "/platform/companies");
}
