// The phone's camera on a video element: started, switched, its torch lit, and let go when the page is left.
import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { ErrorCode } from "#domain/errors.ts";

interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: "starting" | "on" | "failed";
  /** Why it failed. */
  code: ErrorCode | undefined;
  hasTorch: boolean;
  isTorchOn: boolean;
  hasOthers: boolean;
  setTorch: (isOn: boolean) => Promise<void>;
  switchCamera: () => void;
  startAgain: () => void;
}

function codeOf(thrown: unknown): ErrorCode {
  const name = (thrown as { name?: string } | null)?.name;
  return name === "NotAllowedError" || name === "SecurityError" ? "CAMERA_PERMISSION" : "CAMERA_NOT_SUPPORTED";
}

async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // Absent on an address that is not secure and in browsers without a camera.
  if (!(navigator.mediaDevices as MediaDevices | undefined)) throw new Error("no camera");
  const wanted = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "environment" };
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...wanted, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

async function cameraIds(): Promise<string[]> {
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
    let isOver = false;
    let opened: MediaStream | undefined;
    async function start(): Promise<void> {
      setState("starting");
      setIsTorchOn(false);
      opened = await openStream(device);
      if (isOver || !video.current) return stop(opened);
      track.current = opened.getVideoTracks()[0];
      video.current.srcObject = opened;
      await video.current.play();
      const capabilities = track.current?.getCapabilities?.() as TorchCapabilities | undefined;
      setHasTorch(capabilities?.torch === true);
      setIds(await cameraIds());
      if (!isOver) setState("on");
    }
    start().catch((thrown: unknown) => {
      if (isOver) return;
      setCode(codeOf(thrown));
      setState("failed");
    });
    return () => {
      isOver = true;
      if (opened) stop(opened);
    };
  }, [device, attempt]);

  const setTorch = useCallback(async (isOn: boolean) => {
    await track.current?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
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
    hasOthers: ids.length > 1,
    setTorch,
    switchCamera,
    startAgain: () => setAttempt((count) => count + 1),
  };
}

function stop(stream: MediaStream): void {
  for (const one of stream.getTracks()) one.stop();
}
