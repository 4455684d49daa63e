// One picture that is shown to others: chosen from the device, looked at by the server, seen before it is kept.
import { Button, Input } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { uploadPicture, useAsset } from "#web/items/asset.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { shrink } from "#web/ui/picture.ts";
import styles from "#web/ui/picture-choice.module.css";

interface PictureChoiceProps {
  /** What the picture shows; not said again where a heading says it. */
  label: string;
  hasHeading?: boolean;
  description?: string;
  /** The file's id, or null for none. */
  value: string | null;
  onChange: (id: string | null) => void;
}

const kept = ["image/jpeg", "image/png", "image/webp"];

/** What is small enough travels as it is, so that a clear background stays clear. */
async function ready(file: File): Promise<Blob> {
  return kept.includes(file.type) && file.size < limits.imageBytes ? file : shrink(file);
}

/** What the server says of a file, as the catalogue says it of a picture. */
function reasonOf(thrown: unknown): string {
  const { code } = thrown as { code?: string };
  if (code === "UNSUPPORTED_MEDIA_TYPE") return errorText("IMAGE_TYPE");
  return errorText(code === "CONTENT_TOO_LARGE" ? "IMAGE_TOO_LARGE" : (code ?? "IMAGE_UPLOAD_FAILED"));
}

export function PictureChoice({ label, hasHeading = false, description, value, onChange }: PictureChoiceProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function choose(file: File): Promise<void> {
    setError(undefined);
    setIsSending(true);
    try {
      onChange(await uploadPicture(await ready(file), label));
    } catch (thrown) {
      setError(reasonOf(thrown));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div className={styles["choice"]}>
      {!hasHeading && <Input.Label labelElement="div">{label}</Input.Label>}
      {description && <Input.Description>{description}</Input.Description>}
      {value && <ShownPicture id={value} alt={label} />}
      <div className={styles["actions"]}>
        <FileButton
          icon={IconPhotoPlus}
          label={label}
          accept={kept.join(",")}
          isBusy={isSending}
          isWrong={error !== undefined}
          describedBy={error && id}
          onFile={(file) => void choose(file)}
        >
          {isSending ? "Sending…" : value ? "Another picture" : "Choose a picture"}
        </FileButton>
        {value && (
          <Button variant="subtle" size="md" onClick={() => onChange(null)}>
            Without a picture
          </Button>
        )}
      </div>
      {error && (
        <Input.Error id={id} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

export function ShownPicture({ id, alt }: { id: string; alt: string }) {
  const { src, isFailed } = useAsset(id);
  if (isFailed) return <p className={styles["missing"]}>{errorText("IMAGE_OPEN_FAILED")}</p>;
  return src ? <img className={styles["shown"]} src={src} alt={alt} /> : null;
}
