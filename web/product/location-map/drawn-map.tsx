// A map without a provider of tiles: grid, major cities, scale and a pin that is clicked, dragged or moved by keys.
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import {
  arrowKeySteps,
  fullMapView,
  getScale,
  getVisibleCities,
  type MapCity,
  movePoint,
  toGeoPoint,
  toViewPosition,
  zoomMapView,
} from "#domain/branches/location/map.ts";
import type { GeoPoint, MapView } from "#domain/branches/location/map.ts";
import { MapButtons } from "#web/product/location-map/map-buttons.tsx";
import styles from "#web/product/location-map/location-map.module.css";
import { t } from "#web/languages/t.ts";

const mapSizePx = 320;
const zoomFactor = 4;
const minSpan = 0.05;

export interface PinMapProps {
  pin: GeoPoint | undefined;
  /** A point that was chosen outside the map, which comes into view; a new object each time. */
  shownPoint: GeoPoint | undefined;
  onPin: (point: GeoPoint) => void;
}

export function DrawnMap({ pin, shownPoint, onPin }: PinMapProps) {
  const [view, setView] = useState<MapView>(() => (pin ? { centre: pin, span: minSpan } : fullMapView));
  const isDragging = useRef(false);
  useEffect(() => {
    if (shownPoint) setView({ centre: shownPoint, span: minSpan });
  }, [shownPoint]);

  function movePinByKey(event: KeyboardEvent): void {
    const step = arrowKeySteps[event.key];
    if (!step) return;
    event.preventDefault();
    const moved = pin ? movePoint({ view, point: pin, x: step.x, y: step.y }) : view.centre;
    onPin(moved);
    const { x, y } = toViewPosition({ view, point: moved });
    if (x < 0 || x > 1 || y < 0 || y > 1) setView({ ...view, centre: moved });
  }
  function setPointFromPointer(event: MouseEvent<SVGElement>): void {
    const box = (event.currentTarget.ownerSVGElement ?? event.currentTarget).getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    onPin(toGeoPoint({ view, x, y }));
  }
  const zoom = (times: number): void => setView(zoomMapView({ view, to: pin ?? view.centre, times }));

  return (
    <div className={styles["map"]}>
      <svg
        viewBox={`0 0 ${mapSizePx} ${mapSizePx}`}
        role="img"
        aria-label={t("Map. Move the pin with the arrow keys.")}
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
      <MapButtons onZoomIn={() => zoom(zoomFactor)} onZoomOut={() => zoom(1 / zoomFactor)} />
    </div>
  );
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
