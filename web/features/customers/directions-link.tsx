// Directions back to the place where a vehicle is parked.
import { Button } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import { t } from "#web/languages/t.ts";

interface DirectionsLinkProps {
  branch: { name: string; latitude: string | null; longitude: string | null } | null;
}

/** Nothing for a branch without coordinates. */
export function DirectionsLink({ branch }: DirectionsLinkProps) {
  if (!branch?.latitude || !branch.longitude) return null;
  return (
    <Button
      component="a"
      variant="default"
      size="lg"
      leftSection={<IconRoute size={20} aria-hidden="true" />}
      href={getDirectionsUrl({ latitude: branch.latitude, longitude: branch.longitude })}
      target="_blank"
      rel="noreferrer"
      aria-label={t("Directions to {name}", { name: branch.name })}
    >
      {t("Directions")}
    </Button>
  );
}
