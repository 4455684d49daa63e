// Queries, labels and export of security events.
import type { WireRow } from "#domain/schema/registry.ts";
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Json } from "#domain/schema/collection.ts";
import { formatCsv } from "#domain/text/csv.ts";
import { roleNames, roles } from "#domain/access/roles.ts";
import { securityEvents, type SecuritySeverity } from "#domain/security/events.ts";
import { humanize } from "#domain/text/labels.ts";
import * as limits from "#domain/limits.ts";
import { exportItems, pageQuery } from "#web/api/items.ts";
import { type SecurityLogUrlState, toSecurityEventFilter } from "#web/product/security-log/url-state.ts";

const fields = [
  "id",
  "kind",
  "person.id",
  "person.first_name",
  "role",
  "account.id",
  "account.first_name",
  "subject",
  "ip",
  "user_agent",
  "detail",
  "request_id",
  "count",
  "first_at",
  "last_at",
  "company.name",
  "branch.name",
] as const;
export type SecurityEvent = WireRow<"Security_Events", typeof fields>;
/** Only the latest events are exported. */
const maxExportedEvents = 20_000;

interface SecurityEventsQueryOptions {
  urlState: SecurityLogUrlState;
  zone?: string | undefined;
}

export function securityEventsQuery({ urlState, zone }: SecurityEventsQueryOptions) {
  const filter = toSecurityEventFilter({ urlState, zone });
  return pageQuery("Security_Events", {
    filter,
    fields,
    sort: ["-last_at", "-id"],
    limit: limits.pageSize,
    page: urlState.page,
  });
}

const headings = [
  "Event",
  "Count",
  "First",
  "Last",
  "Person",
  "Role",
  "Account",
  "Subject",
  "IP address",
  "Company",
  "Branch",
  "Details",
  "Reference",
];

/** All events that match the filters, as CSV. */
export async function exportSecurityEvents({ urlState, zone }: SecurityEventsQueryOptions): Promise<string> {
  const events = await exportItems("Security_Events", {
    filter: toSecurityEventFilter({ urlState, zone }),
    fields,
    sort: ["-last_at", "-id"],
    limit: maxExportedEvents,
  });
  const lines = events.map((event) => [
    securityEvents[event.kind].label,
    String(event.count),
    event.first_at,
    event.last_at,
    event.person?.first_name ?? "",
    getRoleName(event.role) ?? "",
    event.account?.first_name ?? "",
    event.subject ?? "",
    event.ip ?? "",
    event.company?.name ?? "",
    event.branch?.name ?? "",
    describeDetail(event).join("; "),
    event.request_id ?? "",
  ]);
  return formatCsv([headings, ...lines]);
}

export const severityBadges: { [severity in SecuritySeverity]: { label: string; colour: string; icon: Icon } } = {
  notice: { label: "Notice", colour: "grey", icon: IconInfoCircle },
  warning: { label: "Warning", colour: "amber", icon: IconAlertTriangle },
  alert: { label: "Alert", colour: "red", icon: IconAlertOctagon },
};

/** Undefined without a role. */
export function getRoleName(role: string | null): string | undefined {
  const name = roleNames.find((known) => known === role);
  return name && roles[name].name;
}

/** A name; the role if the reader may not see the name; 'Not logged in' for anonymous requests. */
export function describeActor({ person, role, account, subject }: SecurityEvent): string {
  if (person) return person.first_name;
  const roleName = getRoleName(role);
  if (roleName) return roleName;
  return account?.first_name ?? subject ?? "Not logged in";
}

/** Each detail as 'Name: value'; empty values are omitted. */
export function describeDetail({ detail }: SecurityEvent): string[] {
  return Object.entries(detail ?? {})
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${humanize(name)}: ${formatValue(value)}`);
}

function formatValue(value: Json): string {
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
