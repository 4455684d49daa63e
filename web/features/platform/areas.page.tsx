// /platform/areas: area requests of branches, and all areas by state and city.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMapPin, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { listSearchedNames } from "#domain/branches/place-names.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { pageQuery } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { areaFields, AreaRequests } from "#web/features/platform/area-requests.tsx";
import { Page } from "#web/ui/page.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";

/** A row of the list, or the values of a new one. */
type EditedArea = Partial<WireRow<"Areas">>;

export function AreasPage() {
  const [opened, setOpened] = useState<EditedArea>();
  return (
    <Page
      title="Areas"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add area
        </Button>
      }
    >
      <AreaRequests />
      <AreaList onOpen={setOpened} />
      {opened && (
        <ItemSheet
          collection="Areas"
          title={opened.id === undefined ? "New area" : (opened.area_name ?? "")}
          fields={areaFields}
          row={opened}
          defaults={{}}
          onClose={() => setOpened(undefined)}
        >
          <FormField name="area_name" description="Example: T. Nagar" />
          <FormField name="city" description="Example: Chennai" />
          <FormField name="state" description="Example: Tamil Nadu" />
        </ItemSheet>
      )}
    </Page>
  );
}

function AreaList({ onOpen }: { onOpen: (area: EditedArea) => void }) {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const searchFilter: Filter = {
    _or: listSearchedNames(search).flatMap((text) =>
      ["area_name", "city", "state"].map((name) => ({ [name]: { _icontains: text } })),
    ),
  };
  const { data, error, refetch } = useQuery({
    ...pageQuery("Areas", {
      ...(search ? { filter: searchFilter } : {}),
      sort: ["state", "city", "area_name"],
      page,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between" gap="sm">
        <Title>
          All areas{" "}
          <Text component="span" c="dimmed" className="figures">
            {data?.count}
          </Text>
        </Title>
        <SearchField
          label="Search by area, city or state"
          hint="Area, city or state"
          search={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </Group>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={5} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconMapPin}
          title={search ? "No matching areas" : "No areas yet"}
          text={
            search ? "Try a shorter part of the name, or add the area." : "Branches choose their area from this list."
          }
        />
      )}
      {groupAreas(data?.data ?? []).map(([location, areas]) => (
        <Stack key={location} gap="xs">
          <Title order={3}>{location}</Title>
          <Group component="ul">
            {areas.map((area) => (
              <li key={area.id}>
                <Button variant="default" radius="xl" onClick={() => onOpen(area)}>
                  {area.area_name}
                </Button>
              </li>
            ))}
          </Group>
        </Stack>
      ))}
      {data && <Pagination page={page} count={data.count} order="other" onPageChange={setPage} />}
    </Stack>
  );
}

/** Groups by city and state, in the order of the rows. */
function groupAreas(areas: readonly EditedArea[]): [location: string, areas: EditedArea[]][] {
  const locations = new Map<string, EditedArea[]>();
  for (const area of areas) {
    const location = [area.city, area.state].filter(Boolean).join(", ") || "Not assigned";
    locations.set(location, [...(locations.get(location) ?? []), area]);
  }
  return [...locations];
}
