// Pictures of the vehicle: taken with the phone's camera, made smaller there, on their way while one types on.
import { Input } from "@mantine/core";
import { IconCamera, IconRefresh, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { limits } from "#domain/limits.ts";
import { useFormState } from "#web/ui/form.tsx";
import { showError } from "#web/ui/messages.ts";
import { uploadPicture } from "#web/items/asset.ts";
import { shrink } from "#web/ui/picture.ts";
import styles from "#web/ui/photos.module.css";

export interface Photo {
  key: number;
  /** For the thumbnail. */
  src: string;
  picture: Blob;
  state: "sending" | "kept" | "failed";
  /** Answers the file's id; rejects where the picture could not be sent. */
  sent: Promise<string>;
}

export interface Photos {
  list: readonly Photo[];
  add: (files: readonly File[]) => Promise<void>;
  remove: (photo: Photo) => void;
  sendAgain: (photo: Photo) => void;
  /** The file ids, once all are sent. Rejects where one could not be. */
  ids: () => Promise<string[]>;
}

let lastKey = 0;

export function usePhotos(): Photos {
  const [list, setList] = useState<readonly Photo[]>([]);
  const shown = useRef(list);
  useEffect(() => void (shown.current = list), [list]);
  useEffect(() => () => shown.current.forEach((photo) => URL.revokeObjectURL(photo.src)), []);

  function send(key: number, picture: Blob): Promise<string> {
    const sent = uploadPicture(picture);
    const mark = (state: Photo["state"]) =>
      setList((known) =>
        known.map((photo) => (photo.key === key && photo.sent === sent ? { ...photo, state } : photo)),
      );
    // The tile shows a failure, and the check-in meets it again.
    sent.then(
      () => mark("kept"),
      () => mark("failed"),
    );
    return sent;
  }

  async function addOne(file: File): Promise<void> {
    const picture = await shrink(file);
    const key = ++lastKey;
    const photo: Photo = {
      key,
      picture,
      src: URL.createObjectURL(picture),
      state: "sending",
      sent: send(key, picture),
    };
    setList((known) => [...known, photo].slice(0, limits.imageCaptures));
  }

  return {
    list,
    async add(files) {
      try {
        for (const file of files.slice(0, limits.imageCaptures - list.length)) await addOne(file);
      } catch (thrown) {
        showError(thrown);
      }
    },
    remove(photo) {
      URL.revokeObjectURL(photo.src);
      setList((known) => known.filter(({ key }) => key !== photo.key));
    },
    sendAgain(photo) {
      const sent = send(photo.key, photo.picture);
      setList((known) => known.map((one) => (one.key === photo.key ? { ...one, state: "sending", sent } : one)));
    },
    ids: () => Promise.all(list.map(({ sent }) => sent)),
  };
}

/** The form's field `entry_images`: its error stands here, the pictures themselves are in `photos`. */
export function PhotoPicker({ photos, isRequired }: { photos: Photos; isRequired: boolean }) {
  const id = useId();
  const { errors, setValue } = useFormState();
  const error = errors["entry_images"];
  return (
    <div>
      <Input.Label id={id} required={isRequired} labelElement="div">
        Pictures
      </Input.Label>
      <ul className={styles["photos"]} aria-labelledby={id}>
        {photos.list.map((photo, at) => (
          <li key={photo.key} className={styles["photo"]}>
            <img src={photo.src} alt={`Vehicle at the gate, ${at + 1}`} />
            {photo.state === "sending" && <span className={styles["sending"]}>Sending…</span>}
            {photo.state === "failed" && (
              <button type="button" className={styles["again"]} onClick={() => photos.sendAgain(photo)}>
                <IconRefresh size={18} aria-hidden="true" />
                Send again
              </button>
            )}
            <button
              type="button"
              className={styles["remove"]}
              aria-label={`Remove picture ${at + 1}`}
              onClick={() => photos.remove(photo)}
            >
              <span>
                <IconX size={16} aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
        {photos.list.length < limits.imageCaptures && (
          <li>
            <label className={styles["take"]}>
              <IconCamera size={28} stroke={1.6} aria-hidden="true" />
              {photos.list.length === 0 ? "Take picture" : "One more"}
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
                  void photos.add([...(input.files ?? [])]);
                  // The same picture may be chosen once more.
                  input.value = "";
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {error && (
        <Input.Error id={`${id}-error`} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
