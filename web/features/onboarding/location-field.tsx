// Coordinates of the branch: from this device, by a click on the map, or typed.
import { Button } from "@mantine/core";
import { IconCurrentLocation, IconMinus, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { MouseEvent } from "react";
import {
  getVisibleCities,
  type MapCity,
  toViewPosition,
  toGeoPoint,
  fullMapView,
  zoomMapView,
} from "#domain/branches/location/map.ts";
import type { GeoPoint, MapView } from "#domain/branches/location/map.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { showErrorCode } from "#web/ui/feedback.ts";
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

  function setPoint({ latitude, longitude }: GeoPoint): void {
    setValue("latitude", String(latitude));
    setValue("longitude", String(longitude));
  }
  function setPointFromClick(event: MouseEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    setPoint(toGeoPoint({ view, x, y }));
  }
  function fillDeviceLocation(): void {
    // Missing in older browsers and on insecure pages.
    if (!("geolocation" in navigator)) return showErrorCode("LOCATION_NOT_SUPPORTED");
    setIsLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const here = { latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) };
        setPoint(here);
        setView({ centre: here, span: minSpan });
        setIsLocating(false);
      },
      () => {
        showErrorCode("LOCATION_PERMISSION");
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
      <Text c="dimmed">Stand at the gate and press the button, click the map, or enter the coordinates.</Text>
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
      <Grid minColumnWidth={240} gap="lg">
        <div className={styles["map"]}>
          <svg viewBox={`0 0 ${mapSizePx} ${mapSizePx}`} aria-hidden="true" onClick={setPointFromClick}>
            <MapGrid view={view} />
            {getVisibleCities(view).map((city) => (
              <CityMarker key={city.name} view={view} city={city} />
            ))}
            {pin && <LocationMarker view={view} pin={pin} />}
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

function LocationMarker({ view, pin }: { view: MapView; pin: GeoPoint }) {
  const { x, y } = toViewPosition({ view, point: pin });
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  return (
    <path
      fill="var(--accent)"
      stroke="var(--ink)"
      strokeWidth={1.5}
      transform={`translate(${x * mapSizePx} ${y * mapSizePx})`}
      d="M0 0C-3-7-10-11-10-19a10 10 0 0 1 20 0C10-11 3-7 0 0Z"
    />
  );
}
