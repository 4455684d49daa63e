// How a route of the server is requested: the rows it needs, and the permitted users.
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
