// Leaflet with the operator's tiles; loaded only where there are some, since it is larger than the rest of a page.
import { control, map as createMap, tileLayer, type LatLngTuple, type Map } from "leaflet";
import "leaflet/dist/leaflet.css";
import type { MapTiles } from "#domain/branches/location/map-tiles.ts";
import type { GeoPoint } from "#domain/branches/location/map.ts";

/** The closest view: most providers have no tiles beyond it. */
export const maxZoom = 19;
/** A view in which a gate and its street can be recognized. */
export const streetZoom = 17;

interface LeafletMapOptions {
  element: HTMLElement;
  mapTiles: MapTiles;
  /** Whether Leaflet's buttons zoom the map, and keys move it. */
  hasControls: boolean;
}

export function createLeafletMap({ element, mapTiles, hasControls }: LeafletMapOptions): Map {
  const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createMap(element, {
    zoomControl: false,
    keyboard: hasControls,
    maxZoom,
    zoomAnimation: !reducesMotion,
    fadeAnimation: !reducesMotion,
    inertia: !reducesMotion,
    // The wheel scrolls the page.
    scrollWheelZoom: false,
  });
  // The zoom buttons are at the right.
  map.attributionControl.setPosition("bottomleft").setPrefix(false);
  if (hasControls) addZoomButtons(map);
  tileLayer(mapTiles.url, { maxZoom, attribution: formatAttribution(mapTiles) }).addTo(map);
  return map;
}

function addZoomButtons(map: Map): void {
  const buttons = control.zoom({ position: "bottomright" }).addTo(map).getContainer()?.querySelectorAll("a") ?? [];
  for (const { style } of buttons) style.width = style.height = style.lineHeight = "var(--target)";
}

export function toLatLng({ latitude, longitude }: GeoPoint): LatLngTuple {
  return [latitude, longitude];
}

/** HTML of the attribution, which Leaflet inserts as such. */
function formatAttribution({ attribution: { text, url } }: MapTiles): string {
  const element = document.createElement(url === null ? "span" : "a");
  element.textContent = text;
  element.style.cssText = "display: inline-block; line-height: var(--target)";
  if (url !== null) element.setAttribute("href", url);
  return element.outerHTML;
}
