// Where a customer invites to: the residence they belong to, places they have been to, or any commercial one by its name.
import { TextInput } from "@mantine/core";
import { IconBuilding, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Filter } from "#domain/collection.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import type { InvitedTo } from "#web/features/invites/invite-form.tsx";
import styles from "#web/features/invites/customer.module.css";

interface Place {
  id: number;
  name: string;
  address: string | null;
  time_zone: string;
  allow_person_entries: boolean;
  allow_vehicle_type_required: boolean;
}

const fields = ["id", "name", "address", "time_zone", "allow_person_entries", "allow_vehicle_type_required"];
const shown = 6;
const typingMs = 250;

/** Whom one may invite to where is the server's to say (domain/rules/invite.ts); here it is only what is offered. */
function offered({ own, typed }: { own: number | null; typed: string }): Filter {
  const open: Filter[] = [{ entity_type: { _eq: "commercial" } }, ...(own === null ? [] : [{ id: { _eq: own } }])];
  const named: Filter[] = typed ? [{ name: { _icontains: typed } }] : [];
  return { _and: [{ is_parking: { _eq: true } }, { _or: open }, ...named] };
}

export function BranchChoice({ onChosen }: { onChosen: (to: InvitedTo) => void }) {
  const { branch } = useKnownSession();
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed.trim(), typingMs);
  const { data, error, refetch } = useQuery({
    ...itemsQuery<Place>("Branch", {
      filter: offered({ own: branch?.id ?? null, typed: sought }),
      fields,
      sort: ["name"],
      limit: shown,
    }),
    placeholderData: keepPreviousData,
  });
  // One's own place first.
  const places = data?.toSorted((one, other) => Number(other.id === branch?.id) - Number(one.id === branch?.id));
  return (
    <div className={styles["choice"]}>
      <TextInput
        label="Name of the place"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        maxLength={50}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {places?.length === 0 && <p role="status">No place of that name takes invites. Try a shorter part of it.</p>}
      <ul className={styles["places"]} aria-label="Places">
        {places?.map((place) => (
          <li key={place.id}>
            <button type="button" className={styles["place"]} onClick={() => onChosen(invitedTo(place))}>
              <IconBuilding size={24} aria-hidden="true" />
              <span className={styles["words"]}>
                <strong>{place.name}</strong>
                {place.address && <span className={styles["soft"]}>{place.address}</span>}
              </span>
              <IconChevronRight size={20} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function invitedTo(place: Place): InvitedTo {
  return {
    id: place.id,
    name: place.name,
    zone: place.time_zone,
    takesPersons: place.allow_person_entries,
    asksType: place.allow_vehicle_type_required,
  };
}
