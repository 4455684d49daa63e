import { IconMinus, IconPlus } from "@tabler/icons-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Card } from "#web/ui/page.tsx";
import styles from "#web/product/location-map/location-map.module.css";

export function MapButtons({ onZoomIn, onZoomOut }: { onZoomIn: () => void; onZoomOut: () => void }) {
  return (
    <Card component="div" padding="0" className={styles["mapButtons"]}>
      <IconButton label="Zoom in" icon={IconPlus} onPress={onZoomIn} />
      <IconButton label="Zoom out" icon={IconMinus} onPress={onZoomOut} />
    </Card>
  );
}
