// Selects the branch a customer invites to: their residence, or a commercial branch found by name.
import type { WireRow } from "#domain/schema/registry.ts";
import { TextInput } from "@mantine/core";
import { IconBuilding, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Filter } from "#domain/schema/collection.ts";
import { getMaxInviteDays } from "#domain/invites/invite.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import type { InviteTarget } from "#web/features/invites/invite-form.tsx";
import styles from "#web/features/invites/customer-parking-history.module.css";

const fields = [
  "id",
  "name",
  "address",
  "time_zone",
  "allow_person_entries",
  "allow_vehicle_type_required",
  "invite_max_days",
] as const;
type InvitableBranch = WireRow<"Branch", typeof fields>;
const maxResults = 6;
const debounceMs = 250;

/** Only limits the options; the server decides who may invite where (domain/invites/invite.ts). */
function toBranchFilter({ own, typed }: { own: number | null; typed: string }): Filter {
  const open: Filter[] = [{ entity_type: { _eq: "commercial" } }, ...(own === null ? [] : [{ id: { _eq: own } }])];
  const named: Filter[] = typed ? [{ name: { _icontains: typed } }] : [];
  return { _and: [{ is_parking: { _eq: true } }, { _or: open }, ...named] };
}

export function BranchPicker({ onSelect }: { onSelect: (to: InviteTarget) => void }) {
  const { branch } = useRequiredSession();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, error, refetch } = useQuery({
    ...itemsQuery("Branch", {
      filter: toBranchFilter({ own: branch?.id ?? null, typed: search }),
      fields,
      sort: ["name"],
      limit: maxResults,
    }),
    placeholderData: keepPreviousData,
  });
  // The customer's own branch first.
  const branches = data?.toSorted((one, other) => Number(other.id === branch?.id) - Number(one.id === branch?.id));
  return (
    <div className={styles["choice"]}>
      <TextInput
        label="Place name"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        maxLength={50}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {branches?.length === 0 && <p role="status">No matching places accept invites. Try a shorter name.</p>}
      <ul className={styles["places"]} aria-label="Places">
        {branches?.map((option) => (
          <li key={option.id}>
            <button type="button" className={styles["place"]} onClick={() => onSelect(toInviteTarget(option))}>
              <IconBuilding size={24} aria-hidden="true" />
              <span className={styles["words"]}>
                <strong>{option.name}</strong>
                {option.address && <span className={styles["soft"]}>{option.address}</span>}
              </span>
              <IconChevronRight size={20} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function toInviteTarget(branch: InvitableBranch): InviteTarget {
  return {
    id: branch.id,
    name: branch.name,
    zone: branch.time_zone,
    allowsPersons: branch.allow_person_entries,
    maxDays: getMaxInviteDays({ ...branch }),
    requiresVehicleType: branch.allow_vehicle_type_required,
  };
}
