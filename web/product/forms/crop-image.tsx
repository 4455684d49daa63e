// A square with an image of any shape: all of it on a white background, or a part moved by touch, mouse or arrow keys.
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/product/forms/crop-image.module.css";
import { t } from "#web/languages/t.ts";

/** Sides of the crop area on screen and of the stored image, in pixels. */
const viewportPx = 280;
const outputPx = 512;
const maxZoom = 4;

interface CropArea {
  /** 1 is the smallest zoom at which the image fills the square, see `getFitZoom`. */
  zoom: number;
  /** Offset of the image centre from the centre of the square, as a fraction of its side. */
  x: number;
  y: number;
}

/** The zoom at which the whole image is in the square. */
function getFitZoom({ width, height }: ImageBitmap): number {
  return Math.min(width, height) / Math.max(width, height);
}

function drawCrop({ canvas, image, area }: { canvas: HTMLCanvasElement; image: ImageBitmap; area: CropArea }): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const side = canvas.width;
  const scale = (side / Math.min(image.width, image.height)) * area.zoom;
  const [width, height] = [image.width * scale, image.height * scale];
  context.fillStyle = "white";
  context.fillRect(0, 0, side, side);
  context.drawImage(image, side / 2 - width / 2 + area.x * side, side / 2 - height / 2 + area.y * side, width, height);
}

/** Keeps the square inside the image, or the image in the middle of the square. */
function clampToImage({ image, area }: { image: ImageBitmap; area: CropArea }): CropArea {
  const shortest = Math.min(image.width, image.height);
  const room = (length: number) => Math.max(0, ((length / shortest) * area.zoom - 1) / 2);
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return { ...area, x: clamp(area.x, room(image.width)), y: clamp(area.y, room(image.height)) };
}

const arrowKeySteps: { [key: string]: [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function CropImage({ image, onCrop }: { image: ImageBitmap; onCrop: (crop: Blob) => Promise<void> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);
  const [area, setArea] = useState<CropArea>({ zoom: getFitZoom(image), x: 0, y: 0 });
  useEffect(() => {
    if (canvas.current) drawCrop({ canvas: canvas.current, image, area });
  }, [image, area]);

  function move(x: number, y: number): void {
    setArea((current) => clampToImage({ image, area: { ...current, x: current.x + x, y: current.y + y } }));
  }
  function drag(event: PointerEvent): void {
    if (!dragStart.current) return;
    move((event.clientX - dragStart.current.x) / viewportPx, (event.clientY - dragStart.current.y) / viewportPx);
    dragStart.current = { x: event.clientX, y: event.clientY };
  }
  function moveByArrowKey(event: KeyboardEvent): void {
    const step = arrowKeySteps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0] / 20, step[1] / 20);
  }
  async function crop(): Promise<void> {
    const square = document.createElement("canvas");
    square.width = outputPx;
    square.height = outputPx;
    drawCrop({ canvas: square, image, area });
    const blob = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, "image/png"));
    if (blob) await onCrop(blob);
  }

  return (
    <Stack align="center">
      <Text c="dimmed">{t("Zoom in, then drag the picture or move it with the arrow keys.")}</Text>
      <canvas
        ref={canvas}
        width={viewportPx * 2}
        height={viewportPx * 2}
        className={styles["crop"]}
        tabIndex={0}
        role="img"
        aria-label={t("The picture as it will be shown. Move it with the arrow keys.")}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragStart.current = null)}
        onPointerCancel={() => (dragStart.current = null)}
        onKeyDown={moveByArrowKey}
      />
      <label>
        {t("Zoom")}
        <input
          style={{ display: "block", width: viewportPx, height: "var(--target)", accentColor: "var(--ink)" }}
          type="range"
          min={getFitZoom(image)}
          max={maxZoom}
          step="any"
          value={area.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            setArea((current) => clampToImage({ image, area: { ...current, zoom } }));
          }}
        />
      </label>
      <AsyncButton size="xl" color="marigold" fullWidth onPress={crop}>
        {t("Use this picture")}
      </AsyncButton>
    </Stack>
  );
}
