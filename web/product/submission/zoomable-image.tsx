// A submitted document's picture beside its field: zoomed by wheel, buttons or keys, turned in quarters.
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useAssetUrl } from "#web/api/files.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const zooms = [1, 1.5, 2, 3, 4, 6] as const;

interface ZoomableImageProps {
  /** Id of the file. */
  id: string;
  alt: string;
}

export function ZoomableImage({ id, alt }: ZoomableImageProps) {
  const { src, isFailed } = useAssetUrl(id);
  const [step, setStep] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const zoom = zooms[step] ?? 1;
  const changeZoom = (by: number) => setStep((current) => Math.min(zooms.length - 1, Math.max(0, current + by)));
  const rotate = () => setQuarters((current) => (current + 1) % 4);

  useEffect(() => {
    const element = frame.current;
    // Not passive, unlike the handlers of React: the page must not scroll as well.
    const zoomByWheel = (event: WheelEvent): void => {
      event.preventDefault();
      changeZoom(event.deltaY < 0 ? 1 : -1);
    };
    element?.addEventListener("wheel", zoomByWheel, { passive: false });
    return () => element?.removeEventListener("wheel", zoomByWheel);
  }, [src]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") changeZoom(1);
    else if (event.key === "-") changeZoom(-1);
    else if (event.key === "0") setStep(0);
    else if (event.key.toLowerCase() === "r") rotate();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (isFailed) return <Text c="dimmed">The image could not be opened</Text>;
  if (!src) return null;
  return (
    <Stack gap="2xs">
      <Group gap="2xs">
        <IconButton label="Zoom out" icon={IconZoomOut} disabled={step === 0} onPress={() => changeZoom(-1)} />
        <Text component="span" className="figures" role="status">
          {zoom * 100}%
        </Text>
        <IconButton
          label="Zoom in"
          icon={IconZoomIn}
          disabled={step === zooms.length - 1}
          onPress={() => changeZoom(1)}
        />
        <IconButton label="Rotate" icon={IconRotateClockwise} onPress={rotate} />
      </Group>
      {/* Square, so that a turned picture fits as well; scrolled by the arrow keys. */}
      <div
        ref={frame}
        role="group"
        aria-label={`${alt}: + and - zoom, R rotates`}
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={{ maxHeight: "70vh", overflow: "auto" }}
      >
        <div style={{ width: `${zoom * 100}%`, aspectRatio: "1", display: "grid", placeItems: "center" }}>
          <img
            src={src}
            alt={alt}
            style={{ width: "100%", height: "100%", objectFit: "contain", transform: `rotate(${quarters * 90}deg)` }}
          />
        </div>
      </div>
    </Stack>
  );
}
