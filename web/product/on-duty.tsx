// Who is on duty, in one line.
import { IconUsers } from "@tabler/icons-react";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

export function OnDuty({ people }: { people: readonly { first_name: string }[] }) {
  return (
    <Group wrap="nowrap">
      <IconUsers size={20} style={{ flex: "none" }} aria-hidden="true" />
      <Text c="dimmed" fw="medium">
        {people.length === 0 ? "No one on duty" : `On duty: ${people.map((person) => person.first_name).join(", ")}`}
      </Text>
    </Group>
  );
}
