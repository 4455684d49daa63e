import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

export function InviteButton({ onPress }: { onPress: () => void }) {
  return (
    <Button color="marigold" size="lg" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={onPress}>
      Invite visitor
    </Button>
  );
}
