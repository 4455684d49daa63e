// The versions of the tariff of a branch and service, and the one in force.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { useNow } from "#web/ui/use-now.ts";
import { findVersionInForce, sortVersions } from "#web/product/tariffs/versions.ts";

const versionFields = ["id", "number", "starts_at", "tariff", "date_created", "user_created.first_name"] as const;
type VersionRow = WireRow<"Tariff_Versions", typeof versionFields>;
export type StoredVersion = Omit<VersionRow, "starts_at"> & { starts_at: string };

/** A version without a start started when it was created. */
function toVersion(row: VersionRow): StoredVersion {
  return { ...row, starts_at: row.starts_at ?? row.date_created };
}

export function useTariffVersions({ branch, service }: { branch: number; service: ServiceName }) {
  const now = useNow();
  useLiveCollections("Tariff_Versions");
  const { data, error, refetch } = useQuery(
    itemsQuery("Tariff_Versions", {
      fields: versionFields,
      filter: { branch: { _eq: branch }, service: { _eq: service } },
      sort: ["-starts_at", "-number"],
    }),
  );
  const versions = data && sortVersions(data.map(toVersion));
  return { versions, inForce: versions && findVersionInForce(versions, now), now, error, refetch };
}
