// Positions of branches without a map provider: numbered pins that link to the branches, and a scale.
import type { ReactNode } from "react";
import type { ListedBranch, SitePoint } from "#domain/site/site-data.ts";
import { formatDistance } from "#web/site/format-distance.ts";
import styles from "#web/site/site.module.css";

/** The map is as wide as it is high; positions are in percent of it. */
const side = 100;
/** Half a pin at the smallest size of the map. */
const padding = 12;
const metresPerDegree = 111_320;
/** A single pin is shown in a view of this width. */
const minViewMetres = 500;

export interface PlacedPin {
  branch: ListedBranch;
  point: SitePoint;
  number: number;
  left: number;
  top: number;
}

export interface PlacedPins {
  pins: readonly PlacedPin[];
  scale: { width: number; label: string };
}

/** Undefined if no branch has a position. */
export function placePins(branches: readonly ListedBranch[]): PlacedPins | undefined {
  const located = branches.flatMap((branch, index) =>
    branch.point === null ? [] : [{ branch, number: index + 1, point: branch.point }],
  );
  if (located.length === 0) return undefined;
  const { toLeft, toTop, metresPerPercent } = fitPoints(located.map(({ point }) => point));
  const scale = chooseScale(metresPerPercent);
  return {
    pins: located.map((pin) => ({ ...pin, left: toLeft(pin.point), top: toTop(pin.point) })),
    scale: { width: Math.round(scale / metresPerPercent), label: formatDistance(scale) },
  };
}

export function PlaceMap({ branches }: { branches: readonly ListedBranch[] }) {
  const placed = placePins(branches);
  if (!placed) return null;
  const { pins, scale } = placed;
  return (
    <MapFrame scale={scale}>
      {pins.map(({ branch, point, ...texts }) => (
        <Pin key={branch.id} branch={branch} point={point} texts={{ ...texts, query: "" }} />
      ))}
    </MapFrame>
  );
}

interface MapFrameProps {
  scale: { width: number | string; label: string };
  children: ReactNode;
}

export function MapFrame({ scale: { width, label }, children }: MapFrameProps) {
  return (
    <nav className={styles["map"]} aria-label="Map of the places" data-place-map>
      {children}
      <span className={styles["scale"]} style={{ width: `${width}%`, whiteSpace: "nowrap" }}>
        {label}
      </span>
    </nav>
  );
}

interface PinProps {
  branch: ListedBranch;
  point: SitePoint;
  texts: {
    number: number | string;
    /** Query string of the stay, so that the branch's page shows the same price. */
    query: string;
    left: number | string;
    top: number | string;
  };
}

export function Pin({ branch: { path, name }, point, texts: { number, query, left, top } }: PinProps) {
  return (
    <a
      href={path + query}
      aria-label={`${number}. ${name}`}
      data-latitude={point.latitude}
      data-longitude={point.longitude}
      style={{ left: `${left}%`, top: `${top}%` }}
    >
      {number}
    </a>
  );
}

/** V8 caches the texts of numbers until they are old: a new one for each pin of each page would fill the old generation. */
const positionTexts = Array.from({ length: 10 * side + 1 }, (_, tenths) => String(tenths / 10));

/** The text of a position, which has one decimal. */
export const toPositionText = (position: number): string =>
  positionTexts[Math.round(10 * position)] ?? String(position);

/** An equirectangular projection in which every pin is visible. */
function fitPoints(points: readonly SitePoint[]) {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const middle = {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  };
  const metresPerLongitude = metresPerDegree * Math.cos((middle.latitude * Math.PI) / 180);
  const eastMetres = (Math.max(...longitudes) - Math.min(...longitudes)) * metresPerLongitude;
  const northMetres = (Math.max(...latitudes) - Math.min(...latitudes)) * metresPerDegree;
  const metresPerPercent = Math.max(minViewMetres, eastMetres, northMetres) / (side - 2 * padding);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    metresPerPercent,
    toLeft: ({ longitude }: SitePoint) =>
      round(side / 2 + ((longitude - middle.longitude) * metresPerLongitude) / metresPerPercent),
    toTop: ({ latitude }: SitePoint) =>
      round(side / 2 - ((latitude - middle.latitude) * metresPerDegree) / metresPerPercent),
  };
}

/** 1, 2 or 5 times a power of ten, at most a quarter of the width. */
function chooseScale(metresPerPercent: number): number {
  const wanted = (side / 4) * metresPerPercent;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([5, 2, 1].find((factor) => factor * power <= wanted) ?? 1) * power;
}
