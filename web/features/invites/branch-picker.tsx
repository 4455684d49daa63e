// Selects the branch a customer invites to: one where they are at home, or a commercial branch found by name.
import { TextInput } from "@mantine/core";
import { IconBuilding, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Filter } from "#domain/schema/collection.ts";
import { getMaxInviteDays } from "#domain/invites/invite.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { homesQuery, invitableBranchFields, type InvitableBranch } from "#web/features/invites/api.ts";
import type { InviteTarget } from "#web/features/invites/invite-form.tsx";
import { t } from "#web/languages/t.ts";

const maxResults = 6;
const debounceMs = 250;

/** Only limits the options; the server decides who may invite where (domain/invites/invite.ts). */
function toBranchFilter({ own, typed }: { own: readonly number[]; typed: string }): Filter {
  const open: Filter[] = [{ entity_type: { _eq: "commercial" } }, ...own.map((id): Filter => ({ id: { _eq: id } }))];
  const contains = { _icontains: typed };
  const named: Filter[] = typed ? [{ _or: [{ name: contains }, { company: { name: contains } }] }] : [];
  return { _and: [{ is_parking: { _eq: true } }, { _or: open }, ...named] };
}

export function BranchPicker({ onSelect }: { onSelect: (branch: number) => void }) {
  const { branch } = useRequiredSession();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), debounceMs);
  const { data: homes, isPending: areHomesPending } = useQuery(homesQuery);
  const units = new Map(homes?.map((home) => [home.branch, home.unit]));
  const own = [...new Set([...units.keys(), ...(branch ? [branch.id] : [])])];
  const { data, error, refetch } = useQuery({
    ...itemsQuery("Branch", {
      filter: toBranchFilter({ own, typed: search }),
      fields: invitableBranchFields,
      sort: ["name"],
      limit: maxResults,
    }),
    placeholderData: keepPreviousData,
    // Without the homes, a short list could leave them out.
    enabled: !areHomesPending,
  });
  // The customer's homes first.
  const branches = data?.toSorted((one, other) => Number(own.includes(other.id)) - Number(own.includes(one.id)));
  return (
    <Stack>
      <TextInput
        label={t("Place name")}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        maxLength={50}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {branches?.length === 0 && <p role="status">{t("No matching places accept invites. Try a shorter name.")}</p>}
      <RowList label={t("Places")}>
        {branches?.map((option) => (
          <Row
            key={option.id}
            leading={<IconBuilding size={24} aria-hidden="true" />}
            trailing={<IconChevronRight size={20} aria-hidden="true" />}
          >
            <RowButton onPress={() => onSelect(option.id)}>{option.name}</RowButton>
            <Text c="dimmed">
              {[units.get(option.id), option.company?.name, option.address].filter(Boolean).join(", ")}
            </Text>
          </Row>
        ))}
      </RowList>
    </Stack>
  );
}

export function toInviteTarget(branch: InvitableBranch): InviteTarget {
  return {
    id: branch.id,
    name: branch.name,
    zone: branch.time_zone,
    allowsPersons: branch.allow_person_entries,
    maxDays: getMaxInviteDays({ ...branch }),
    requiresVehicleType: branch.allow_vehicle_type_required,
  };
}
