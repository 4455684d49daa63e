import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { t } from "#web/languages/t.ts";

export function InviteButton({ onPress }: { onPress: () => void }) {
  return (
    <Button color="marigold" size="lg" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={onPress}>
      {t("Invite visitor")}
    </Button>
  );
}
