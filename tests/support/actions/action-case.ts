// How a route of the server is requested: the rows it needs, and the permitted users.
import { type Contract, type ContractRequest, parseContractRoute } from "#domain/schema/contract.ts";
import type { RequestSpec, RowKeys, TenantPerson, TenantSite, Tenants } from "#tests/support/tenants.ts";

export interface ActionCase {
  /** As declared: "POST /actions/valet/:id/park". */
  route: string;
  /** Permitted users; null if no user ever is, or if `control` provides one. */
  allowedPerson: TenantPerson | null;
  /** Keys of a site's rows that the request contains; each is replaced separately by another site's. */
  createKeys?: (site: TenantSite) => Promise<RowKeys> | RowKeys;
  createRequest: (keys: RowKeys) => RequestSpec;
  /** For requests whose success needs more: what is sent then, and by whom. */
  createControlRequest?: () => Promise<RequestSpec & { token?: string | undefined }>;
  /** Users who may do this with another site's row anyway, by key. */
  openTo?: { [key: string]: readonly TenantPerson[] };
  /** A list without matches, or a response that is the same for everyone, instead of a rejection. */
  isSilent?: boolean;
  /** Open to everyone about any user, who alone is notified: an email or SMS is queued. */
  isPublic?: boolean;
}

export type ActionCaseFactory = (tenants: Tenants) => ActionCase[];

type ContractCaseOptions<C extends Contract> = Omit<ActionCase, "route" | "createRequest"> & {
  /** Parameters of the path that are not keys of the same name. */
  createParameters?: (keys: RowKeys) => RowKeys;
  /** Body of the request; an empty one by default. */
  createBody?: (keys: RowKeys) => ContractRequest<C> extends { body?: infer B } ? B : never;
  /** Values of the query. */
  createQuery?: (keys: RowKeys) => { [name: string]: string };
  createHeaders?: (keys: RowKeys) => { [name: string]: string };
};

/** The case of a contract, from which its route and address follow; keys with names of parameters are their values. */
export function createContractCase<C extends Contract>(
  contract: C,
  { createParameters, createBody, createQuery, createHeaders, ...options }: ContractCaseOptions<C>,
): ActionCase {
  const { method, path } = parseContractRoute(contract.route);
  const createUrl = (keys: RowKeys): string => {
    const parameters = { ...keys, ...createParameters?.(keys) };
    return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  };
  const createRequest = (keys: RowKeys): RequestSpec => ({
    url: withQuery(createUrl(keys), createQuery?.(keys)),
    ...(createHeaders ? { headers: createHeaders(keys) } : {}),
    ...(contract.reply === "text/event-stream" ? { isStream: true } : {}),
    ...(method === "POST" ? toPayload(createBody?.(keys) ?? {}) : {}),
  });
  return { ...options, route: contract.route, createRequest };
}

const toPayload = (body: object): Partial<RequestSpec> => (body instanceof FormData ? { form: body } : { body });

const withQuery = (path: string, query: { [name: string]: string } | undefined): string =>
  query ? `${path}?${new URLSearchParams(query).toString()}` : path;

/** The address of a contract without parameters. */
export const getContractPath = ({ route }: Contract): string => parseContractRoute(route).path;
