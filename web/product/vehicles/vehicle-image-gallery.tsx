import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useAssetUrl } from "#web/api/files.ts";
import { Grid } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import styles from "#web/product/vehicles/vehicle-image-gallery.module.css";
import { t } from "#web/languages/t.ts";

/** Photos taken at the gate, opened in full size. */
export function VehicleImageGallery({ ids, title = t("Photos") }: { ids: readonly string[]; title?: string }) {
  const [opened, setOpened] = useState<string>();
  return (
    <Card title={title}>
      <Grid minColumnWidth={104} gap="xs" fill>
        {ids.map((id, index) => (
          <button
            key={id}
            type="button"
            className={styles["picture"]}
            aria-label={t("Open photo {number}", { number: index + 1 })}
            onClick={() => setOpened(id)}
          >
            <GalleryImage id={id} alt="" className="cover" />
          </button>
        ))}
      </Grid>
      <Sheet isOpen={opened !== undefined} title={t("Photo")} onClose={() => setOpened(undefined)}>
        {opened && <GalleryImage id={opened} alt={t("Vehicle at the gate")} className={styles["full"]} />}
      </Sheet>
    </Card>
  );
}

function GalleryImage({ id, alt, className }: { id: string; alt: string; className: string | undefined }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed) return <IconPhotoOff aria-label={t("This photo could not be opened")} />;
  return src ? <img className={className} src={src} alt={alt} /> : null;
}
