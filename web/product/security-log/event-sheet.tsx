// Details of one security event, with links to all events of its person or IP address.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { securityEvents } from "#domain/security/events.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { describeDetail, getRoleName, type SecurityEvent, severityBadges } from "#web/product/security-log/events.ts";
import type { UpdateSecurityLogUrlState } from "#web/product/security-log/url-state.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";

interface EventSheetProps {
  event: SecurityEvent;
  zone?: string | undefined;
  onShow: UpdateSecurityLogUrlState;
  onClose: () => void;
}

export function EventSheet({ event, zone, onShow, onClose }: EventSheetProps) {
  const { label, severity } = securityEvents[event.kind];
  const { person, role, account, subject, ip, count, company, branch } = event;
  const name = person?.first_name ?? account?.first_name ?? subject;
  return (
    <Sheet isOpen title={label} onClose={onClose}>
      <Stack align="start">
        <StatusBadge {...severityBadges[severity]} size="large" />
        <KeyValueList>
          <EventDetail name="Count">{count > 1 ? String(count) : undefined}</EventDetail>
          <EventDetail name={count > 1 ? "First" : "When"}>
            <DateTime at={event.first_at} zone={zone} />
          </EventDetail>
          <EventDetail name="Last">{count > 1 && <DateTime at={event.last_at} zone={zone} />}</EventDetail>
          <EventDetail name="Person">{person?.first_name}</EventDetail>
          <EventDetail name="Role">{getRoleName(role)}</EventDetail>
          <EventDetail name="Account">{account?.first_name}</EventDetail>
          <EventDetail name="Subject">{subject}</EventDetail>
          <EventDetail name="IP address">{ip}</EventDetail>
          <EventDetail name="Company">{company?.name}</EventDetail>
          <EventDetail name="Branch">{branch?.name}</EventDetail>
          <EventDetail name="Details">
            {describeDetail(event).map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
          </EventDetail>
          <EventDetail name="Device">{event.user_agent}</EventDetail>
          <EventDetail name="Reference">{event.request_id}</EventDetail>
        </KeyValueList>
        <Group>
          {ip && (
            <Button variant="default" size="md" onClick={() => onShow({ ip, person: "", kind: "" })}>
              Events from this address
            </Button>
          )}
          {name && (
            <Button variant="default" size="md" onClick={() => onShow({ person: name.slice(0, 50), ip: "", kind: "" })}>
              Events of this person
            </Button>
          )}
        </Group>
      </Stack>
    </Sheet>
  );
}

/** Omitted if empty. */
function EventDetail({ name, children }: { name: string; children: ReactNode }) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
  return <KeyValue label={name}>{children}</KeyValue>;
}
