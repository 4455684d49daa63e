// §2 Access behaviour (reading.md §2): `redirect_to` is only ever a path of our own; partners' paths travel with placeholders.

const longest = 2_000;
const company = ":company";
const branch = ":branch";

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? "";
}

/** A browser drops tabs and line breaks and reads a backslash as a slash, so none of them may be there. */
function hasForbidden(address: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0020\u007f\\]/.test(address);
}

/** `.` and `..` segments could be resolved into `//host`. */
function hasDots(path: string): boolean {
  return path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/** The address when it is a path of our own, with its query and hash; undefined for anything else, which is then ignored. */
export function safeRedirect(address: string | null | undefined): string | undefined {
  if (!address || address.length > longest || !address.startsWith("/")) return undefined;
  const path = pathOf(address);
  if (path.includes("//") || hasForbidden(address) || hasDots(path)) return undefined;
  return address;
}

/** '/acme/mg-road/parking/dashboard?x=1' → '/:company/:branch/parking/dashboard?x=1'; a shorter path stays as it is. */
export function withPlaceholders(address: string): string {
  const path = pathOf(address);
  const [, first, second, ...rest] = path.split("/");
  if (!first || !second) return address;
  return `/${[company, branch, ...rest].join("/")}${address.slice(path.length)}`;
}

/** The placeholders filled from the session's own company and branch; undefined where it has none, or the address is not ours. */
export function fillPlaceholders({
  address,
  companySlug,
  branchSlug,
}: {
  address: string | null | undefined;
  companySlug: string | null;
  branchSlug: string | null;
}): string | undefined {
  const safe = safeRedirect(address);
  if (safe === undefined) return undefined;
  const path = pathOf(safe);
  const [, first, second, ...rest] = path.split("/");
  if (first !== company || second !== branch) return safe;
  if (!companySlug || !branchSlug) return undefined;
  return `/${[companySlug, branchSlug, ...rest].join("/")}${safe.slice(path.length)}`;
}

/** Where an unauthenticated visitor of a partner's page is sent. */
export function partnerLogin(address: string): string {
  return `/partner-with-us?redirect_to=${encode(withPlaceholders(address))}`;
}

/** Where an unauthenticated visitor of a customer's page is sent. */
export function customerLogin(address: string): string {
  return `/customer/commercial/login?redirect_to=${encode(address)}`;
}

/** Slashes and colons may stand in a query as they are, and read better. */
function encode(address: string): string {
  return encodeURIComponent(address).replace(/%2F/g, "/").replace(/%3A/g, ":");
}
