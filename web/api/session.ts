// §3 Session user, §4 Session: current user, login and logout.
import type { CollectionName, WireRow } from "#domain/schema/registry.ts";
import { queryOptions } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { getRoleExceptions } from "#domain/access/capability-exceptions.ts";
import { getSetUpExceptions, isSettingUp } from "#domain/access/set-up-access.ts";
import { findRole, isPlatform, type CapabilityExceptions, type Role } from "#domain/access/roles.ts";
import type { CustomerFlag } from "#domain/accounts/customer-type.ts";
import type { EnabledServices } from "#domain/accounts/landing.ts";
import { isStaffOfService, type ServiceName, serviceNames } from "#domain/branches/services.ts";
import type { VisitorPhoneMode } from "#domain/branches/visitor-phone.ts";
import type { Language } from "#domain/people/languages.ts";
import { getStaffServices } from "#domain/people/assigned-services.ts";
import { sessionMode } from "#web/api/shell.ts";
import { ApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { showKeptLanguage } from "#web/languages/stored.ts";
import { clearStorage, storeToken } from "#web/api/tokens/access-token.ts";
import { readStoredToken, createSessionBody } from "#web/api/tokens/stored-token.ts";

export interface SessionCompany {
  id: number;
  name: string;
  slug: string;
  status: string;
  company_type: string;
  suspended_at?: string | null;
}
export interface SessionBranch extends EnabledServices {
  id: number;
  name: string;
  slug: string;
  status: string;
  time_zone: string;
  /** Of slips and receipts. */
  print_language: Language;
  entity_type: string;
  allow_vehicle_image_required: boolean;
  allow_vehicle_type_required: boolean;
  visitor_phone: VisitorPhoneMode;
  allow_person_entries: boolean;
  /** Longest invite in days. */
  invite_max_days: number | null;
  /** Invites of one host per day; null for the limits of the account alone. */
  invites_per_host: number | null;
  /** Longest pass in days. */
  pass_max_days: number | null;
  pass_moves_per_month: number | null;
  is_staff_available: boolean;
  valet_number: string | null;
  parking_config: WireRow<"Parking_Configuration"> | null;
  valet_and_parking_config: WireRow<"Valet_and_Parking_Configuration"> | null;
  capability_exceptions?: unknown;
  discount_limits?: unknown;
  payment_channels?: unknown;
  upi_vpa?: string | null;
  upi_payee_name?: string | null;
  set_up_skipped?: unknown;
  opening_hours?: unknown;
}
/** §3: the types of a customer; all false for others. */
type CustomerTypes = { [flag in CustomerFlag]: boolean };
export interface SessionUser extends CustomerTypes {
  id: string;
  first_name: string;
  email: string;
  contact_number: string | null;
  role: string;
  status: string;
  in_out_flag: boolean;
  pending_creation_type: "company" | "branch" | null;
  default_company: SessionCompany | null;
  default_branch: SessionBranch | null;
}
export interface Session {
  user: SessionUser;
  role: Role;
  company: SessionCompany | null;
  branch: SessionBranch | null;
  /** Exceptions of the branch from the capabilities of the role. */
  exceptions?: CapabilityExceptions | undefined;
  /** The registration is under review: the session sets up the branch only. */
  isSettingUp?: boolean;
  /** A user of the platform who reads the branch as support: nothing can be changed. */
  support?: { id: number; expiresAt: string };
  /** Services to which staff are limited; the others of the branch count as off. */
  services?: readonly ServiceName[] | undefined;
}

const sessionFields = ["*", "default_company.*", "default_branch.*"] as const;
type LoadedUser = WireRow<"users", typeof sessionFields>;

const readOwnUser = () => request<{ data: LoadedUser }>(`/users/me?fields=${sessionFields.join(",")}`);
// Not loaded by the pages of others.
const loadSupport = () => import("#web/api/support-session.ts");

/** The user after a support access that has ended is left. */
async function leaveEndedSupport(error: unknown): Promise<{ data: LoadedUser }> {
  if (!(error instanceof ApiError) || error.code !== "SUPPORT_ENDED") throw error;
  await (await loadSupport()).leaveBranch();
  return readOwnUser();
}

async function readSession(): Promise<Session | null> {
  if (!readStoredToken()) return null;
  const { data } = await readOwnUser().catch(leaveEndedSupport);
  await showKeptLanguage(data.language).catch(() => undefined);
  // Logged out meanwhile: what follows would be read without a token, and refused.
  if (!readStoredToken()) return null;
  const role = findRole(data.role);
  const support = isPlatform({ role }) && (await (await loadSupport()).readSupportSession(data));
  if (support) return support;
  const branch = data.default_branch && {
    ...data.default_branch,
    ...(await readConfigurations(role, data.default_branch)),
  };
  const services = getStaffServices({ role, stored: data.staff_service_type });
  for (const service of serviceNames)
    if (branch && !isStaffOfService({ staffServices: services, service })) branch[service] = false;
  const user = { ...data, default_branch: branch };
  const { default_company: company } = user;
  const isPending = isSettingUp({ role, companyStatus: company?.status, branchStatus: branch?.status });
  const exceptions = isPending
    ? getSetUpExceptions(role)
    : getRoleExceptions({ stored: branch?.capability_exceptions, role });
  return { user, role, company, branch, exceptions, services, isSettingUp: isPending };
}

/** Only users who operate the gate may read the branch's configuration; the server rejects others. */
async function readConfigurations(
  role: Role,
  branch: NonNullable<LoadedUser["default_branch"]>,
): Promise<Pick<SessionBranch, "parking_config" | "valet_and_parking_config">> {
  async function read<N extends CollectionName>(collection: N, id: number | null): Promise<WireRow<N> | null> {
    if (!id || !can({ role }, "gate.operate")) return null;
    // Not through items.ts, which public pages would load for this alone.
    return (await request<{ data: WireRow<N> }>(`/items/${collection}/${id}`)).data;
  }
  const [parking, valet] = await Promise.all([
    read("Parking_Configuration", branch.parking_config),
    read("Valet_and_Parking_Configuration", branch.is_valet_and_parking ? branch.valet_and_parking_config : null),
  ]);
  return { parking_config: parking, valet_and_parking_config: valet };
}

/** Null if logged out. */
export const sessionQuery = queryOptions({ queryKey: ["session"], queryFn: readSession, staleTime: 60_000 });

/** Login page (§6): the partners' or one of the customers'. */
export type LogInPageKind = "partner" | "commercial" | "government" | "school-college-university";

interface SessionTokens {
  access_token?: string | undefined;
  expires?: number;
  refresh_token?: string | undefined;
}

/** Throws ApiError with the code of the failed check (§4 Login gating); INVALID_OTP if a two-factor code is required. */
export async function logIn(credentials: {
  email: string;
  password: string;
  otp?: string;
  page: LogInPageKind;
}): Promise<Session> {
  const options = { method: "POST", body: { ...credentials, mode: sessionMode }, isPublic: true } as const;
  return storeSession((await request<{ data: SessionTokens }>("/auth/login", options)).data);
}

/** Stores the tokens of a new session and loads its user. */
export async function storeSession({ access_token, expires, refresh_token }: SessionTokens): Promise<Session> {
  // §4: 'Login without a token sets a login error.'
  if (!access_token) throw new ApiError({ code: "INVALID_CREDENTIALS", status: 401 });
  clearQueryCache();
  storeToken({ access_token, expires: expires ?? 0, refresh_token });
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!session) throw new ApiError({ code: "SOMETHING_WRONG", status: 500 });
  return session;
}

/** Removes data of the previous user. The session query stays, since the layout observes it. */
function clearQueryCache(): void {
  void queryClient.cancelQueries(sessionQuery);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Of keys in session storage of what was typed and not sent; it must not outlive a log-out. */
export const draftPrefix = "chaavi-draft/";

/** Ends the session in the browser at once. If the server cannot be reached, its token expires by itself. */
export async function logOut(): Promise<void> {
  const body = await createSessionBody();
  const logOutRequest = request("/auth/logout", { method: "POST", body, isPublic: true });
  clearStorage();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  clearQueryCache();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await logOutRequest.catch(() => undefined);
}
