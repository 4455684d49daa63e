// §2 (reading.md §2): URL segments of companies and branches, and reserved segments.

/** First path segments of the API, below which there are no pages. */
export const apiSegments: ReadonlySet<string> = new Set([
  "actions",
  "items",
  "auth",
  "users",
  "files",
  "roles",
  "folders",
  "policies",
  "permissions",
  "presets",
  "revisions",
  "activity",
  "collections",
  "fields",
  "relations",
  "settings",
  "server",
  "utils",
  "graphql",
  "websocket",
  "live",
  "assets",
  "api",
  "admin",
  "static",
  "health",
  "pay-status",
  "send-mail",
  "send-sms-otp",
  "verify-gst",
  "verify-pan",
]);

/** First path segments that the product uses or reserves. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  // Services and customer types.
  "parking",
  "valet-parking",
  "valet-service",
  "pre-booking",
  "pre-booking-rental",
  "valet",
  "commercial",
  "gov",
  "government",
  "residential",
  "school-college-university",
  "public",
  // Pages.
  "home",
  "customer",
  "partner",
  "platform",
  "partner-with-us",
  "company-register",
  "branch-register",
  "success-registration",
  "otp-authentication",
  "invite",
  "pass",
  "verification-page",
  "email-change-request",
  "accept-invitation",
  "staff-log-in",
  "my-pages",
  "share",
  "account",
  "integrations",
  "offers-and-promotions",
  "offers",
  "contact-us-for-business-affiliation",
  "suggestions",
  "how-to-use",
  "terms-of-service",
  "about-us",
  "privacy-policy",
  "cookie-policy",
  "refund-policy",
  "login",
  "logout",
  "access-denied",
  "not-found",
  "vendor",
  "staff",
  "security-personal",
  "employee",
  "approver",
  "vehicle-entry",
  "person-entry",
  "vehicle-search",
  "outbox",
  "select",
  "configurations",
  "reporting",
  "application-correction",
  "onboarding-form",
  "generate-one-time-password",
  "docs",
  "pay",
  "visit",
  "rate",
  "ratings",
  "report-mistake",
  "receipt",
  // The server.
  ...apiSegments,
]);

const maxSlugLength = 80;

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/** Whether an address can be a page: one of the product's own, or one below company and branch, or the placeholders of both. */
export function isPageAddress(path: string): boolean {
  const segments = path.split("/").filter(Boolean);
  const [first = ""] = segments;
  if (apiSegments.has(first)) return false;
  return isReservedSlug(first) || (segments.length > 2 && /^(:company|[a-z0-9-]+)$/.test(first));
}

/** 'Café São & Co.' → 'cafe-sao-and-co'; empty if the name has no Latin letter or digit. Can be reserved. */
export function toSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "");
}

/**
 * Returns the slug of the name, else the first of -2, -3 … that is neither in use nor reserved; `fallback` replaces an
 * empty slug.
 */
export function findFreeSlug({
  name,
  fallback,
  isTaken,
}: {
  name: string;
  fallback: string;
  isTaken: (slug: string) => boolean;
}): string {
  const base = toSlug(name) || fallback;
  let slug = base;
  for (let number = 2; isReservedSlug(slug) || isTaken(slug); number++) {
    const ending = `-${number}`;
    slug = base.slice(0, maxSlugLength - ending.length).replace(/-+$/, "") + ending;
  }
  return slug;
}

/**
 * The slug of a new row's name: the first that is not reserved; undefined without a usable name. One that is in use is
 * RECORD_NOT_UNIQUE when it is stored.
 */
export function suggestSlug({ name }: { name?: unknown }): string | undefined {
  if (typeof name !== "string" || toSlug(name) === "") return undefined;
  return findFreeSlug({ name, fallback: "", isTaken: () => false });
}
