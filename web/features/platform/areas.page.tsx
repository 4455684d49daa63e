// /platform/areas: areas that branches ask for, and all there are, by state and city.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMapPin, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Filter } from "#domain/collection.ts";
import { pageQuery } from "#web/items/items.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { RowSheet } from "#web/ui/row-sheet.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { areaFields, AreaRequests } from "#web/features/platform/area-requests.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import styles from "#web/features/platform/platform.module.css";

interface AreaWire {
  [field: string]: unknown;
  id?: number;
  area_name?: string;
  city?: string | null;
  state?: string | null;
}

export function AreasPage() {
  const [opened, setOpened] = useState<AreaWire>();
  return (
    <DeskFrame
      title="Areas"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add an area
        </Button>
      }
    >
      <AreaRequests />
      <AllAreas onOpen={setOpened} />
      {opened && (
        <RowSheet
          collection="Areas"
          title={opened.id === undefined ? "A new area" : (opened.area_name ?? "")}
          fields={areaFields}
          row={opened}
          belongsTo={{}}
          onClose={() => setOpened(undefined)}
        >
          <FormField name="area_name" placeholder="T. Nagar" />
          <FormField name="city" placeholder="Chennai" />
          <FormField name="state" placeholder="Tamil Nadu" />
        </RowSheet>
      )}
    </DeskFrame>
  );
}

function AllAreas({ onOpen }: { onOpen: (area: AreaWire) => void }) {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const narrowed: Filter = {
    _or: ["area_name", "city", "state"].map((name) => ({ [name]: { _icontains: search } })),
  };
  const { data, error, refetch } = useQuery({
    ...pageQuery<AreaWire>("Areas", {
      ...(search ? { filter: narrowed } : {}),
      sort: ["state", "city", "area_name"],
      page,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles["list"]}>
      <div className={styles["filters"]}>
        <h2 className={styles["heading"]}>
          All areas <span className={`figures ${styles["soft"]}`}>{data?.count}</span>
        </h2>
        <SearchField
          label="Part of an area, a city or a state"
          hint="Area, city or state"
          search={search}
          onSearch={(typed) => {
            setSearch(typed);
            setPage(1);
          }}
        />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={5} />}
      {data?.count === 0 && (
        <EmptyState icon={IconMapPin} title="No area fits" text="Try a shorter part of the name, or add the area." />
      )}
      {placesOf(data?.data ?? []).map(([place, areas]) => (
        <div key={place} className={styles["place"]}>
          <h3 className={styles["placeName"]}>{place}</h3>
          <ul className={styles["words"]}>
            {areas.map((area) => (
              <li key={area.id}>
                <button type="button" className={styles["word"]} onClick={() => onOpen(area)}>
                  {area.area_name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {data && data.count > data.data.length && <Pages page={page} count={data.count} order="other" onOpen={setPage} />}
    </section>
  );
}

/** By city and state, in the order in which they come. */
function placesOf(areas: readonly AreaWire[]): [place: string, areas: AreaWire[]][] {
  const places = new Map<string, AreaWire[]>();
  for (const area of areas) {
    const place = [area.city, area.state].filter(Boolean).join(", ") || "Nowhere yet";
    places.set(place, [...(places.get(place) ?? []), area]);
  }
  return [...places];
}
