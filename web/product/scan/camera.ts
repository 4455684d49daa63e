// Shows the device's camera in a video element, switches cameras and torch, and releases the camera on unmount.
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { ErrorCode } from "#domain/errors.ts";

// The torch is missing in the types of the DOM.
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}
interface TorchConstraints extends MediaTrackConstraintSet {
  torch: boolean;
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: "starting" | "on" | "failed";
  /** Reason if `state` is failed. */
  code: ErrorCode | undefined;
  hasTorch: boolean;
  isTorchOn: boolean;
  hasMultipleCameras: boolean;
  setTorch: (isOn: boolean) => Promise<void>;
  switchCamera: () => void;
  restart: () => void;
}

function toErrorCode(thrown: unknown): ErrorCode {
  const name = thrown instanceof Error ? thrown.name : undefined;
  return name === "NotAllowedError" || name === "SecurityError" ? "CAMERA_PERMISSION" : "CAMERA_NOT_SUPPORTED";
}

async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // Missing on insecure origins and in browsers without camera support.
  if (!("mediaDevices" in navigator)) throw new Error("no camera");
  const constraints = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "environment" };
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...constraints, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

async function listCameraIds(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter((device) => device.kind === "videoinput").map((device) => device.deviceId);
}

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<MediaStreamTrack>(undefined);
  const [state, setState] = useState<Camera["state"]>("starting");
  const [code, setCode] = useState<ErrorCode>();
  const [device, setDevice] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [hasTorch, setHasTorch] = useState(false);
  const [isTorchOn, setIsTorchOn] = useState(false);

  useEffect(() => {
    let isCancelled = false;
    let opened: MediaStream | undefined;
    async function start(): Promise<void> {
      setState("starting");
      setIsTorchOn(false);
      opened = await openStream(device);
      if (isCancelled || !video.current) return stopStream(opened);
      track.current = opened.getVideoTracks()[0];
      video.current.srcObject = opened;
      await video.current.play();
      const capabilities: TorchCapabilities | undefined = track.current?.getCapabilities?.();
      setHasTorch(capabilities?.torch === true);
      setIds(await listCameraIds());
      if (!isCancelled) setState("on");
    }
    start().catch((thrown: unknown) => {
      if (isCancelled) return;
      setCode(toErrorCode(thrown));
      setState("failed");
    });
    return () => {
      isCancelled = true;
      if (opened) stopStream(opened);
    };
  }, [device, attempt]);

  const setTorch = useCallback(async (isOn: boolean) => {
    const torch: TorchConstraints = { torch: isOn };
    await track.current?.applyConstraints({ advanced: [torch] });
    setIsTorchOn(isOn);
  }, []);

  function switchCamera(): void {
    const current = track.current?.getSettings().deviceId ?? "";
    setDevice(ids[(ids.indexOf(current) + 1) % ids.length]);
  }

  return {
    video,
    state,
    code,
    hasTorch,
    isTorchOn,
    hasMultipleCameras: ids.length > 1,
    setTorch,
    switchCamera,
    restart: () => setAttempt((count) => count + 1),
  };
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
