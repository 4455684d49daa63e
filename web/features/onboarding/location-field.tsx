// Coordinates of the branch: from this device, from another map app, by a pin that is clicked, dragged or moved by keys, or typed.
import { Button } from "@mantine/core";
import { IconCurrentLocation, IconMinus, IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import {
  findNearestCities,
  getScale,
  getVisibleCities,
  movePoint,
  type MapCity,
  toViewPosition,
  toGeoPoint,
  fullMapView,
  zoomMapView,
} from "#domain/branches/location/map.ts";
import type { GeoPoint, MapView } from "#domain/branches/location/map.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { showErrorCode } from "#web/ui/feedback.ts";
import { LocationTextField } from "#web/features/onboarding/location-text-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Text } from "#web/ui/text.tsx";
import { Stack, Grid, Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

const mapSizePx = 320;
const zoomFactor = 4;
const minSpan = 0.05;
const geolocationTimeoutMs = 15_000;
/** A fix that is less exact may be at the neighbour's gate. */
const exactMetres = 50;
const arrowKeySteps: { [key: string]: [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Of the view, for one press of an arrow key. */
const arrowKeyStep = 0.01;

function parseCoordinates(values: { [name: string]: unknown }): GeoPoint | undefined {
  const [latitude, longitude] = [values["latitude"], values["longitude"]].map((typed) =>
    typeof typed === "string" && /^-?\d{1,3}(\.\d+)?$/.test(typed) ? Number(typed) : undefined,
  );
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

export function LocationField() {
  const { values, setValue } = useFormState();
  const pin = parseCoordinates(values);
  const [view, setView] = useState<MapView>(() => (pin ? { centre: pin, span: minSpan } : fullMapView));
  const [isLocating, setIsLocating] = useState(false);
  const [locationStatus, setLocationStatus] = useState("");
  const isDragging = useRef(false);

  function setPoint({ latitude, longitude }: GeoPoint): void {
    setValue("latitude", String(latitude));
    setValue("longitude", String(longitude));
  }
  function showPoint(point: GeoPoint): void {
    setPoint(point);
    setView({ centre: point, span: minSpan });
  }
  function movePinByKey(event: KeyboardEvent): void {
    const step = arrowKeySteps[event.key];
    if (!step) return;
    event.preventDefault();
    const moved = pin
      ? movePoint({ view, point: pin, x: step[0] * arrowKeyStep, y: step[1] * arrowKeyStep })
      : view.centre;
    setPoint(moved);
    const { x, y } = toViewPosition({ view, point: moved });
    if (x < 0 || x > 1 || y < 0 || y > 1) setView({ ...view, centre: moved });
  }
  function setPointFromPointer(event: MouseEvent<SVGElement>): void {
    const box = (event.currentTarget.ownerSVGElement ?? event.currentTarget).getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    setPoint(toGeoPoint({ view, x, y }));
  }
  function fillDeviceLocation(): void {
    // Missing in older browsers and on insecure pages.
    if (!("geolocation" in navigator)) return showErrorCode("LOCATION_NOT_SUPPORTED");
    setIsLocating(true);
    setLocationStatus("If the browser asks, allow it to use your location.");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const here = { latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) };
        showPoint(here);
        const isExact = coords.accuracy <= exactMetres;
        setLocationStatus(
          `Accurate to about ${Math.round(coords.accuracy)} m.${isExact ? "" : " Move the pin to the gate."}`,
        );
        setIsLocating(false);
      },
      ({ code, PERMISSION_DENIED }) => {
        const isDenied = code === PERMISSION_DENIED;
        if (isDenied) showErrorCode("LOCATION_PERMISSION");
        setLocationStatus(
          isDenied
            ? "The browser does not share your location. Allow it in the browser's settings of this page, or set the pin in another way."
            : "This device did not find its location. Try again outside, or set the pin in another way.",
        );
        setIsLocating(false);
      },
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs },
    );
  }

  return (
    <Stack component="fieldset" gap="sm">
      <legend>
        <strong>Location on map</strong>
      </legend>
      <Text c="dimmed">
        Optional. Stand at the gate and press the button, paste a link or a plus code, or move the pin on the map.
      </Text>
      <Group>
        <Button
          variant="default"
          size="lg"
          loading={isLocating}
          leftSection={<IconCurrentLocation size={22} aria-hidden="true" />}
          onClick={fillDeviceLocation}
        >
          Use my location
        </Button>
      </Group>
      <Text size="sm" role="status">
        {locationStatus}
      </Text>
      <LocationTextField city={String(values["city"] ?? "")} near={pin} onPoint={showPoint} />
      <Grid minColumnWidth={240} gap="lg">
        <div className={styles["map"]}>
          <svg
            viewBox={`0 0 ${mapSizePx} ${mapSizePx}`}
            role="img"
            aria-label="Map. Move the pin with the arrow keys."
            // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- the pin is moved with the arrow keys
            tabIndex={0}
            onClick={setPointFromPointer}
            onKeyDown={movePinByKey}
          >
            <MapGrid view={view} />
            {getVisibleCities(view).map((city) => (
              <CityMarker key={city.name} view={view} city={city} />
            ))}
            <ScaleBar view={view} />
            {pin && (
              <g
                style={{ cursor: "grab", touchAction: "none" }}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  isDragging.current = true;
                }}
                onPointerMove={(event) => isDragging.current && setPointFromPointer(event)}
                onPointerUp={() => (isDragging.current = false)}
                onPointerCancel={() => (isDragging.current = false)}
                onClick={(event) => event.stopPropagation()}
              >
                <LocationMarker view={view} pin={pin} />
              </g>
            )}
          </svg>
          <Card component="div" padding="0" className={styles["mapButtons"]}>
            <IconButton
              label="Zoom in"
              icon={IconPlus}
              onPress={() => setView(zoomMapView({ view, to: pin ?? view.centre, times: zoomFactor }))}
            />
            <IconButton
              label="Zoom out"
              icon={IconMinus}
              onPress={() => setView(zoomMapView({ view, to: pin ?? view.centre, times: 1 / zoomFactor }))}
            />
          </Card>
        </div>
        <Stack>
          {pin && (
            <Text role="status">
              Nearest cities:{" "}
              {findNearestCities(pin)
                .map(({ name, kilometres }) => `${name}, ${kilometres} km`)
                .join("; ")}
            </Text>
          )}
          <TextField name="latitude" description="Example: 13.0827" />
          <TextField name="longitude" description="Example: 80.2707" />
        </Stack>
      </Grid>
    </Stack>
  );
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function MapGrid({ view }: { view: MapView }) {
  const step = [10, 5, 1, 0.5, 0.1, 0.05, 0.01, 0.005, 0.001].find((one) => view.span / one >= 4) ?? 0.001;
  const lines = (from: number) =>
    Array.from({ length: Math.ceil(view.span / step) + 1 }, (_, at) => (Math.floor(from / step) + at) * step);
  const { latitude, longitude } = view.centre;
  return (
    <g stroke="var(--line)">
      {lines(longitude - view.span / 2).map((at) => {
        const x = toViewPosition({ view, point: { latitude, longitude: at } }).x * mapSizePx;
        return <line key={at} x1={x} x2={x} y1={0} y2={mapSizePx} />;
      })}
      {lines(latitude - view.span / 2).map((at) => {
        const y = toViewPosition({ view, point: { latitude: at, longitude } }).y * mapSizePx;
        return <line key={at} x1={0} x2={mapSizePx} y1={y} y2={y} />;
      })}
    </g>
  );
}

