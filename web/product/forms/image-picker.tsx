// Picks, uploads and previews one image, such as a logo or a banner.
import { getErrorCode } from "#domain/error-code.ts";
import { Button, Input } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { getErrorText } from "#domain/errors.ts";
import { uploadImage, useAssetUrl } from "#web/api/files.ts";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { prepareImage, uploadableImageTypes } from "#web/product/forms/compress-image.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

interface ImagePickerProps {
  /** Name of the image; not shown if `hasHeading`. */
  label: string;
  hasHeading?: boolean;
  description?: string;
  /** File id; null for none. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Maps a file upload error to the catalogue's error text for images. */
function getUploadError(thrown: unknown): string {
  const code = getErrorCode(thrown);
  if (code === "UNSUPPORTED_MEDIA_TYPE") return getErrorText("IMAGE_TYPE");
  if (code === "CONTENT_TOO_LARGE") return getErrorText("IMAGE_TOO_LARGE");
  return getErrorText(code === undefined || code === "INTERNAL_SERVER_ERROR" ? "IMAGE_UPLOAD_FAILED" : code);
}

export function ImagePicker({ label, hasHeading = false, description, value, onChange }: ImagePickerProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function choose(file: File): Promise<void> {
    setError(undefined);
    setIsSending(true);
    try {
      onChange(await uploadImage(await prepareImage(file), label));
    } catch (thrown) {
      setError(getUploadError(thrown));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Stack gap="xs">
      {!hasHeading && <Input.Label labelElement="div">{label}</Input.Label>}
      {description && <Input.Description>{description}</Input.Description>}
      {value && <ImagePreview id={value} alt={label} />}
      <Group>
        <FilePickerButton
          icon={IconPhotoPlus}
          label={label}
          accept={uploadableImageTypes.join(",")}
          isBusy={isSending}
          isInvalid={error !== undefined}
          describedBy={error && id}
          onFile={(file) => void choose(file)}
        >
          {isSending ? "Uploading…" : value ? "Choose another image" : "Choose image"}
        </FilePickerButton>
        {value && (
          <Button variant="subtle" size="md" onClick={() => onChange(null)}>
            {t("Remove image")}
          </Button>
        )}
      </Group>
      {error && (
        <Input.Error id={id} role="alert">
          {error}
        </Input.Error>
      )}
    </Stack>
  );
}

const previewStyle = {
  maxWidth: "100%",
  maxHeight: 180,
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
  background: "var(--sunken)",
  objectFit: "contain",
} as const;

export function ImagePreview({ id, alt }: { id: string; alt: string }) {
  const { src, isFailed } = useAssetUrl(id);
  if (isFailed) return <Text c="dimmed">{getErrorText("IMAGE_OPEN_FAILED")}</Text>;
  return src ? <img style={previewStyle} src={src} alt={alt} /> : null;
}
