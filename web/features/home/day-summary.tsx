// The manager's day: vehicles, waiting customers, money, exceptions and staff on duty.
import { useQuery } from "@tanstack/react-query";
import { formatDate, startOfDay } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { cashDayQuery, getCashInAll } from "#web/api/cash-day.ts";
import { countQuery, itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { OnDuty } from "#web/product/on-duty.tsx";
import { StatLink } from "#web/ui/data/tile.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Title } from "#web/ui/text.tsx";
import { ValetDayTiles, ValetDriversCard } from "#web/features/home/valet-day.tsx";
import { useNow } from "#web/ui/use-now.ts";

export function DaySummary() {
  const { branch, zone } = useBranch();
  useLiveCollections("Parking_Information", "Valet_and_Parking_Information", "cash_shifts");
  const now = useNow(60_000);
  const today = startOfDay({ at: now, zone }).toISOString();
  return (
    <Stack component="section" gap="sm">
      <Title>Today</Title>
      <Grid minColumnWidth={140} gap="xs">
        {branch.is_parking && (
          <>
            <CountTile
              label="Inside now"
              page="parking/dashboard?state=in"
              collection="Parking_Information"
              filter={{ parking_status_id: { _eq: parkingSequence.in } }}
            />
            <CountTile
              label="Checked in today"
              page="parking/dashboard"
              collection="Parking_Information"
              filter={{ in_time: { _gte: today } }}
            />
          </>
        )}
        {branch.is_valet_and_parking && (
          <>
            <CountTile
              label="Valet tickets open"
              page="valet-parking/dashboard"
              collection="Valet_and_Parking_Information"
              filter={{ status_id: { _neq: valetSequence.checkedOut } }}
            />
            <CountTile
              label="Pickups requested"
              page="valet-parking/dashboard"
              collection="Valet_and_Parking_Information"
              filter={{ status_id: { _eq: valetSequence.pickupRequested } }}
            />
            <ValetDayTiles />
          </>
        )}
        <CashTiles />
      </Grid>
      <StaffOnDuty />
      {branch.is_valet_and_parking && <ValetDriversCard />}
    </Stack>
  );
}

interface CountTileProps {
  label: string;
  /** The page under /{company}/{branch}/ that lists the counted rows. */
  page: string;
  collection: CollectionName;
  filter: Filter;
}

function CountTile({ label, page, collection, filter }: CountTileProps) {
  const { branch, path } = useBranch();
  const { data } = useQuery(countQuery(collection, { branch: { _eq: branch.id }, ...filter }));
  return <StatLink to={path(page)} label={label} value={data ?? "–"} />;
}

function CashTiles() {
  const { zone, path } = useBranch();
  const day = formatDate({ at: useNow(60_000), zone });
  const { data, error, refetch } = useQuery(cashDayQuery(day));
  if (error && !data)
    return (
      <div style={{ gridColumn: "1 / -1" }}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    );
  const to = path("reporting/cash");
  return (
    <>
      <StatLink to={to} label="Cash" value={data ? formatRupees(getCashInAll(data.totals)) : "–"} />
      <StatLink to={to} label="Online" value={data ? formatRupees(data.totals.online) : "–"} />
      <StatLink to={to} label="Exceptions" value={data?.remarkable.length ?? "–"} />
    </>
  );
}

function StaffOnDuty() {
  const { branch } = useBranch();
  useLiveCollections("users");
  const { data } = useQuery(
    itemsQuery("users", {
      filter: { default_branch: { _eq: branch.id }, status: { _eq: "active" }, in_out_flag: { _eq: true } },
      fields: ["id", "first_name"],
      sort: ["first_name"],
      limit: -1,
    }),
  );
  return data ? <OnDuty people={data} /> : null;
}
