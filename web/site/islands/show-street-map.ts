import { divIcon, latLngBounds, marker } from "leaflet";
import type { MapTiles } from "#domain/branches/location/map-tiles.ts";
import { createLeafletMap, streetZoom } from "#web/product/location-map/leaflet-map.ts";

const paddingPx = 32;

export function showStreetMap({ element, mapTiles }: { element: HTMLElement; mapTiles: MapTiles }): void {
  const links = [...element.querySelectorAll<HTMLAnchorElement>("a[data-latitude]")];
  const surface = document.createElement("div");
  surface.style.height = "100%";
  surface.style.borderRadius = "inherit";
  // Leaflet orders its layers by z-index.
  surface.style.isolation = "isolate";
  element.replaceChildren(surface);
  const map = createLeafletMap({ element: surface, mapTiles, hasControls: true });
  const points = links.map(({ dataset }) => ({
    lat: Number(dataset["latitude"]),
    lng: Number(dataset["longitude"]),
  }));
  map.fitBounds(latLngBounds(points), { padding: [paddingPx, paddingPx], maxZoom: streetZoom });
  for (const [index, link] of links.entries()) {
    link.removeAttribute("style");
    // The link itself is reached by keyboard, and opened like any other.
    const icon = divIcon({ className: "", html: link, iconSize: [0, 0] });
    marker(points[index]!, { icon, keyboard: false }).addTo(map);
  }
}
