// List row of a person, which opens their details.
import { IconUserCheck } from "@tabler/icons-react";
import { findRole, hasAttendance, roles } from "#domain/access/roles.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { getFullName, getRealEmail, type Person, statusBadges } from "#web/features/people/api.ts";
import { Text } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Row, RowButton } from "#web/ui/data/row-list.tsx";

export function PersonRow({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const role = findRole(person.role);
  const description = [person.designation ?? roles[role].name, person.department, person.employee_id]
    .filter(Boolean)
    .join(", ");
  const isOnDuty = person.in_out_flag && person.status === "active" && hasAttendance({ role });
  return (
    <Row columns="1fr 1fr 220px">
      <Stack gap="2xs">
        <RowButton onPress={onOpen}>{getFullName(person)}</RowButton>
        <Text c="dimmed">{description}</Text>
      </Stack>
      <Stack gap="2xs">
        {person.contact_number && <span className="figures">{person.contact_number}</span>}
        <Text c="dimmed">{getRealEmail(person)}</Text>
      </Stack>
      <Group>
        {isOnDuty && <StatusBadge label="On duty" colour="teal" icon={IconUserCheck} />}
        <StatusBadge {...statusBadges[person.status]} />
      </Group>
    </Row>
  );
}
