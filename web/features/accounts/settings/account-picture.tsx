// The picture of a customer's account, which the customer alone sees.
import { IconUser } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useAssetUrl } from "#web/api/files.ts";
import { t } from "#web/languages/t.ts";

const pictureStyle: CSSProperties = {
  display: "grid",
  flex: "none",
  placeItems: "center",
  width: 80,
  height: 80,
  borderRadius: "var(--radius-full)",
  background: "var(--sunken)",
  color: "var(--ink-soft)",
  objectFit: "cover",
};

/** `id` is that of the file. Without a picture, or if it cannot be loaded, an icon. */
export function AccountPicture({ id }: { id: string | null }) {
  return id === null ? <NoPicture /> : <StoredPicture id={id} />;
}

function StoredPicture({ id }: { id: string }) {
  const { src } = useAssetUrl(id);
  return src ? <img style={pictureStyle} src={src} alt={t("You")} /> : <NoPicture />;
}

function NoPicture() {
  return (
    <span style={pictureStyle}>
      <IconUser size={40} stroke={1.4} aria-hidden="true" />
    </span>
  );
}