function CityMarker({ view, city }: { view: MapView; city: MapCity }) {
  const { x, y } = toViewPosition({ view, point: city });
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  // The label goes to the side with more room.
  const isAtRight = x > 0.75 || x < 0.36;
  return (
    <g fill="var(--ink-soft)" fontSize={12}>
      <circle cx={x * mapSizePx} cy={y * mapSizePx} r={3} />
      <text x={x * mapSizePx + (isAtRight ? -6 : 6)} y={y * mapSizePx + 4} textAnchor={isAtRight ? "end" : "start"}>
        {city.name}
      </text>
    </g>
  );
}

function ScaleBar({ view }: { view: MapView }) {
  const { metres, fraction } = getScale(view);
  const [left, bottom] = [10, mapSizePx - 10];
  return (
    <g stroke="var(--ink)" fill="none">
      <path d={`M${left} ${bottom - 6}v6h${fraction * mapSizePx}v-6`} strokeWidth={1.5} />
      <text x={left + 4} y={bottom - 6} fontSize={12} fill="var(--ink)" stroke="none">
        {metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`}
      </text>
    </g>
  );
}

function LocationMarker({ view, pin }: { view: MapView; pin: GeoPoint }) {
  const { x, y } = toViewPosition({ view, point: pin });
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  return (
    <g transform={`translate(${x * mapSizePx} ${y * mapSizePx})`}>
      <circle cy={-14} r={24} fill="transparent" />
      <path
        fill="var(--accent)"
        stroke="var(--ink)"
        strokeWidth={1.5}
        d="M0 0C-3-7-10-11-10-19a10 10 0 0 1 20 0C10-11 3-7 0 0Z"
      />
    </g>
  );
}
