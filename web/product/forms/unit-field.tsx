// Flat, department or class that the visitor comes to, found by typing a part of its name.
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { itemsQuery } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useFormField } from "#web/ui/forms/text-field.tsx";
import { t } from "#web/languages/t.ts";

const unitsQuery = (branch: number) =>
  itemsQuery("Branch_Units", {
    filter: { branch: { _eq: branch } },
    fields: ["id", "name"],
    sort: ["name"],
    limit: -1,
  });

export function useUnits() {
  const { branch } = useBranch();
  return useQuery(unitsQuery(branch.id)).data ?? [];
}

/** The form field `unit` with the name of a unit; hidden if the branch has none. */
export function UnitField({ label = t("Unit (optional)") }: { label?: string }) {
  const listId = useId();
  const { text, set, shared } = useFormField({ name: "unit", label });
  const units = useUnits();
  if (units.length === 0) return null;
  return (
    <>
      <TextInput
        {...shared}
        value={text}
        list={listId}
        placeholder={t("e.g. {example}", { example: units[0]!.name })}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => set(value)}
      />
      <datalist id={listId}>
        {units.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Id of the unit with the entered name; undefined without one. FAILED_VALIDATION at the field for an unknown name. */
export async function findEnteredUnit({
  branch,
  name,
}: {
  branch: number;
  name: unknown;
}): Promise<number | undefined> {
  if (!name) return undefined;
  const entered = String(name).toLowerCase();
  const units = await queryClient.ensureQueryData(unitsQuery(branch));
  const unit = units.find((candidate) => candidate.name.toLowerCase() === entered);
  if (unit) return unit.id;
  throw new ApiError({
    code: "FAILED_VALIDATION",
    message: `*${t("Choose a unit from the list")}`,
    status: 400,
    extensions: { field: "unit" },
  });
}
