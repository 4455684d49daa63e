// §3 Session user, §4 Session: who is logged in, and logging in and out.
import { queryOptions } from "@tanstack/react-query";
import { partnerRoles, roleOf } from "#domain/roles.ts";
import type { Role } from "#domain/roles.ts";
import type { Services } from "#domain/rules/landing.ts";
import { ApiError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { queryString, readItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { clearStorage, storedToken, storeToken } from "#web/items/token.ts";

export interface SessionCompany {
  id: number;
  name: string;
  slug: string;
  status: string;
  company_type: string;
}
export interface SessionBranch extends Services {
  id: number;
  name: string;
  slug: string;
  status: string;
  time_zone: string;
  entity_type: string;
  allow_vehicle_image_required: boolean;
  allow_vehicle_type_required: boolean;
  allow_person_entries: boolean;
  is_staff_available: boolean;
  valet_number: string | null;
  parking_config: Configuration | null;
  valet_and_parking_config: Configuration | null;
}
type Configuration = { [field: string]: unknown };
export interface SessionUser {
  id: string;
  first_name: string;
  email: string;
  contact_number: string | null;
  role: string;
  status: string;
  in_out_flag: boolean;
  govt_customer: boolean;
  pending_creation_type: "company" | "branch" | null;
  default_company: SessionCompany | null;
  default_branch: SessionBranch | null;
}
export interface Session {
  user: SessionUser;
  role: Role;
  company: SessionCompany | null;
  branch: SessionBranch | null;
}

const sessionFields = ["*", "default_company.*", "default_branch.*"];

/** Who works by the branch's configuration and may read it; asked for by anybody else, it is refused. */
const configured: readonly Role[] = ["admin", "manager", "staff"];

type UserWire = Omit<SessionUser, "default_branch"> & {
  default_branch:
    | (Omit<SessionBranch, "parking_config" | "valet_and_parking_config"> & {
        parking_config?: number | null;
        valet_and_parking_config?: number | null;
      })
    | null;
};

async function readSession(): Promise<Session | null> {
  if (!storedToken()) return null;
  const { data } = await request<{ data: UserWire }>(`/users/me${queryString({ fields: sessionFields })}`);
  const role = roleOf(data.role);
  const branch = data.default_branch && {
    ...data.default_branch,
    ...(await readConfigurations(role, data.default_branch)),
  };
  const user = { ...data, default_branch: branch };
  return { user, role, company: user.default_company, branch };
}

async function readConfigurations(
  role: Role,
  branch: NonNullable<UserWire["default_branch"]>,
): Promise<Pick<SessionBranch, "parking_config" | "valet_and_parking_config">> {
  const read = (collection: string, id: number | null | undefined): Promise<Configuration | null> =>
    id && configured.includes(role) ? readItem(collection, id) : Promise.resolve(null);
  const [parking, valet] = await Promise.all([
    read("Parking_Configuration", branch.parking_config),
    read("Valet_and_Parking_Configuration", branch.is_valet_and_parking ? branch.valet_and_parking_config : null),
  ]);
  return { parking_config: parking, valet_and_parking_config: valet };
}

/** Null for nobody. */
export const sessionQuery = queryOptions({ queryKey: ["session"], queryFn: readSession, staleTime: 60_000 });

export function isPartner(role: Role): boolean {
  return (partnerRoles as readonly Role[]).includes(role);
}

/** Those who let vehicles and persons in and out; others look on. */
export function worksAtGate(role: Role): boolean {
  return role === "admin" || role === "manager" || role === "staff";
}

/** Those who answer requests of their branch (domain/rules/approval.ts). */
export function answersRequests(role: Role): boolean {
  return role === "admin" || role === "manager" || role === "approver";
}

/** Of the page one logs in at (§6): partners' or one of the customers'. */
export type LogInPage = "partner" | "commercial" | "government" | "school-college-university";

interface TokensAnswer {
  data?: { access_token?: string; expires?: number };
}

/** Throws ApiError with the code of the gate that did not open (§4 Login gating); INVALID_OTP where a second factor is asked for. */
export function logIn(credentials: {
  email: string;
  password: string;
  otp?: string;
  page: LogInPage;
}): Promise<Session> {
  return startSession({ path: "/auth/login", body: credentials });
}

/** Asks an address that answers with the tokens of a new log-in, in the mode of browsers, and keeps them. */
export async function startSession({ path, body }: { path: string; body: object }): Promise<Session> {
  const isOwn = path.startsWith("/actions/account/");
  const options = { method: "POST", body: { ...body, mode: "cookie" }, isPublic: !isOwn } as const;
  return keepSession(await request<TokensAnswer>(path, options));
}

export async function keepSession({ data }: TokensAnswer): Promise<Session> {
  const { access_token, expires } = data ?? {};
  // §4: 'Login without a token sets a login error.'
  if (!access_token) throw new ApiError({ code: "INVALID_CREDENTIALS", status: 401 });
  forgetAll();
  storeToken({ access_token, expires: expires ?? 0 });
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!session) throw new ApiError({ code: "SOMETHING_WRONG", status: 500 });
  return session;
}

/** What one person has read is not for the next. The session's own place stays, since the frame on the screen watches it. */
function forgetAll(): void {
  void queryClient.cancelQueries(sessionQuery);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Ends the session here at once; the server is told, and where it cannot be, its token runs out by itself. */
export async function logOut(): Promise<void> {
  const ending = request("/auth/logout", { method: "POST", body: { mode: "cookie" }, isPublic: true });
  clearStorage();
  forgetAll();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await ending.catch(() => undefined);
}
