// Who is on duty, in one line.
import { IconUsers } from "@tabler/icons-react";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function OnDuty({ people }: { people: readonly { first_name: string }[] }) {
  return (
    <Group wrap="nowrap">
      <IconUsers size={20} style={{ flex: "none" }} aria-hidden="true" />
      <Text c="dimmed" fw="medium">
        {people.length === 0
          ? t("No one on duty")
          : t("On duty: {people}", { people: people.map((person) => person.first_name).join(", ") })}
      </Text>
    </Group>
  );
}
