// Vehicle photos: taken with the camera, compressed in the browser and uploaded while the form is filled in.
import { Input } from "@mantine/core";
import { IconCamera, IconX } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { errorCatalogue } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { requiredMessage, text } from "#domain/schema/fields.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { showError } from "#web/ui/feedback.ts";
import { uploadImage } from "#web/api/files.ts";
import { compressImage } from "#web/product/forms/compress-image.ts";
import { ChoiceCard } from "#web/ui/choice-card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import styles from "#web/product/vehicles/vehicle-images.module.css";
import { decodeBase64 } from "#domain/decode-base64.ts";
import { t } from "#web/languages/t.ts";

export interface VehicleImage {
  key: number;
  /** Object URL of the thumbnail. */
  src: string;
  file: Blob;
  /** The file as a data URL, which can be stored at once when the page ends. */
  dataUrl: string;
  state: "sending" | "stored" | "failed";
  /** Resolves to the file id; rejects if the upload failed. */
  sent: Promise<string>;
}

export interface VehicleImages {
  list: readonly VehicleImage[];
  add: (files: readonly File[]) => Promise<void>;
  /** Adds the photos of data URLs, such as those of a session that ended. */
  restore: (dataUrls: readonly string[]) => void;
  remove: (photo: VehicleImage) => void;
  retryUpload: (photo: VehicleImage) => void;
  /** Resolves to the file ids once all uploads are complete; rejects if one failed. */
  ids: () => Promise<string[]>;
}

let lastKey = 0;

/** `initialFiles` are photos of a form that is filled in again. */
export function useVehicleImages(initialFiles: readonly Blob[] = []): VehicleImages {
  const [list, setList] = useState<readonly VehicleImage[]>([]);
  const latestList = useRef(list);
  useEffect(() => void (latestList.current = list), [list]);
  useEffect(() => () => latestList.current.forEach((photo) => URL.revokeObjectURL(photo.src)), []);

  function upload(key: number, image: Blob): Promise<string> {
    const sent = uploadImage(image);
    const mark = (state: VehicleImage["state"]) =>
      setList((current) =>
        current.map((photo) => (photo.key === key && photo.sent === sent ? { ...photo, state } : photo)),
      );
    // The tile shows a failed upload; submitting the form rejects with it.
    sent.then(
      () => mark("stored"),
      () => mark("failed"),
    );
    return sent;
  }

  async function addOne(image: Blob): Promise<void> {
    // Before the upload, which may end the session.
    const dataUrl = await readAsDataUrl(image);
    addPhotos([createPhoto(image, dataUrl)]);
  }

  function addPhotos(photos: readonly VehicleImage[]): void {
    setList((current) => [...current, ...photos].slice(0, limits.imageCaptures));
  }

  function createPhoto(image: Blob, dataUrl: string): VehicleImage {
    const key = ++lastKey;
    return { key, file: image, dataUrl, src: URL.createObjectURL(image), state: "sending", sent: upload(key, image) };
  }

  const addInitialFiles = useEffectEvent(async () => {
    for (const file of initialFiles) await addOne(file);
  });
  useEffect(() => void addInitialFiles(), []);

  return {
    list,
    async add(files) {
      try {
        for (const file of files.slice(0, limits.imageCaptures - list.length)) await addOne(await compressImage(file));
      } catch (thrown) {
        showError(thrown);
      }
    },
    restore: (dataUrls) => addPhotos(dataUrls.map((dataUrl) => createPhoto(parseDataUrl(dataUrl), dataUrl))),
    remove(photo) {
      URL.revokeObjectURL(photo.src);
      setList((current) => current.filter(({ key }) => key !== photo.key));
    },
    retryUpload(photo) {
      const sent = upload(photo.key, photo.file);
      setList((current) =>
        current.map((other) => (other.key === photo.key ? { ...other, state: "sending", sent } : other)),
      );
    },
    ids: () => Promise.all(list.map(({ sent }) => sent)),
  };
}

function readAsDataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The photo cannot be read")));
    reader.readAsDataURL(image);
  });
}

/** The security policy allows no request for a data URL. */
function parseDataUrl(dataUrl: string): Blob {
  const [, type = "", content = ""] = /^data:([^;]*);base64,(.*)$/.exec(dataUrl) ?? [];
  return new Blob([decodeBase64(content)], { type });
}

/** For the fields of the form that has the picker. */
export function createPhotosField({ images: { list }, isRequired }: VehicleImagePickerProps) {
  return { entry_images: text({ label: "Photos", required: isRequired && list.length === 0 }) };
}

interface VehicleImagePickerProps {
  images: VehicleImages;
  isRequired: boolean;
}

/** The form field `entry_images`: shows its error; the photos are held in `images`. */
export function VehicleImagePicker({ images, isRequired }: VehicleImagePickerProps) {
  const id = useId();
  const { fields, errors, setValue } = useFormState();
  const error = errors["entry_images"];
  const isMissing = error === requiredMessage("entry_images", fields["entry_images"]!);
  return (
    <div>
      <Input.Label id={id} required={isRequired} labelElement="div">
        {t("Photos")}
      </Input.Label>
      <Group component="ul" aria-labelledby={id}>
        {images.list.map((photo, index) => (
          <li key={photo.key} className={styles["tile"]}>
            <img className="cover" src={photo.src} alt={t("Vehicle at the gate, {number}", { number: index + 1 })} />
            {photo.state === "sending" && <span className={styles["sending"]}>{t("Uploading…")}</span>}
            {photo.state === "failed" && (
              <button type="button" className={styles["again"]} onClick={() => images.retryUpload(photo)}>
                {t("Retry")}
              </button>
            )}
            <IconButton
              label={t("Remove photo {number}", { number: index + 1 })}
              icon={IconX}
              className={styles["remove"]}
              onPress={() => images.remove(photo)}
            />
          </li>
        ))}
        {images.list.length < limits.imageCaptures && (
          <li>
            <ChoiceCard className={styles["tile"]} style={{ borderStyle: "dashed" }}>
              <IconCamera size={28} stroke={1.6} aria-hidden="true" />
              {images.list.length === 0 ? t("Take photo") : t("Add photo")}
              <input
                type="file"
                name="entry_images"
                className="visually-hidden"
                accept="image/*"
                capture="environment"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={(event) => {
                  const input = event.currentTarget;
                  setValue("entry_images", "");
                  void images.add([...(input.files ?? [])]);
                  // Allows choosing the same file again.
                  input.value = "";
                }}
              />
            </ChoiceCard>
          </li>
        )}
      </Group>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {t(isMissing ? errorCatalogue.IMAGE_REQUIRED.text : error)}
        </Input.Error>
      )}
    </div>
  );
}
