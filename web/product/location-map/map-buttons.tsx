import { IconMinus, IconPlus } from "@tabler/icons-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Card } from "#web/ui/page.tsx";
import styles from "#web/product/location-map/location-map.module.css";
import { t } from "#web/languages/t.ts";

export function MapButtons({ onZoomIn, onZoomOut }: { onZoomIn: () => void; onZoomOut: () => void }) {
  return (
    <Card component="div" padding="0" className={styles["mapButtons"]}>
      <IconButton label={t("Zoom in")} icon={IconPlus} onPress={onZoomIn} />
      <IconButton label={t("Zoom out")} icon={IconMinus} onPress={onZoomOut} />
    </Card>
  );
}
