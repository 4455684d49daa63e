// Scan page shared by the services: resolves a scanned or typed code and opens its page.
import { Button } from "@mantine/core";
import { IconBolt, IconBoltOff, IconCameraOff, IconCameraRotate } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { getErrorText } from "#domain/errors.ts";
import { text } from "#domain/schema/fields.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showError } from "#web/ui/feedback.ts";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { useCamera } from "#web/product/scan/camera.ts";
import type { Camera } from "#web/product/scan/camera.ts";
import { createQrReader } from "#web/product/scan/detector.ts";
import { useSignals } from "#web/product/signals/signals.ts";
import styles from "#web/product/scan/scanner.module.css";
import { t } from "#web/languages/t.ts";

/** Interval between two reads of the camera image. */
const scanIntervalMs = 150;
/** A rejected code is ignored for this time, since it usually stays in view. */
const rejectedCodeMs = 4_000;

interface ScannerProps {
  /** Label of the manual input: 'Plate, phone number or token'. */
  inputLabel: string;
  /** Both return a page under /{company}/{branch}/; errors they throw are shown. */
  resolveCode: (text: string) => Promise<string>;
  resolveInput: (input: string) => Promise<string>;
}

export function Scanner({ inputLabel, resolveCode, resolveInput }: ScannerProps) {
  const { path } = useBranch();
  const navigate = useNavigate();
  const camera = useCamera();
  const withSignals = useSignals();
  const isFailed = camera.state === "failed";
  const fields = { typed: text({ label: inputLabel, required: true, max: 200 }) };

  useScanning({
    camera,
    onScan: async (code) => navigate(path(await withSignals(resolveCode)(code))),
  });

  async function open(values: { [name: string]: string | boolean | null }): Promise<void> {
    await navigate(path(await withSignals(resolveInput)(String(values["typed"]).trim())));
  }

  return (
    <Page title={t("Scan code")}>
      <Columns template="3fr 2fr">
        <Viewer camera={camera} alternative={t("Enter the vehicle number or the code manually.")} />
        <Form fields={fields} onSubmit={open}>
          <Stack gap="sm">
            <Title>{t("Type it instead")}</Title>
            {/* Without a camera, a scanner that types and the first key reach the field. */}
            <FormField key={String(isFailed)} name="typed" placeholder="TN09AB1234" autoFocus={isFailed} />
            <SubmitButton>{t("Open")}</SubmitButton>
          </Stack>
        </Form>
      </Columns>
    </Page>
  );
}

/** The camera alone, for pages that do something else with a code. Errors that `onScan` throws are shown. */
export function CodeCamera({ onScan, alternative }: { onScan: (text: string) => Promise<void>; alternative: string }) {
  const camera = useCamera();
  useScanning({ camera, onScan });
  return <Viewer camera={camera} alternative={alternative} />;
}

/** Scans the camera image until a code is accepted; a rejected code shows its error and scanning continues. */
function useScanning({ camera, onScan }: { camera: Camera; onScan: (text: string) => Promise<void> }): void {
  const handleScan = useEffectEvent(onScan);
  const { state, video } = camera;
  useEffect(() => {
    if (state !== "on") return;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rejected = { text: "", until: 0 };
    async function scan(): Promise<void> {
      const reader = await createQrReader();
      async function readFrame(): Promise<void> {
        const frame = video.current;
        const code = frame && frame.readyState >= 2 ? await reader.read(frame) : undefined;
        if (isCancelled) return;
        const isRejected = code === rejected.text && performance.now() < rejected.until;
        if (code && !isRejected) {
          try {
            return await handleScan(code);
          } catch (thrown) {
            rejected = { text: code, until: performance.now() + rejectedCodeMs };
            showError(thrown);
          }
        }
        if (!isCancelled) timer = setTimeout(() => void readFrame().catch(showError), scanIntervalMs);
      }
      await readFrame();
    }
    scan().catch(showError);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [state, video]);
}

/** `alternative` says what to do without a camera. */
function Viewer({ camera, alternative }: { camera: Camera; alternative: string }) {
  const { state, code, hasTorch, isTorchOn, hasMultipleCameras, restart, video } = camera;
  return (
    <div className={styles["viewer"]}>
      <video ref={video} className="cover" muted playsInline aria-label={t("Camera preview")} />
      {state === "on" && <div className={styles["frame"]} aria-hidden="true" />}
      {state === "starting" && (
        <p className={styles["hint"]} role="status">
          {t("Starting the camera…")}
        </p>
      )}
      {state === "on" && (
        <p className={styles["hint"]} role="status">
          {t("Point the camera at the code")}
        </p>
      )}
      {state === "failed" && (
        <Stack gap="xs" align="center" className={styles["failed"]} role="alert">
          <IconCameraOff size={40} stroke={1.6} aria-hidden="true" />
          <Text fw="bold">{t(getErrorText(code ?? "CAMERA_NOT_SUPPORTED"))}</Text>
          <Text>
            {code === "CAMERA_PERMISSION"
              ? t("Allow camera access for this site in the browser settings, or enter the code manually.")
              : alternative}
          </Text>
          <Button variant="default" onClick={restart}>
            {t("Retry camera")}
          </Button>
        </Stack>
      )}
      {state === "on" && (hasTorch || hasMultipleCameras) && (
        <Group className={styles["tools"]}>
          {hasTorch && (
            <Button
              variant="default"
              aria-pressed={isTorchOn}
              leftSection={isTorchOn ? <IconBoltOff aria-hidden="true" /> : <IconBolt aria-hidden="true" />}
              onClick={() => void camera.setTorch(!isTorchOn).catch(showError)}
            >
              {t("Torch")}
            </Button>
          )}
          {hasMultipleCameras && (
            <Button
              variant="default"
              leftSection={<IconCameraRotate aria-hidden="true" />}
              onClick={camera.switchCamera}
            >
              {t("Switch camera")}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
