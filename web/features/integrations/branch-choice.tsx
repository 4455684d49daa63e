// Check boxes of the company's branches.
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

interface BranchChoiceProps {
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
}

export function BranchChoice({ chosen, onChoose }: BranchChoiceProps) {
  const { company, branch } = useBranch();
  const branchesQuery = itemsQuery("Branch", {
    fields: ["id", "name"],
    filter: { company: { _eq: company.id } },
    sort: ["name"],
    limit: -1,
  });
  const { data: branches = [{ id: branch.id, name: branch.name }] } = useQuery(branchesQuery);
  return (
    <Stack component="fieldset" gap="0">
      <legend>
        <strong>Branches</strong>
      </legend>
      {branches.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="md"
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((branchId) => branchId !== id))
          }
        />
      ))}
      {chosen.length === 0 && <Text c="red">*Choose at least one branch</Text>}
    </Stack>
  );
}
