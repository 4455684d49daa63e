// A square part of a picture: moved by finger, mouse or arrow keys, made larger by a slider.
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

/** Of the square on the screen and of the one that is kept, in pixels. */
const shown = 280;
const kept = 512;
const largest = 4;

interface Part {
  /** Times as large as where all of it just fills the square. */
  zoom: number;
  /** How far its middle lies from the square's, in parts of the square. */
  x: number;
  y: number;
}

function draw({ canvas, picture, part }: { canvas: HTMLCanvasElement; picture: ImageBitmap; part: Part }): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const side = canvas.width;
  const scale = (side / Math.min(picture.width, picture.height)) * part.zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.clearRect(0, 0, side, side);
  context.drawImage(
    picture,
    side / 2 - width / 2 + part.x * side,
    side / 2 - height / 2 + part.y * side,
    width,
    height,
  );
}

/** The square always lies within the picture. */
function within({ picture, part }: { picture: ImageBitmap; part: Part }): Part {
  const shortest = Math.min(picture.width, picture.height);
  const room = (length: number) => Math.max(0, ((length / shortest) * part.zoom - 1) / 2);
  const between = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { ...part, x: between(part.x, room(picture.width)), y: between(part.y, room(picture.height)) };
}

const steps: { [key: string]: [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function CropPicture({ picture, onCrop }: { picture: ImageBitmap; onCrop: (part: Blob) => Promise<void> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const [part, setPart] = useState<Part>({ zoom: 1, x: 0, y: 0 });
  useEffect(() => {
    if (canvas.current) draw({ canvas: canvas.current, picture, part });
  }, [picture, part]);

  function move(x: number, y: number): void {
    setPart((known) => within({ picture, part: { ...known, x: known.x + x, y: known.y + y } }));
  }
  function drag(event: PointerEvent): void {
    if (!from.current) return;
    move((event.clientX - from.current.x) / shown, (event.clientY - from.current.y) / shown);
    from.current = { x: event.clientX, y: event.clientY };
  }
  function press(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0] / 20, step[1] / 20);
  }
  async function crop(): Promise<void> {
    const square = document.createElement("canvas");
    square.width = kept;
    square.height = kept;
    draw({ canvas: square, picture, part });
    const blob = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, "image/png"));
    if (blob) await onCrop(blob);
  }

  return (
    <div className={styles["crop"]}>
      <canvas
        ref={canvas}
        width={shown * 2}
        height={shown * 2}
        className={styles["cropped"]}
        tabIndex={0}
        role="img"
        aria-label="The part that is shown. Move the picture with the arrow keys."
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => (from.current = null)}
        onPointerCancel={() => (from.current = null)}
        onKeyDown={press}
      />
      <label className={styles["zoom"]}>
        Larger
        <input
          type="range"
          min={1}
          max={largest}
          step={0.05}
          value={part.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            setPart((known) => within({ picture, part: { ...known, zoom } }));
          }}
        />
      </label>
      <WaitingButton size="xl" color="marigold" fullWidth onPress={crop}>
        Use this part
      </WaitingButton>
    </div>
  );
}
