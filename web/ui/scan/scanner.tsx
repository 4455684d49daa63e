// A page that reads a code before the camera or by hand and goes where it leads; the services share it.
import { Button } from "@mantine/core";
import { IconBolt, IconBoltOff, IconCameraOff, IconCameraRotate } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { errorText } from "#domain/errors.ts";
import { text } from "#domain/fields.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showError } from "#web/ui/messages.ts";
import { Page } from "#web/ui/page.tsx";
import { useCamera } from "#web/ui/scan/camera.ts";
import type { Camera } from "#web/ui/scan/camera.ts";
import { makeReader } from "#web/ui/scan/detector.ts";
import styles from "#web/ui/scan/scanner.module.css";

/** Between two looks at the picture. */
const lookEveryMs = 150;
/** A code that was refused is not asked for again as long as it is held there. */
const refusedMs = 4_000;

interface ScannerProps {
  /** What may be typed instead: 'Plate, phone number or token'. */
  typedLabel: string;
  /** The page under /{company}/{branch}/ a code or what was typed leads to; what they throw is shown. */
  pageOfCode: (text: string) => Promise<string>;
  pageOfTyped: (typed: string) => Promise<string>;
}

export function Scanner({ typedLabel, pageOfCode, pageOfTyped }: ScannerProps) {
  const { path } = useBranch();
  const navigate = useNavigate();
  const camera = useCamera();
  const fields = { typed: text({ label: typedLabel, required: true, max: 100 }) };

  useScanning({
    camera,
    onFound: async (found) => {
      const page = await pageOfCode(found);
      navigator.vibrate?.(60);
      await navigate(path(page));
    },
  });

  async function open(values: { [name: string]: string | boolean | null }): Promise<void> {
    await navigate(path(await pageOfTyped(String(values["typed"]).trim())));
  }

  return (
    <Page title="Scan">
      <div className={styles["columns"]}>
        <Viewer camera={camera} />
        <Form fields={fields} onSubmit={open}>
          <div className={styles["byHand"]}>
            <h2 className={styles["heading"]}>Or by hand</h2>
            <FormField name="typed" placeholder="TN09AB1234" />
            <SubmitButton>Open</SubmitButton>
          </div>
        </Form>
      </div>
    </Page>
  );
}

/** Looks at the camera's picture until it reads a code; one that is refused is told, and the looking goes on. */
function useScanning({ camera, onFound }: { camera: Camera; onFound: (text: string) => Promise<void> }): void {
  const found = useEffectEvent(onFound);
  const { state, video } = camera;
  useEffect(() => {
    if (state !== "on") return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let refused = { text: "", until: 0 };
    async function scan(): Promise<void> {
      const reader = await makeReader();
      async function look(): Promise<void> {
        const picture = video.current;
        const seen = picture && picture.readyState >= 2 ? await reader.read(picture) : undefined;
        if (isOver) return;
        const isKnown = seen === refused.text && performance.now() < refused.until;
        if (seen && !isKnown) {
          try {
            return await found(seen);
          } catch (thrown) {
            refused = { text: seen, until: performance.now() + refusedMs };
            showError(thrown);
          }
        }
        if (!isOver) timer = setTimeout(() => void look().catch(showError), lookEveryMs);
      }
      await look();
    }
    scan().catch(showError);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [state, video]);
}

function Viewer({ camera }: { camera: Camera }) {
  const { state, code, hasTorch, isTorchOn, hasOthers, startAgain, video } = camera;
  return (
    <div className={styles["viewer"]}>
      <video ref={video} className={styles["video"]} muted playsInline aria-label="What the camera sees" />
      {state === "on" && <div className={styles["frame"]} aria-hidden="true" />}
      {state === "starting" && (
        <p className={styles["hint"]} role="status">
          Starting the camera…
        </p>
      )}
      {state === "on" && (
        <p className={styles["hint"]} role="status">
          Hold the code into the frame
        </p>
      )}
      {state === "failed" && (
        <div className={styles["failed"]} role="alert">
          <IconCameraOff size={40} stroke={1.6} aria-hidden="true" />
          <p>{errorText(code ?? "CAMERA_NOT_SUPPORTED")}</p>
          <p className={styles["what"]}>
            {code === "CAMERA_PERMISSION"
              ? "Allow the camera for this page in the browser's settings, or type the code by hand."
              : "Type the plate or the code by hand."}
          </p>
          <Button variant="default" onClick={startAgain}>
            Try the camera again
          </Button>
        </div>
      )}
      {state === "on" && (hasTorch || hasOthers) && (
        <div className={styles["tools"]}>
          {hasTorch && (
            <Button
              variant="default"
              aria-pressed={isTorchOn}
              leftSection={isTorchOn ? <IconBoltOff aria-hidden="true" /> : <IconBolt aria-hidden="true" />}
              onClick={() => void camera.setTorch(!isTorchOn).catch(showError)}
            >
              Torch
            </Button>
          )}
          {hasOthers && (
            <Button
              variant="default"
              leftSection={<IconCameraRotate aria-hidden="true" />}
              onClick={camera.switchCamera}
            >
              Other camera
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
