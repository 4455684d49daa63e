// Units of a branch and the members who are asked about visitors, in this order.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconBuildingCommunity, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { BranchUnits, UnitMembers } from "#domain/visitors/units.collection.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const unitFields = ["id", "name", "members.id", "members.name", "members.phone", "members.sort"] as const;
type Unit = WireRow<"Branch_Units", typeof unitFields>;
type Member = Unit["members"][number];
/** The row that a sheet edits, or the values of a new one. */
type Opened = { unit: Partial<Unit> } | { member: Partial<Member>; of: Unit };

export function UnitsPage() {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<Opened>();
  const { data, error, refetch } = useQuery(
    itemsQuery("Branch_Units", {
      filter: { branch: { _eq: branch.id } },
      fields: unitFields,
      sort: ["name"],
      limit: -1,
    }),
  );
  const addUnit = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpened({ unit: {} })}>
      Add unit
    </Button>
  );
  return (
    <Page title="Units" actions={addUnit}>
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
    </Card>
  );
}

const { name } = BranchUnits.fields;
const { name: memberName, phone, sort } = UnitMembers.fields;
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
