// Units of a branch and the members who are asked about visitors, in this order.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconBuildingCommunity, IconFileImport, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type Weekday, weekdays } from "#domain/branches/opening-hours.ts";
import { BranchUnits, UnitMembers, VisitPermissions } from "#domain/visitors/units.collection.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ImportUnits } from "#web/features/visitors/import-units.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";

const unitFields = [
  "id",
  "name",
  "members.id",
  "members.name",
  "members.phone",
  "members.sort",
  "permissions.id",
  "permissions.name",
  "permissions.phone",
  "permissions.vehicle_no",
  "permissions.days",
  "permissions.from_time",
  "permissions.until_time",
] as const;
type Unit = WireRow<"Branch_Units", typeof unitFields>;
type Member = Unit["members"][number];
type Permission = Unit["permissions"][number];
/** The row that a sheet edits, or the values of a new one. */
type Opened =
  | { unit: Partial<Unit> }
  | { member: Partial<Member>; of: Unit }
  | { permission: Partial<Permission>; of: Unit };

export function UnitsPage() {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<Opened>();
  const [isImporting, setIsImporting] = useState(false);
  const { data, error, refetch } = useQuery(
    itemsQuery("Branch_Units", {
      filter: { branch: { _eq: branch.id } },
      fields: unitFields,
      sort: ["name"],
      limit: -1,
    }),
  );
  if (isImporting) return <ImportUnits onClose={() => setIsImporting(false)} />;
  const actions = (
    <Group>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden="true" />}
        onClick={() => setIsImporting(true)}
      >
        Import
      </Button>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpened({ unit: {} })}>
        Add unit
      </Button>
    </Group>
  );
  return (
    <Page title="Units" actions={actions}>
      <Text c="dimmed">
        Flats, departments or classes that visitors come to. Members are asked by SMS about a visitor at the gate, one
        after the other; then the approvers are.
      </Text>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={IconBuildingCommunity} title="No units yet" text="Add the first one to ask its members." />
      )}
      <Grid minColumnWidth={320} gap="md" fill>
        {data?.map((unit) => (
          <UnitCard key={unit.id} unit={unit} onOpen={setOpened} />
        ))}
      </Grid>
      {opened && <OpenedSheet opened={opened} branch={branch.id} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function UnitCard({ unit, onOpen }: { unit: Unit; onOpen: (opened: Opened) => void }) {
  const members = unit.members.toSorted((one, other) => (one.sort ?? 0) - (other.sort ?? 0) || one.id - other.id);
  return (
    <Card
      title={unit.name}
      actions={
        <Button variant="default" aria-label={`Rename ${unit.name}`} onClick={() => onOpen({ unit })}>
          Rename
        </Button>
      }
    >
      {members.length === 0 && <Text c="dimmed">No members: the approvers answer.</Text>}
      <RowList isFramed={false} label={`Members of ${unit.name}`}>
        {members.map((member) => (
          <Row key={member.id}>
            <RowButton onPress={() => onOpen({ member, of: unit })}>
              {member.name}{" "}
              <Text component="span" c="dimmed" fw="regular" isFigures>
                {member.phone}
              </Text>
            </RowButton>
          </Row>
        ))}
      </RowList>
      <Button
        variant="default"
        aria-label={`Add member to ${unit.name}`}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => onOpen({ member: { sort: (members.at(-1)?.sort ?? 0) + 1 }, of: unit })}
      >
        Add member
      </Button>
      {unit.permissions.length > 0 && (
        <Title order={3} size="md">
          Regular visitors
        </Title>
      )}
      <RowList isFramed={false} label={`Regular visitors of ${unit.name}`}>
        {unit.permissions.map((permission) => (
          <Row key={permission.id}>
            <RowButton onPress={() => onOpen({ permission, of: unit })}>
              {permission.name}{" "}
              <Text component="span" c="dimmed" fw="regular" isFigures>
                {describePermission(permission)}
              </Text>
            </RowButton>
          </Row>
        ))}
      </RowList>
      <Button
        variant="default"
        aria-label={`Add regular visitor of ${unit.name}`}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => onOpen({ permission: { from_time: "06:00", until_time: "22:00" }, of: unit })}
      >
        Add regular visitor
      </Button>
    </Card>
  );
}

const dayLabels: { readonly [day in Weekday]: string } = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
};

function describePermission({ days, from_time: from, until_time: until }: Permission): string {
  const chosen = weekdays.filter((day) => days.includes(day)).map((day) => dayLabels[day]);
  return `${chosen.length === weekdays.length ? "every day" : chosen.join(", ")}, ${from}–${until}`;
}

const { name } = BranchUnits.fields;
const { name: memberName, phone, sort } = UnitMembers.fields;
const { phone: visitorPhone, vehicle_no: plate, from_time: from, until_time: until } = VisitPermissions.fields;
const permissionFields = {
  name: VisitPermissions.fields.name,
  phone: visitorPhone,
  vehicle_no: plate,
  from_time: from,
  until_time: until,
};
const memberFields = { name: memberName, phone, sort: { ...sort, label: "Position", min: 1 } };

function OpenedSheet({ opened, branch, onClose }: { opened: Opened; branch: number; onClose: () => void }) {
  if ("unit" in opened)
    return (
      <ItemSheet
        collection="Branch_Units"
        title={opened.unit.name ?? "New unit"}
        fields={{ name }}
        row={opened.unit}
        defaults={{ branch }}
        onClose={onClose}
      >
        <FormField name="name" placeholder="A-204" />
      </ItemSheet>
    );
  if ("permission" in opened) return <PermissionSheet opened={opened} onClose={onClose} />;
  return (
    <ItemSheet
      collection="Unit_Members"
      title={opened.member.name ?? `New member of ${opened.of.name}`}
      fields={memberFields}
      row={opened.member}
      defaults={{ unit: opened.of.id, sort: opened.member.sort }}
      onClose={onClose}
    >
      <FormField name="name" />
      <FormField name="phone" placeholder="98400 12345" />
      <FormField name="sort" description="The lower number is asked first." />
    </ItemSheet>
  );
}

function PermissionSheet({
  opened: { permission, of },
  onClose,
}: {
  opened: { permission: Partial<Permission>; of: Unit };
  onClose: () => void;
}) {
  const [days, setDays] = useState<readonly string[]>();
  return (
    <ItemSheet
      collection="Visit_Permissions"
      title={permission.name ?? `New regular visitor of ${of.name}`}
      fields={permissionFields}
      row={permission}
      defaults={{ unit: of.id, from_time: permission.from_time, until_time: permission.until_time }}
      extraFields={days && { days }}
      onClose={onClose}
    >
      <FormField name="name" placeholder="Lakshmi Rao" />
      <FormField name="phone" placeholder="98400 12345" />
      <FormField name="vehicle_no" label="Vehicle number" widget="plate" />
      <Checkbox.Group label="Days" value={[...(days ?? permission.days ?? weekdays)]} onChange={setDays}>
        <Grid minColumnWidth={80} gap="xs">
          {weekdays.map((day) => (
            <Checkbox key={day} size="md" value={day} label={dayLabels[day]} />
          ))}
        </Grid>
      </Checkbox.Group>
      <Grid minColumnWidth={120} gap="sm">
        <FormField name="from_time" placeholder="06:00" />
        <FormField name="until_time" placeholder="22:00" />
      </Grid>
    </ItemSheet>
  );
}
