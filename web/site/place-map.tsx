// Positions of branches without a map provider: numbered pins that link to the branches, and a scale.
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

interface Pin {
  branch: ListedBranch;
  number: number;
  point: SitePoint;
}

export function PlaceMap({ branches, query }: { branches: readonly ListedBranch[]; query: string }) {
  const pins = branches.flatMap((branch, index) =>
    branch.point === null ? [] : [{ branch, number: index + 1, point: branch.point }],
  );
  if (pins.length === 0) return null;
  const { toLeft, toTop, metresPerPercent } = fitPins(pins);
  const scale = chooseScale(metresPerPercent);
  return (
    <nav className={styles["map"]} aria-label="Map of the places" data-place-map>
      {pins.map(({ branch, number, point }) => (
        <a
          key={branch.id}
          href={branch.path + query}
          aria-label={`${number}. ${branch.name}`}
          data-latitude={point.latitude}
          data-longitude={point.longitude}
          style={{ left: `${toLeft(point)}%`, top: `${toTop(point)}%` }}
        >
          {number}
        </a>
      ))}
      <span
        className={styles["scale"]}
        style={{ width: `${Math.round(scale / metresPerPercent)}%`, whiteSpace: "nowrap" }}
      >
        {formatDistance(scale)}
      </span>
    </nav>
  );
}

/** An equirectangular projection in which every pin is visible. */
function fitPins(pins: readonly Pin[]) {
  const latitudes = pins.map(({ point }) => point.latitude);
  const longitudes = pins.map(({ point }) => point.longitude);
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
