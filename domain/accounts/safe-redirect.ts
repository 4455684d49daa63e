// §2 Access behaviour (reading.md §2): `redirect_to` accepts local paths only; partner paths use placeholders.

const maxRedirectLength = 2_000;
const company = ":company";
const branch = ":branch";

function getPath(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? "";
}

/** Browsers drop tabs and line breaks and treat a backslash as a slash, so none of them is allowed. */
function hasForbiddenCharacters(address: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0020\u007f\\]/.test(address);
}

/** `.` and `..` segments could resolve to `//host`. */
function hasDotSegments(path: string): boolean {
  return path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/** Returns the address if it is a local path, including query and hash; otherwise undefined. */
export function toSafeRedirect(address: string | null | undefined): string | undefined {
  if (!address || address.length > maxRedirectLength || !address.startsWith("/")) return undefined;
  const path = getPath(address);
  if (path.includes("//") || hasForbiddenCharacters(address) || hasDotSegments(path)) return undefined;
  return address;
}

/** '/acme/mg-road/parking/dashboard?x=1' → '/:company/:branch/parking/dashboard?x=1'; a shorter path is unchanged. */
export function toRedirectTemplate(address: string): string {
  const path = getPath(address);
  const [, first, second, ...rest] = path.split("/");
  if (!first || !second) return address;
  return `/${[company, branch, ...rest].join("/")}${address.slice(path.length)}`;
}

/**
 * Replaces the placeholders by the session's company and branch; undefined if it has none or the address is not a local
 * path.
 */
export function resolveRedirectTemplate({
  address,
  companySlug,
  branchSlug,
}: {
  address: string | null | undefined;
  companySlug: string | null;
  branchSlug: string | null;
}): string | undefined {
  const safe = toSafeRedirect(address);
  if (safe === undefined) return undefined;
  const path = getPath(safe);
  const [, first, second, ...rest] = path.split("/");
  if (first !== company || second !== branch) return safe;
  if (!companySlug || !branchSlug) return undefined;
  return `/${[companySlug, branchSlug, ...rest].join("/")}${safe.slice(path.length)}`;
}

/**
 * Login path for an unauthenticated visitor of a page of a branch, whose company and branch become placeholders, or of
 * another page for partners or the platform.
 */
export function getPartnerLoginPath(address: string, { isOfBranch = true } = {}): string {
  return `/partner-with-us?redirect_to=${encodeRedirect(isOfBranch ? toRedirectTemplate(address) : address)}`;
}

/** Login path for an unauthenticated visitor of a customer page. */
export function getCustomerLoginPath(address: string): string {
  return `/customer/commercial/login?redirect_to=${encodeRedirect(address)}`;
}

/** Keeps slashes and colons unencoded, which are allowed in a query and easier to read. */
function encodeRedirect(address: string): string {
  return encodeURIComponent(address).replace(/%2F/g, "/").replace(/%3A/g, ":");
}
